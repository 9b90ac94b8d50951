import type { PaymentFact } from "../../../gateway/model/facts";
import type { ParsedNotification } from "../../../gateway/notifications/notification";
import type { MatchOrigin } from "./match-payment";
import { matchPayment, namedBy } from "./match-payment";
import type { StatusChecker } from "../status-checks/status-checker";
import { contradicts, claimOf, claimsOurMoney } from "./notification-claims";
import type { Ledger } from "../ledger/ledger";
import { takeUnverifiedCheck } from "./unverified-notification-checks";

/**
 * A notification without a valid signature only triggers a query, at a bounded rate per payment; none of its bytes are
 * stored. So payments settle even while the signing recipe is wrong, and ten thousand forged variations cause a
 * handful of queries.
 */
export interface UnverifiedNotificationDependencies {
  readonly ledger: Ledger;
  readonly checker: StatusChecker;
  readonly now: () => Date;
  readonly atDatabase: <T>(work: () => Promise<T>) => Promise<T>;
}

/** A larger unverified message is not read; the gateway's own have a few hundred bytes. Our choice. */
export const UNVERIFIED_MAX_BYTES = 16_384;

/** True once the gateway's own query confirms it and the ledger has it; false: the sender may retry. */
export async function confirmUnverified(
  deps: UnverifiedNotificationDependencies,
  origin: MatchOrigin,
  parsed: ParsedNotification,
): Promise<boolean> {
  const { ledger, checker, now, atDatabase } = deps;
  // No query returns disputes.
  if (parsed.fact.kind === "dispute") return false;
  const named = await atDatabase(() => namedBy(ledger, origin, parsed));
  if (!named || !origin.isOf(named) || (!named.subscription && !claimsOurMoney(parsed, named))) return false;
  if (!(await atDatabase(() => takeUnverifiedCheck(ledger.connection, named, now())))) return false;
  const match = await matchPayment({ ledger, checker }, origin, parsed);
  if (match.kind !== "payment") return false;
  const { attempt, isFresh } = match;
  if (isFresh) return claimsOurMoney(parsed, attempt) && !contradicts(parsed, attempt);
  const checked = await checker.check(attempt, claimOf(parsed));
  if (checked.kind !== "answered" || checked.isDoubtful) return false;
  return checked.facts.some((fact) => agrees(parsed, fact));
}

/** Same order, same money, and the claimed status or a later one. */
function agrees(parsed: ParsedNotification, fact: PaymentFact): boolean {
  if ((fact.recurring?.wireOrderNo ?? fact.orderNo) !== parsed.orderNo) return false;
  // Charges of a subscription share an order number: another charge proves nothing.
  if (fact.recurring && fact.gatewayPaymentId !== parsed.gatewayPaymentId) return false;
  if (parsed.money && fact.money && parsed.money.currency !== fact.money.currency) return false;
  if (parsed.kindHint === "payment" && parsed.money && fact.money && parsed.money.minor !== fact.money.minor)
    return false;
  if (parsed.fact.kind === "refund") return fact.reading === "refunded" || fact.reading === "captured";
  if (parsed.fact.reading === fact.reading) return true;
  return parsed.fact.reading === "authorised" && (fact.reading === "captured" || fact.reading === "refunded");
}
