import type { ParsedNotification } from "../../../gateway/notifications/notification";
import type { StatusChecker } from "../status-checks/status-checker";
import type { Ledger } from "../ledger/ledger";
import type { AttemptRow } from "../ledger/rows/rows";
import { wireOrderNoOf } from "../ledger/rows/rows";

/**
 * Whose payment a notification speaks of. A later charge of a subscription comes under the
 * first payment's order number or under one of the gateway's own, and the ledger may
 * not know it yet: then the gateway is asked about the subscription, and only a charge that
 * it lists is opened. What a message says of the subscription is where to look, no more.
 */
export type PaymentMatch =
  /** `isFresh`: the gateway was asked about it just now. */
  | { readonly kind: "payment"; readonly attempt: AttemptRow; readonly isFresh: boolean }
  | { readonly kind: "stranger" }
  /** A charge of this subscription that the gateway does not list. */
  | { readonly kind: "unmapped"; readonly first: AttemptRow }
  /** A charge of this subscription, and the gateway could not be asked about it. */
  | { readonly kind: "unasked"; readonly first: AttemptRow };

type Named = Pick<ParsedNotification, "orderNo" | "gatewayPaymentId" | "recurring">;

/** Where the message came from: the key of `accounts`, and whether a payment was sent to an account that may speak of it. */
export interface MatchOrigin {
  readonly key: string;
  readonly isOf: (attempt: AttemptRow) => boolean;
}

/** The payment that a message names, or the first of the subscription that it names. Reads only the ledger. */
export async function namedBy(
  ledger: Ledger,
  { key, isOf }: MatchOrigin,
  named: Named,
): Promise<AttemptRow | undefined> {
  const { orderNo, gatewayPaymentId, recurring } = named;
  const charge =
    gatewayPaymentId === null ? undefined : (await ledger.attemptsByGatewayId(key, gatewayPaymentId)).find(isOf);
  if (charge?.renewal_of) return wireOrderNoOf(charge) === orderNo ? charge : undefined;
  const own = await ledger.attemptByOrderNo(orderNo);
  if (own) return own.account === key ? own : undefined;
  // Under a number of the gateway's own: of a charge that is nobody's yet.
  return recurring === null || charge || gatewayPaymentId === null
    ? undefined
    : (await ledger.attemptsBySubscription(key, recurring.recurringId)).find(isOf);
}

/** Does it speak of another transaction than the subscription's first? */
const isLaterCharge = ({ subscription, gateway_payment_id: own }: AttemptRow, { gatewayPaymentId }: Named): boolean =>
  Boolean(subscription) && own !== null && gatewayPaymentId !== null && gatewayPaymentId !== own;

export async function matchPayment(
  { ledger, checker }: { readonly ledger: Ledger; readonly checker: StatusChecker },
  origin: MatchOrigin,
  parsed: Named,
): Promise<PaymentMatch> {
  const named = await namedBy(ledger, origin, parsed);
  if (!named) return { kind: "stranger" };
  const { orderNo, gatewayPaymentId } = parsed;
  if (!isLaterCharge(named, parsed) || gatewayPaymentId === null)
    return wireOrderNoOf(named) === orderNo
      ? { kind: "payment", attempt: named, isFresh: false }
      : { kind: "stranger" };
  const isOwnNumber = wireOrderNoOf(named) !== orderNo;
  const checked = await checker.check(named, isOwnNumber ? { charge: orderNo } : {});
  const charge = (await ledger.attemptsByGatewayId(origin.key, gatewayPaymentId)).find(origin.isOf);
  if (charge?.renewal_of === named.id) return { kind: "payment", attempt: charge, isFresh: true };
  if (checked.kind !== "answered") return { kind: "unasked", first: named };
  // A second transaction that names no subscription is what it was before: a contradiction of the first.
  return parsed.recurring === null && !isOwnNumber
    ? { kind: "payment", attempt: named, isFresh: true }
    : { kind: "unmapped", first: named };
}
