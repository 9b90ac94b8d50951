/*
 * The gateway's reports, in our own terms. Facts are built from responses in `reading/classify-response.ts`, from query
 * rows in `client/queries.ts` and from notifications in `notifications/`; the status codes are mapped in
 * `reading/normalize.ts`. The reducer consumes them. A fact is only a claim; it decides nothing.
 */

import type { GatewayPaymentId, OperationId, OrderNo, RecurringId } from "./ids";
import type { Money } from "./money";

/**
 * Where a fact came from. `query`, and `response` over our own TLS connection, may move money state. `notify` may only
 * with a valid signature and by its signed fields, if no query can be made or the options trust signatures.
 */
export type FactSource = "notify" | "query" | "response" | "return";

/**
 * The reading of a payment's status fields.
 * `refunded` means captured and at least one refund exists; how much is decided from summed amounts.
 * `voided_or_pending`: one code for both; which of them, our own last operation decides.
 * `not_found` is not a failure. `unmapped` is a code we do not know: never success.
 */
export const paymentReadings = [
  "authorised",
  "captured",
  "refunded",
  "voided",
  "voided_or_pending",
  "declined",
  "pending",
  "action_required",
  "not_found",
  "doubtful",
  "unmapped",
] as const;
export type PaymentReading = (typeof paymentReadings)[number];

/** The reading of a refund's status fields. `accepted` is pending at the bank. */
export const refundReadings = ["accepted", "succeeded", "failed", "unmapped"] as const;
export type RefundReading = (typeof refundReadings)[number];

export interface MaskedCard {
  /** Masked number as the gateway prints it, never more than six leading and four trailing digits. */
  readonly mask: string;
  readonly brand: string | null;
}

export interface RiskFact {
  readonly action: string | null;
  readonly score: string | null;
  readonly reasons: readonly { readonly name: string; readonly status: string }[];
  /**
   * Unreadable parts of a response, by the names of the gateway's interface, or `WHOLE_ANSWER`. Any of them may have
   * requested a review, so the payment is held. Never removed.
   */
  readonly unreadable?: readonly string[] | undefined;
}

/** A response that could not be read at all. */
export const WHOLE_ANSWER = "response";

export interface ThreeDsFact {
  readonly used: boolean | null;
  /** The authentication result text in the gateway's wording; for display only. */
  readonly result: string | null;
  /** Electronic commerce indicator, two digits, if the text or our own request has one. */
  readonly eci: string | null;
}

export interface PaymentFact {
  readonly kind: "payment";
  readonly orderNo: OrderNo;
  readonly reading: PaymentReading;
  /** Undecided because the customer has to act, not the gateway. */
  readonly waitsForCustomer: boolean;
  readonly gatewayPaymentId: GatewayPaymentId | null;
  /** The order's amount and currency as the gateway sees them; null where the message carries none. */
  readonly money: Money | null;
  /** Raw code and text for the merchant, already redacted and cut to 500 characters. */
  readonly code: string | null;
  readonly message: string | null;
  readonly card: MaskedCard | null;
  readonly risk: RiskFact | null;
  readonly threeDs: ThreeDsFact | null;
  /** Where the customer must go, for `action_required`. An absolute https URL (loopback http in development). */
  readonly actionUrl: string | null;
  /** The gateway's token of a saved card; secret, never displayed. Null if the message has none. */
  readonly token: string | null;
  /** The message's data about the subscription of this charge; null if it names none. */
  readonly recurring: RecurringFact | null;
  /** The raw status fields the reading was made from, for the timeline. */
  readonly raw: Readonly<Record<string, string>>;
}

/** Does the gateway keep charging? `unmapped` proves nothing. */
export type RecurringStatus = "active" | "inactive" | "unmapped";

/** A subscription charged by the gateway, as reported with one of its charges. */
export interface RecurringFact {
  /** The gateway's subscription ID. */
  readonly recurringId: RecurringId;
  readonly subscriptionName: string | null;
  /** In the gateway's wording; for display only. */
  readonly period: string | null;
  readonly nextChargeRaw: string | null;
  /** The calendar day of the next charge, `YYYY-MM-DD`; null when the text names none. */
  readonly nextChargeOn: string | null;
  /** The same as a moment, ISO 8601, in the profile's `timeZone`. */
  readonly nextChargeAt: string | null;
  /** Null if the message has no such data. */
  readonly status: RecurringStatus | null;
  /** The gateway's order number of this charge: the first payment's, or one of its own. */
  readonly wireOrderNo: OrderNo;
  /** When this charge was made, 14 digits as sent by the gateway; null if missing. */
  readonly chargedRaw: string | null;
  /** The same as a moment, ISO 8601. */
  readonly chargedAt: string | null;
}

export interface RefundFact {
  readonly kind: "refund";
  readonly orderNo: OrderNo;
  readonly gatewayPaymentId: GatewayPaymentId | null;
  readonly reading: RefundReading;
  /** The refunded amount, not the order's. */
  readonly money: Money | null;
  /** The gateway's refund ID, if it gave one. */
  readonly reference: string | null;
  /** Our operation id, when `refund_reason` echoes one; null for a refund made elsewhere. */
  readonly operationId: OperationId | null;
  /** Why, as whoever made it elsewhere wrote it. */
  readonly reasonText?: string | null;
  readonly code: string | null;
  readonly message: string | null;
  readonly raw: Readonly<Record<string, string>>;
}

/** The reading of a dispute's status field. */
export type DisputeReading = "received" | "won" | "lost" | "unmapped";

/** A bank disputes a payment, or has decided. Only notifications report it. */
export interface DisputeFact {
  readonly kind: "dispute";
  readonly orderNo: OrderNo;
  readonly gatewayPaymentId: GatewayPaymentId | null;
  readonly reading: DisputeReading;
  /** The disputed amount, not the order's. */
  readonly money: Money | null;
  readonly reason: string | null;
  readonly reference: string | null;
  /** By when to respond, ISO 8601; null: not named, or not as an ISO 8601 date or time. */
  readonly dueAt: string | null;
  readonly code: string | null;
  readonly message: string | null;
  readonly raw: Readonly<Record<string, string>>;
}

/** The gateway's response to a cancellation; each charge's own fact reports the subscription's status. */
export interface SubscriptionFact {
  readonly kind: "subscription";
  /** Of the payment that started it. */
  readonly orderNo: OrderNo;
  readonly recurringId: RecurringId;
  readonly reading: "ended";
  readonly gatewayPaymentId: null;
  readonly money: null;
  readonly code: string | null;
  readonly message: string | null;
  readonly raw: Readonly<Record<string, string>>;
}

/** A payout's observed status. `held`: the gateway holds it; `unmapped`: unknown, never success. */
export type PayoutReading = "paid" | "pending" | "failed" | "cancelled" | "held" | "unmapped";

/** A payout's status by one message. It is not a `Fact`: no payment changes by it. No bank data. */
export interface PayoutFact {
  readonly kind: "payout";
  /** Ours; null where the message names none. */
  readonly requestId: string | null;
  readonly reading: PayoutReading;
  /** The gateway's own status. */
  readonly status: string;
  readonly money: Money | null;
  readonly transactionId: string | null;
  readonly shortReference: string | null;
  /** The rest is for display: texts as sent by the gateway. */
  readonly fee: { readonly amount: string; readonly currency: string | null } | null;
  readonly payerPays: string | null;
  readonly beneficiaryReceives: string | null;
  readonly failureReason: string | null;
  readonly failureType: string | null;
  /** ISO 8601 in UTC. Of two messages the one with the later `gatewayUpdatedAt` is newer. */
  readonly gatewayCreatedAt: string | null;
  readonly gatewayUpdatedAt: string | null;
}

export type Fact = PaymentFact | RefundFact | DisputeFact | SubscriptionFact;
