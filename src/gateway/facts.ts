import type { GatewayPaymentId, OperationId, OrderNo } from "./ids";
import type { Money } from "./money";

/**
 * What the wire told us, in our words. Facts are produced by `normalize.ts`
 * from query rows, responses and notifications, and consumed by the reducer.
 * A fact claims; it decides nothing.
 */

/** Where a fact came from. Only `query`, and `response` over our own TLS connection, may move money state alone. */
export type FactSource = "notify" | "query" | "response" | "return";

/**
 * The reading of a payment's status fields.
 * `refunded` means captured and at least one refund exists; how much is decided from summed amounts.
 * `not_found` is not a failure. `unlisted` is a code we do not know: never success.
 */
export type PaymentReading =
  | "authorised"
  | "captured"
  | "refunded"
  | "voided"
  | "declined"
  | "pending"
  | "action_required"
  | "not_found"
  | "doubtful"
  | "unlisted";

/** The reading of a refund's status fields. `accepted` is pending at the bank. */
export type RefundReading = "accepted" | "succeeded" | "failed" | "unlisted";

export interface CardFace {
  /** Masked number as the gateway prints it, never more than six leading and four trailing digits. */
  readonly mask: string;
  readonly brand: string | null;
}

export interface RiskFact {
  readonly action: string | null;
  readonly score: string | null;
  readonly reasons: readonly { readonly name: string; readonly status: string }[];
}

export interface ThreeDsFact {
  readonly used: boolean | null;
  /** The authentication outcome text, as the gateway words it; shown, never decides. */
  readonly result: string | null;
  /** Electronic commerce indicator, two digits, where the text or our own request names one. */
  readonly eci: string | null;
}

export interface PaymentFact {
  readonly kind: "payment";
  readonly orderNo: OrderNo;
  readonly reading: PaymentReading;
  /** Undecided because the shopper is to act, not the gateway. */
  readonly waitsForShopper: boolean;
  readonly gatewayPaymentId: GatewayPaymentId | null;
  /** The order's amount and currency as the gateway sees them; null where the message carries none. */
  readonly money: Money | null;
  /** Raw code and text for the merchant, already redacted and cut to 500 characters. */
  readonly code: string | null;
  readonly message: string | null;
  readonly card: CardFace | null;
  readonly risk: RiskFact | null;
  readonly threeDs: ThreeDsFact | null;
  /** Where the shopper must go, for `action_required`. An absolute https URL (loopback http in development). */
  readonly actionUrl: string | null;
  /** The gateway's name for the card it keeps for us; secret, never shown. Null where the message has none. */
  readonly token: string | null;
  /** The raw status fields the reading was made from, for the timeline. */
  readonly raw: Readonly<Record<string, string>>;
}

export interface RefundFact {
  readonly kind: "refund";
  readonly orderNo: OrderNo;
  readonly gatewayPaymentId: GatewayPaymentId | null;
  readonly reading: RefundReading;
  /** The refunded amount, not the order's. */
  readonly money: Money | null;
  /** The gateway's number of the refund, when it gave one. */
  readonly reference: string | null;
  /** Our operation id, when `refund_reason` echoes one; null for a refund made elsewhere. */
  readonly operationId: OperationId | null;
  readonly code: string | null;
  readonly message: string | null;
  readonly raw: Readonly<Record<string, string>>;
}

/** The reading of a dispute's status field. */
export type DisputeReading = "received" | "won" | "lost" | "unlisted";

/** A bank disputes a payment, or has decided. Only notifications tell of it; no query does. */
export interface DisputeFact {
  readonly kind: "dispute";
  readonly orderNo: OrderNo;
  readonly gatewayPaymentId: GatewayPaymentId | null;
  readonly reading: DisputeReading;
  /** The disputed amount, not the order's. */
  readonly money: Money | null;
  readonly reason: string | null;
  readonly reference: string | null;
  readonly code: string | null;
  readonly message: string | null;
  readonly raw: Readonly<Record<string, string>>;
}

export type Fact = PaymentFact | RefundFact | DisputeFact;
