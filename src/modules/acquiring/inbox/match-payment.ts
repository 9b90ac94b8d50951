import type { ParsedNotification } from "../../../gateway/notifications/notification";
import type { StatusChecker } from "../status-checks/status-checker";
import type { Ledger } from "../ledger/ledger";
import type { AttemptRow } from "../ledger/rows/attempt-row";
import { wireOrderNoOf } from "../ledger/rows/attempt-row";

/**
 * A later charge of a subscription may be new to the ledger: then the gateway is queried, and only a charge that it
 * lists is added. The message itself only says where to look.
 */
export type PaymentMatch =
  /** `isFresh`: the gateway has just been queried about it. */
  | { readonly kind: "payment"; readonly attempt: AttemptRow; readonly isFresh: boolean }
  | { readonly kind: "no_match" }
  /** A charge of this subscription that the gateway does not list. */
  | { readonly kind: "charge_not_listed"; readonly first: AttemptRow }
  /** A charge of this subscription while the gateway could not be queried. */
  | { readonly kind: "not_queried"; readonly first: AttemptRow };

type Named = Pick<ParsedNotification, "orderNo" | "gatewayPaymentId" | "recurring">;

/** The origin of the message: the key of `accounts`, and whether that account may report on the payment. */
export interface MatchOrigin {
  readonly key: string;
  readonly isOf: (attempt: AttemptRow) => boolean;
}

export type AttemptLookup = Pick<Ledger, "attemptByOrderNo" | "attemptsByGatewayId" | "attemptsBySubscription">;

/** The payment that a message names, or the first of the subscription that it names. Reads only the ledger. */
export async function namedBy(
  ledger: AttemptLookup,
  { key, isOf }: MatchOrigin,
  named: Named,
): Promise<AttemptRow | undefined> {
  const { orderNo, gatewayPaymentId, recurring } = named;
  const charge =
    gatewayPaymentId === null ? undefined : (await ledger.attemptsByGatewayId(key, gatewayPaymentId)).find(isOf);
  if (charge?.renewal_of) return wireOrderNoOf(charge) === orderNo ? charge : undefined;
  const own = await ledger.attemptByOrderNo(orderNo);
  if (own) return own.account === key ? own : undefined;
  // Under a gateway order number: a charge that is not assigned yet.
  return recurring === null || charge || gatewayPaymentId === null
    ? undefined
    : (await ledger.attemptsBySubscription(key, recurring.recurringId)).find(isOf);
}

const isLaterCharge = ({ subscription, gateway_payment_id: own }: AttemptRow, { gatewayPaymentId }: Named): boolean =>
  Boolean(subscription) && own !== null && gatewayPaymentId !== null && gatewayPaymentId !== own;

export async function matchPayment(
  { ledger, checker }: { readonly ledger: AttemptLookup; readonly checker: StatusChecker },
  origin: MatchOrigin,
  parsed: Named,
): Promise<PaymentMatch> {
  const named = await namedBy(ledger, origin, parsed);
  if (!named) return { kind: "no_match" };
  const { orderNo, gatewayPaymentId } = parsed;
  if (!isLaterCharge(named, parsed) || gatewayPaymentId === null)
    return wireOrderNoOf(named) === orderNo
      ? { kind: "payment", attempt: named, isFresh: false }
      : { kind: "no_match" };
  const isOwnNumber = wireOrderNoOf(named) !== orderNo;
  const checked = await checker.check(named, isOwnNumber ? { charge: orderNo } : {});
  const charge = (await ledger.attemptsByGatewayId(origin.key, gatewayPaymentId)).find(origin.isOf);
  if (charge?.renewal_of === named.id) return { kind: "payment", attempt: charge, isFresh: true };
  if (checked.kind !== "answered") return { kind: "not_queried", first: named };
  // A second transaction without a subscription contradicts the first.
  return parsed.recurring === null && !isOwnNumber
    ? { kind: "payment", attempt: named, isFresh: true }
    : { kind: "charge_not_listed", first: named };
}
