import type { Fact } from "../../../gateway/model/facts";
import type { Outcome } from "../../../gateway/model/outcome";
import type { FactDetails } from "./apply-decision";
import { noDetails } from "./apply-decision";

/** The details of a fact, or of the response to a write, other than its observed status; for the journal. */
export function detailsOf(fact: Fact): FactDetails {
  const { code, message, gatewayPaymentId } = fact;
  if (fact.kind === "refund") return { code, message, gatewayPaymentId, reference: fact.reference };
  if (fact.kind === "dispute") return { code, message: fact.reason ?? message, gatewayPaymentId };
  if (fact.kind === "subscription") return { code, message };
  const { card, risk, threeDs, actionUrl } = fact;
  return { code, message, gatewayPaymentId, card, risk, threeDs, actionUrl };
}

export function outcomeFact<F extends Fact>(outcome: Outcome<F>): F | null {
  return outcome.kind === "settled" || outcome.kind === "pending" || outcome.kind === "declined" ? outcome.fact : null;
}

export function outcomeDetails(outcome: Outcome<Fact>): FactDetails {
  const fact = outcomeFact(outcome);
  if (fact) return detailsOf(fact);
  if (outcome.kind === "settled") return noDetails;
  return outcome.kind === "unknown" ? { ...outcome.reason, ...outcome.shown } : { ...outcome.reason };
}
