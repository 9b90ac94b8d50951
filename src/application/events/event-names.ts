import type { SavedCardChangeKind } from "../../modules/acquiring";
import { EVENT_OF_ENTRY } from "../../modules/acquiring";

/** Names on Medusa's event bus. Their data is in event-schema.ts; docs/events.md is made from both. */
type Announced = (typeof EVENT_OF_ENTRY)[keyof typeof EVENT_OF_ENTRY];
export type PaymentEventName = `acquiring.payment.${Announced}`;

export const paymentEventName = (kind: keyof typeof EVENT_OF_ENTRY): PaymentEventName =>
  `acquiring.payment.${EVENT_OF_ENTRY[kind]}`;

/** When each is emitted. */
export const PAYMENT_EVENTS: Readonly<Record<PaymentEventName, string>> = {
  "acquiring.payment.authorised": "the gateway authorised the payment",
  "acquiring.payment.authorisation_expiring":
    "what is left of the authorisation has to be captured soon; once per payment",
  "acquiring.payment.pending": "the customer has to pay later, by voucher or transfer",
  "acquiring.payment.declined": "the payment was declined; `code` says why",
  "acquiring.payment.expired": "the customer did not pay in time",
  "acquiring.payment.captured": "an amount was captured",
  "acquiring.payment.capture_declined": "a capture was declined",
  "acquiring.payment.voided": "the authorisation was voided",
  "acquiring.payment.void_declined": "a void was declined",
  "acquiring.payment.refund_accepted": "the gateway accepted a refund that is not paid yet",
  "acquiring.payment.refunded": "an amount was refunded",
  "acquiring.payment.refund_declined": "a refund was declined",
  "acquiring.payment.refund_failed": "an accepted refund failed later",
  "acquiring.payment.held": "the payment was held for review",
  "acquiring.payment.review_approved": "a held payment was approved",
  "acquiring.payment.review_rejected": "a held payment was rejected",
  "acquiring.payment.dispute_received": "the gateway reported a dispute",
  "acquiring.payment.dispute_won": "a dispute was decided for the store",
  "acquiring.payment.dispute_lost": "a dispute was decided for the customer",
};

/** A return, claim, exchange or edit left something to refund: once per order and amount. */
export const REFUND_PROPOSED = "acquiring.refund.proposed";

export const REFUND_EVENTS = {
  [REFUND_PROPOSED]: "a return, claim, exchange or edit left something to refund: once per order and amount",
} as const;

/** Somebody has to look at something: once per item, however often its cause is found again. */
export const ATTENTION_RAISED = "acquiring.attention.raised";
/** The cause is gone, or somebody dismissed the item. */
export const ATTENTION_RESOLVED = "acquiring.attention.resolved";

export const ATTENTION_EVENTS = {
  [ATTENTION_RAISED]: "something needs attention: once per item, however often its cause is found again",
  [ATTENTION_RESOLVED]: "the cause is gone, or somebody dismissed the item",
} as const;

/** An open dispute has to be answered soon: once per dispute, due date and day of `disputes.remindDays`. */
export const DISPUTE_DUE = "acquiring.dispute.due";

export const DISPUTE_EVENTS = {
  [DISPUTE_DUE]: "an open dispute has to be answered soon: once per dispute, due date and day of `disputes.remindDays`",
} as const;

/** Of the customers' saved cards. Imported cards are not announced. */
export type SavedCardEventName = `acquiring.saved_card.${SavedCardChangeKind}`;

export const savedCardEventName = (kind: SavedCardChangeKind): SavedCardEventName => `acquiring.saved_card.${kind}`;

export const SAVED_CARD_EVENTS: Readonly<Record<SavedCardEventName, string>> = {
  "acquiring.saved_card.saved": "a customer saved a card, or saved it again with new data",
  "acquiring.saved_card.removed":
    "a card was removed: by the customer, with the customer, or because another one replaced it; `reason` says which",
  "acquiring.saved_card.refused": "the gateway no longer accepts the card; it is not offered again",
};
