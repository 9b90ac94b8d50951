import type { Fact, PaymentFact } from "../../../gateway/model/facts";
import { claimsMoney } from "./matches-gateway-status";
import { reduceDispute } from "./disputes";
import { syncHold } from "./review-holds";
import { reduceRefund } from "./refunds";
import { reduceSettlement } from "./settlement";
import type { AttemptSnapshot, Decision, FactContext, OperationSnapshot } from "./snapshot";
import { assertNever, isTryingOn, unchanged } from "./snapshot";
import type { AttemptState } from "./states";
import { isOpen, mayMove } from "./states";

/**
 * The state machine of a payment: (attempt, fact) → decision. Pure and total; it never throws because of a fact.
 * Duplicates, gaps and late facts give the same state as the gateway's own history. It does not write, send or log.
 */
export function reduce(snapshot: AttemptSnapshot, fact: Fact, context: FactContext): Decision {
  if (fact.kind === "refund") return reduceRefund(snapshot, fact, context);
  if (fact.kind === "dispute") return reduceDispute(snapshot, fact);
  // Only for responses to our own request; see `reduceOutcome`.
  if (fact.kind === "subscription") return unchanged(snapshot);
  return refusal(snapshot, fact) ?? syncHold(snapshot, reducePayment(snapshot, fact, context), { fact, context });
}

/** A fact about another payment, amount or currency changes nothing and raises an attention item. */
function refusal(snapshot: AttemptSnapshot, fact: PaymentFact): Decision | null {
  if (fact.money && (fact.money.currency !== snapshot.currency || fact.money.minor !== snapshot.requested)) {
    return refused(snapshot, "amount_mismatch", "The gateway reports another amount or currency than this store.");
  }
  const other = snapshot.gatewayPaymentId !== null && fact.gatewayPaymentId !== null;
  if (other && fact.gatewayPaymentId !== snapshot.gatewayPaymentId && claimsMoney(fact)) {
    return refused(snapshot, "order_mismatch", "The gateway reports a second transaction for this order number.");
  }
  return null;
}

function refused(snapshot: AttemptSnapshot, kind: Decision["attention"][number]["kind"], message: string): Decision {
  return {
    ...unchanged(snapshot),
    entries: [{ kind: "fact_refused", operationId: null, amount: null, to: snapshot.state }],
    attention: [{ kind, message }],
  };
}

const authoriseOf = (snapshot: AttemptSnapshot): OperationSnapshot | undefined =>
  snapshot.operations.find((operation) => operation.kind === "authorise");

function reducePayment(snapshot: AttemptSnapshot, fact: PaymentFact, context: FactContext): Decision {
  switch (fact.reading) {
    case "authorised":
    case "captured":
    case "refunded":
    case "voided":
      return reduceSettlement(snapshot, fact.reading, context);
    case "declined":
      if (isTryingOn(snapshot)) return unchanged(snapshot);
      return isOpen(snapshot.state)
        ? concludeAuthorise(snapshot, "declined", "declined", "declined")
        : reduceSettlement(snapshot, "declined", context);
    case "voided_or_pending":
      if (!isOpen(snapshot.state)) return reduceSettlement(snapshot, fact.reading, context);
      return reducePayment(snapshot, { ...fact, reading: "pending" }, context);
    case "pending":
      if (isWithCustomer(snapshot, fact)) return unchanged(snapshot);
      return isLeftWaiting(snapshot, fact)
        ? concludeAuthorise(snapshot, "action_required", "action_required", "pending")
        : concludeAuthorise(snapshot, "pending", "authorise_pending", "pending");
    case "action_required":
      return concludeAuthorise(snapshot, "action_required", "action_required", "pending");
    case "doubtful":
      return concludeAuthorise(snapshot, "unknown", "authorise_unknown", "unknown");
    case "unmapped":
      return unmapped(snapshot, fact);
    case "not_found":
      return notFound(snapshot, context);
    default:
      return assertNever(fact.reading);
  }
}

/** "Undecided" adds nothing while the customer is still active: it waits until the browser has returned. */
const isWithCustomer = (snapshot: AttemptSnapshot, { waitsForCustomer }: PaymentFact): boolean =>
  snapshot.state === "action_required" && (!snapshot.hasReturned || waitsForCustomer);

/** The gateway waits for a customer who never got the address: its response was lost. */
const isLeftWaiting = ({ state, mode }: AttemptSnapshot, { waitsForCustomer }: PaymentFact): boolean =>
  mode === "apm" && (state === "created" || state === "unknown") && waitsForCustomer;

/** Checked right after a query that reported no money; a later success is late money. */
export function reduceExpiry(snapshot: AttemptSnapshot): Decision {
  return concludeAuthorise(snapshot, "expired", "expired", "declined");
}

function concludeAuthorise(
  snapshot: AttemptSnapshot,
  to: AttemptState,
  kind: Decision["entries"][number]["kind"],
  status: Decision["conclusions"][number]["status"],
): Decision {
  if (!isOpen(snapshot.state) || !mayMove(snapshot.state, to)) return unchanged(snapshot);
  const operation = authoriseOf(snapshot);
  return {
    ...unchanged(snapshot),
    state: to,
    entries: [{ kind, operationId: operation?.id ?? null, amount: snapshot.requested, to }],
    conclusions: operation ? [{ operationId: operation.id, status }] : [],
  };
}

function unmapped(snapshot: AttemptSnapshot, fact: PaymentFact): Decision {
  const decision = concludeAuthorise(snapshot, "unknown", "authorise_unknown", "unknown");
  const raw = Object.entries(fact.raw)
    .map(([field, value]) => `${field}=${value.slice(0, 40)}`)
    .join(", ");
  return {
    ...decision,
    attention: [{ kind: "unmapped_code", message: `The gateway used an unrecognised status (${raw}).` }],
  };
}

/** Not found is not failed: it proves non-delivery only long after the send. */
function notFound(snapshot: AttemptSnapshot, context: FactContext): Decision {
  const operation = authoriseOf(snapshot);
  const open = snapshot.state === "created" || snapshot.state === "unknown";
  if (!operation || !open || context.source !== "query") return unchanged(snapshot);
  if (context.askedAt - operation.sentAt < context.unknownFinalAfterMs) return unchanged(snapshot);
  return concludeAuthorise(snapshot, "declined", "authorise_not_applied", "declined");
}
