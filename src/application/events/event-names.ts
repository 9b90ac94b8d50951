import type { LinkEvent, PayoutChangeKind, SavedCardChangeKind, SubscriptionChangeKind } from "../../modules/acquiring";
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

/** Events of payment links. */
export const PAYMENT_LINK_CREATED = "acquiring.payment_link.created";
/** A customer opened it for the first time. */
export const PAYMENT_LINK_OPENED = "acquiring.payment_link.opened";
export const PAYMENT_LINK_PAID = "acquiring.payment_link.paid";
export const PAYMENT_LINK_EXPIRED = "acquiring.payment_link.expired";

export type PaymentLinkEventName = `acquiring.payment_link.${LinkEvent}`;

export const paymentLinkEventName = (kind: LinkEvent): PaymentLinkEventName => `acquiring.payment_link.${kind}`;

export const PAYMENT_LINK_EVENTS: Readonly<Record<PaymentLinkEventName, string>> = {
  [PAYMENT_LINK_CREATED]: "staff or the server created a link; not for one that customers make for their own order",
  [PAYMENT_LINK_OPENED]: "a customer opened it for the first time",
  [PAYMENT_LINK_PAID]: "it was paid, even if it had expired or was revoked while the payment was at the gateway",
  [PAYMENT_LINK_EXPIRED]: "it expired unpaid; again if it was renewed and expired again",
};

export const SUBSCRIPTION_CREATED = "acquiring.subscription.created";
export const SUBSCRIPTION_RENEWED = "acquiring.subscription.renewed";
export const SUBSCRIPTION_RENEWAL_FAILED = "acquiring.subscription.renewal_failed";
export const SUBSCRIPTION_CANCELLED = "acquiring.subscription.cancelled";

export type SubscriptionEventName = `acquiring.subscription.${SubscriptionChangeKind}`;

export const subscriptionEventName = (kind: SubscriptionChangeKind): SubscriptionEventName =>
  `acquiring.subscription.${kind}`;

/** After the hook of the same event. */
export const SUBSCRIPTION_EVENTS: Readonly<Record<SubscriptionEventName, string>> = {
  [SUBSCRIPTION_CREATED]: "a subscription became active; not for an imported one",
  [SUBSCRIPTION_RENEWED]: "a renewal was paid and has its order, or gets none by your hook",
  [SUBSCRIPTION_RENEWAL_FAILED]: "a renewal was declined; `code` says why",
  [SUBSCRIPTION_CANCELLED]:
    "a subscription was cancelled; again if the gateway continued it and it was cancelled again",
};

export const PAYOUT_SUBMITTED = "acquiring.payout.submitted";
export const PAYOUT_APPROVED = "acquiring.payout.approved";
/** Sent to the gateway; whether it is paid is not known yet. */
export const PAYOUT_SENT = "acquiring.payout.sent";
export const PAYOUT_PAID = "acquiring.payout.paid";
/** It failed, was cancelled or came back. */
export const PAYOUT_FAILED = "acquiring.payout.failed";

export type PayoutEventName = `acquiring.payout.${PayoutChangeKind}`;

export const payoutEventName = (kind: PayoutChangeKind): PayoutEventName => `acquiring.payout.${kind}`;

export const PAYOUT_EVENTS: Readonly<Record<PayoutEventName, string>> = {
  [PAYOUT_SUBMITTED]: "a payout waits for approval",
  [PAYOUT_APPROVED]: "it has all approvals that it needs",
  [PAYOUT_SENT]: "it was sent to the gateway; whether it is paid is not known yet",
  [PAYOUT_PAID]: "it was paid, as the gateway or an approver said",
  [PAYOUT_FAILED]: "it failed, was cancelled or came back",
};
