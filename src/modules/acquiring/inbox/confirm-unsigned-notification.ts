import type { PaymentFact } from "../../../gateway/model/facts";
import type { ParsedNotification } from "../../../gateway/notifications/notification";
import type { MatchOrigin } from "./match-payment";
import { matchPayment, namedBy } from "./match-payment";
import type { StatusChecker } from "../status-checks/status-checker";
import { contradicts, claimOf, claimsOurMoney } from "./notification-claims";
import type { Ledger } from "../ledger/ledger";
import { takeUnsignedCheck } from "./unsigned-notification-checks";

/**
 * A notification without a good signature is a hint to look at a payment, and nothing of it is stored: not a byte. The
 * gateway is queried, at a bounded rate for each payment, and what the query says is applied like that of any other
 * query. So while the signing recipe is wrong payments settle all the same, and who sends ten thousand variations of one
 * message causes a handful of queries. Messages with a good signature never come here.
 */
export interface UnsignedNotificationDependencies {
  readonly ledger: Ledger;
  readonly checker: StatusChecker;
  readonly now: () => Date;
  /** In turn, and in time. */
  readonly atDatabase: <T>(work: () => Promise<T>) => Promise<T>;
}

/** A larger one without proof is not looked at; the gateway's own have a few hundred bytes. Our choice. */
export const UNSIGNED_MAX_BYTES = 16_384;

/** True once the gateway's own query says the same and the ledger has it; false: the sender may come back. */
export async function confirmUnsigned(
  deps: UnsignedNotificationDependencies,
  origin: MatchOrigin,
  parsed: ParsedNotification,
): Promise<boolean> {
  const { ledger, checker, now, atDatabase } = deps;
  // No query knows of disputes.
  if (parsed.fact.kind === "dispute") return false;
  const named = await atDatabase(() => namedBy(ledger, origin, parsed));
  if (!named || !origin.isOf(named) || (!named.subscription && !claimsOurMoney(parsed, named))) return false;
  if (!(await atDatabase(() => takeUnsignedCheck(ledger.connection, named, now())))) return false;
  const addressee = await matchPayment({ ledger, checker }, origin, parsed);
  if (addressee.kind !== "payment") return false;
  const { attempt, isFresh } = addressee;
  if (isFresh) return claimsOurMoney(parsed, attempt) && !contradicts(parsed, attempt);
  const checked = await checker.check(attempt, claimOf(parsed));
  if (checked.kind !== "answered" || checked.isDoubtful) return false;
  return checked.facts.some((fact) => agrees(parsed, fact));
}

/** Same order, same money, and the reading the notification claims, or one that includes it. */
function agrees(parsed: ParsedNotification, fact: PaymentFact): boolean {
  if ((fact.recurring?.wireOrderNo ?? fact.orderNo) !== parsed.orderNo) return false;
  // Charges of a subscription share an order number: another one's proves nothing.
  if (fact.recurring && fact.gatewayPaymentId !== parsed.gatewayPaymentId) return false;
  if (parsed.money && fact.money && parsed.money.currency !== fact.money.currency) return false;
  if (parsed.kindHint === "payment" && parsed.money && fact.money && parsed.money.minor !== fact.money.minor)
    return false;
  if (parsed.fact.kind === "refund") return fact.reading === "refunded" || fact.reading === "captured";
  if (parsed.fact.reading === fact.reading) return true;
  return parsed.fact.reading === "authorised" && (fact.reading === "captured" || fact.reading === "refunded");
}
