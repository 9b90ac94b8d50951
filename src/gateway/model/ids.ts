/*
 * Branded identifiers. A plain string cannot be used in their place; each `create…` is the only way to make one and
 * rejects what the gateway's interface cannot carry. The interface states no length limits; ours are `MAX_ID_LENGTH` for
 * IDs, and `wireLengths` in `profile.ts` for texts.
 */

declare const brand: unique symbol;
type Branded<Name extends string> = string & { readonly [brand]: Name };

/** Our ID of one authorisation, sent as `order_no`; its idempotency key. */
export type OrderNo = Branded<"OrderNo">;
/** The gateway's own ID of a payment, `transaction_id` on the wire. */
export type GatewayPaymentId = Branded<"GatewayPaymentId">;
/** The key of one account in the plugin options, for example `main`. */
export type AccountKey = Branded<"AccountKey">;
/** The id of a row in our operations table; also sent as `refund_reason`. */
export type OperationId = Branded<"OperationId">;

/** The gateway's own ID of a subscription, `recurring_id` on the wire. */
export type RecurringId = Branded<"RecurringId">;

const MAX_ID_LENGTH = 50;
const WIRE_SAFE = /^[A-Za-z0-9_-]+$/;

function checked(name: string, value: string, pattern = WIRE_SAFE): string {
  if (value.length === 0 || value.length > MAX_ID_LENGTH || !pattern.test(value)) {
    throw new TypeError(`${name} must be 1 to ${MAX_ID_LENGTH} characters of A-Z, a-z, 0-9, "-" or "_".`);
  }
  return value;
}

export const createOrderNo = (value: string): OrderNo => checked("order_no", value) as OrderNo;

export const createOperationId = (value: string): OperationId => checked("operation id", value) as OperationId;

export const createAccountKey = (value: string): AccountKey => checked("account key", value) as AccountKey;

/** The gateway chooses these, so any printable text without spaces is accepted. */
export const createGatewayPaymentId = (value: string): GatewayPaymentId =>
  checked("transaction_id", value, /^[\x21-\x7e]+$/) as GatewayPaymentId;

/** The same for a subscription. */
export const createRecurringId = (value: string): RecurringId =>
  checked("recurring_id", value, /^[\x21-\x7e]+$/) as RecurringId;
