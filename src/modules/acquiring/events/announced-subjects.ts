import type { LinkEvent } from "../domain/payment-link";
import type { Actor } from "../ledger/rows/attempt-row";
import { minorOf } from "../ledger/rows/attempt-row";

/** Events of saved cards, payment links, subscriptions and payouts, as they are read when they are delivered. */
export type SavedCardChangeKind = "saved" | "removed" | "refused";

export interface AnnouncedSavedCard {
  readonly id: string;
  readonly kind: SavedCardChangeKind;
  readonly occurredAt: Date;
  readonly savedCardId: string;
  readonly customerId: string;
  readonly account: string;
  readonly actor: Actor;
  /** Why it was removed. */
  readonly reason: string | null;
  /** With which the gateway refused it. */
  readonly code: string | null;
}

export type SubscriptionChangeKind = "created" | "renewed" | "renewal_failed" | "cancelled";
export type PayoutChangeKind = "submitted" | "approved" | "sent" | "paid" | "failed";

export interface AnnouncedPaymentLink {
  readonly id: string;
  readonly kind: LinkEvent;
  readonly occurredAt: Date;
  readonly linkId: string;
  readonly orderId: string;
  readonly attemptId: string | null;
  readonly account: string | null;
  /** Null if the link was renewed or paid since. */
  readonly minor: bigint | null;
  readonly currency: string | null;
}

export interface AnnouncedSubscription {
  readonly id: string;
  readonly kind: SubscriptionChangeKind;
  readonly occurredAt: Date;
  readonly subscriptionId: string;
  readonly account: string;
  readonly customerId: string | null;
  readonly chargeId: string | null;
  /** Of the charge; 1 is the purchase. */
  readonly number: number | null;
  readonly attemptId: string | null;
  readonly orderNo: string | null;
  /** The renewal's order. */
  readonly orderId: string | null;
  readonly minor: bigint;
  readonly currency: string;
  /** Who cancelled it. */
  readonly actor: Actor | null;
  /** With which the renewal failed. */
  readonly code: string | null;
}

export interface AnnouncedPayout {
  readonly id: string;
  readonly kind: PayoutChangeKind;
  readonly occurredAt: Date;
  readonly payoutId: string;
  /** Null, like the amount, if the payout was edited since. */
  readonly account: string | null;
  readonly minor: bigint | null;
  readonly currency: string | null;
  readonly state: AnnouncedPayoutState;
  readonly actor: Exclude<Actor, "customer">;
}

type AnnouncedPayoutState = "submitted" | "approved" | "pending" | "held" | "unknown" | "paid" | "failed" | "cancelled";

/** Of a card that was erased meanwhile nothing is left to say. */
export const READ_SAVED_CARDS = `
  SELECT event.id, audit.action, audit.at, audit.actor, audit.details ->> 'reason' AS reason, audit.details ->> 'code' AS code,
    card.id AS card_id, card.customer_id, card.account
  FROM acquiring_event AS event JOIN acquiring_audit_record AS audit ON audit.id = event.row_id
  JOIN acquiring_saved_card AS card ON card.id = audit.details ->> 'saved_card_id'
  WHERE event.id = ANY(?) ORDER BY event.created_at, event.id`;

/** What a renewal changes is not told as if it had been so before. */
export const READ_PAYMENT_LINKS = `
  SELECT event.id, event.kind, event.created_at, link.id AS link_id, link.order_id,
    CASE WHEN event.kind = 'payment_link_paid' THEN link.attempt_id END AS attempt_id,
    CASE WHEN event.kind = 'payment_link_paid' THEN attempt.account END AS account,
    CASE WHEN now.is_same THEN link.amount END AS amount, CASE WHEN now.is_same THEN link.currency END AS currency
  FROM acquiring_event AS event JOIN acquiring_payment_link AS link ON link.id = event.row_id AND link.deleted_at IS NULL
  LEFT JOIN acquiring_payment_attempt AS attempt ON attempt.id = link.attempt_id,
  LATERAL (SELECT event.kind = 'payment_link_paid'
    OR (link.paid_at IS NULL AND split_part(event.id, ':', 2) = link.serial::text) AS is_same) AS now
  WHERE event.id = ANY(?) ORDER BY event.created_at, event.id`;

/** Of a subscription, a charge or a record in its history. */
export const READ_SUBSCRIPTIONS = `
  SELECT event.id, event.kind, COALESCE(note.at, event.created_at) AS at, subscription.id AS subscription_id,
    subscription.account, subscription.customer_id, charge.id AS charge_id, charge.number, charge.attempt_id, attempt.order_no,
    CASE WHEN event.kind = 'subscription_renewed' THEN charge.order_id END AS order_id,
    COALESCE(charge.amount, subscription.amount) AS amount, COALESCE(charge.currency, subscription.currency) AS currency,
    note.actor, CASE WHEN event.kind = 'subscription_renewal_failed' THEN attempt.result_code END AS code
  FROM acquiring_event AS event LEFT JOIN acquiring_charge AS charge ON charge.id = event.row_id
  LEFT JOIN acquiring_subscription_event AS note ON note.id = event.row_id
  JOIN acquiring_subscription AS subscription
    ON subscription.id = COALESCE(charge.subscription_id, note.subscription_id, event.row_id) AND subscription.deleted_at IS NULL
  LEFT JOIN acquiring_payment_attempt AS attempt ON attempt.id = charge.attempt_id
  WHERE event.id = ANY(?) ORDER BY event.created_at, event.id`;

export const READ_PAYOUTS = `
  SELECT event.id, event.kind, audit.at, audit.kind AS state, audit.actor, payout.id AS payout_id,
    CASE WHEN now.is_same THEN payout.account END AS account, CASE WHEN now.is_same THEN payout.amount END AS amount,
    CASE WHEN now.is_same THEN payout.currency END AS currency
  FROM acquiring_event AS event JOIN acquiring_payout_audit AS audit ON audit.id = event.row_id
  JOIN acquiring_payout AS payout ON payout.id = audit.payout_id AND payout.deleted_at IS NULL,
  LATERAL (SELECT NOT EXISTS (SELECT FROM acquiring_payout_audit AS later
    WHERE later.payout_id = payout.id AND later.kind = 'edited' AND later.sequence > audit.sequence) AS is_same) AS now
  WHERE event.id = ANY(?) ORDER BY event.created_at, audit.sequence, event.id`;

const amountOf = (amount: string | null): bigint | null => (amount === null ? null : minorOf(amount));

export interface SavedCardEventRow {
  readonly id: string;
  readonly action: "saved_card_kept" | "saved_card_removed" | "saved_card_refused";
  readonly at: Date;
  readonly actor: Actor;
  readonly reason: string | null;
  readonly code: string | null;
  readonly card_id: string;
  readonly customer_id: string;
  readonly account: string;
}

const CHANGE_OF = {
  saved_card_kept: "saved",
  saved_card_removed: "removed",
  saved_card_refused: "refused",
} as const satisfies Record<SavedCardEventRow["action"], SavedCardChangeKind>;

export const announcedSavedCard = (row: SavedCardEventRow): AnnouncedSavedCard => ({
  id: row.id,
  kind: CHANGE_OF[row.action],
  occurredAt: row.at,
  savedCardId: row.card_id,
  customerId: row.customer_id,
  account: row.account,
  actor: row.actor,
  reason: row.reason,
  code: row.code,
});

export interface PaymentLinkEventRow {
  readonly id: string;
  readonly kind: `payment_link_${LinkEvent}`;
  readonly created_at: Date;
  readonly link_id: string;
  readonly order_id: string;
  readonly attempt_id: string | null;
  readonly account: string | null;
  readonly amount: string | null;
  readonly currency: string | null;
}

const LINK_EVENTS = {
  payment_link_created: "created",
  payment_link_opened: "opened",
  payment_link_paid: "paid",
  payment_link_expired: "expired",
} as const satisfies Record<PaymentLinkEventRow["kind"], LinkEvent>;

export const announcedPaymentLink = (row: PaymentLinkEventRow): AnnouncedPaymentLink => ({
  id: row.id,
  kind: LINK_EVENTS[row.kind],
  occurredAt: row.created_at,
  linkId: row.link_id,
  orderId: row.order_id,
  attemptId: row.attempt_id,
  account: row.account,
  minor: amountOf(row.amount),
  currency: row.currency,
});

export interface SubscriptionEventRow {
  readonly id: string;
  readonly kind: `subscription_${SubscriptionChangeKind}`;
  readonly at: Date;
  readonly subscription_id: string;
  readonly account: string;
  readonly customer_id: string | null;
  readonly charge_id: string | null;
  readonly number: number | null;
  readonly attempt_id: string | null;
  readonly order_no: string | null;
  readonly order_id: string | null;
  readonly amount: string;
  readonly currency: string;
  readonly actor: Actor | null;
  readonly code: string | null;
}

const SUBSCRIPTION_EVENTS = {
  subscription_created: "created",
  subscription_renewed: "renewed",
  subscription_renewal_failed: "renewal_failed",
  subscription_cancelled: "cancelled",
} as const satisfies Record<SubscriptionEventRow["kind"], SubscriptionChangeKind>;

export const announcedSubscription = (row: SubscriptionEventRow): AnnouncedSubscription => ({
  id: row.id,
  kind: SUBSCRIPTION_EVENTS[row.kind],
  occurredAt: row.at,
  subscriptionId: row.subscription_id,
  account: row.account,
  customerId: row.customer_id,
  chargeId: row.charge_id,
  number: row.number,
  attemptId: row.attempt_id,
  orderNo: row.order_no,
  orderId: row.order_id,
  minor: minorOf(row.amount),
  currency: row.currency,
  actor: row.actor,
  code: row.code,
});

export interface PayoutEventRow {
  readonly id: string;
  readonly kind: `payout_${PayoutChangeKind}`;
  readonly at: Date;
  readonly state: AnnouncedPayoutState;
  readonly actor: Exclude<Actor, "customer">;
  readonly payout_id: string;
  readonly account: string | null;
  readonly amount: string | null;
  readonly currency: string | null;
}

const PAYOUT_EVENTS = {
  payout_submitted: "submitted",
  payout_approved: "approved",
  payout_sent: "sent",
  payout_paid: "paid",
  payout_failed: "failed",
} as const satisfies Record<PayoutEventRow["kind"], PayoutChangeKind>;

export const announcedPayout = (row: PayoutEventRow): AnnouncedPayout => ({
  id: row.id,
  kind: PAYOUT_EVENTS[row.kind],
  occurredAt: row.at,
  payoutId: row.payout_id,
  account: row.account,
  minor: amountOf(row.amount),
  currency: row.currency,
  state: row.state,
  actor: row.actor,
});
