import type { Knex } from "@medusajs/framework/mikro-orm/knex";
import type { EntryKind } from "../domain/snapshot";
import type { WriteSetRow } from "./write-set";

/** The name of a payment's event, after `acquiring.payment.`. Its version counts when its fields change meaning. */
export const EVENT_OF_ENTRY = {
  authorised: "authorised",
  authorisation_expiring: "authorisation_expiring",
  authorise_pending: "pending",
  declined: "declined",
  expired: "expired",
  captured: "captured",
  capture_declined: "capture_declined",
  voided: "voided",
  void_declined: "void_declined",
  refund_accepted: "refund_accepted",
  refund_succeeded: "refunded",
  refund_declined: "refund_declined",
  refund_failed: "refund_failed",
  held: "held",
  review_approved: "review_approved",
  review_rejected: "review_rejected",
  dispute_received: "dispute_received",
  dispute_won: "dispute_won",
  dispute_lost: "dispute_lost",
} as const satisfies Partial<Record<EntryKind, string>>;

export type AnnouncedEntryKind = keyof typeof EVENT_OF_ENTRY;

export const isAnnounced = (kind: unknown): kind is AnnouncedEntryKind =>
  typeof kind === "string" && Object.hasOwn(EVENT_OF_ENTRY, kind);

/** Ends a payment without an event: the overview counts it. */
const COUNTED_ONLY: EntryKind = "authorise_not_applied";

/** One for each journal entry that a shop acts on, or that only the overview counts; written with it. It has the entry's ID. */
export const eventRows = (entries: readonly WriteSetRow[] = []): WriteSetRow[] =>
  entries
    .filter(({ kind }) => isAnnounced(kind) || kind === COUNTED_ONLY)
    .map(({ id, kind, created_at, updated_at }) => {
      const of = kind === COUNTED_ONLY ? "overview" : "payment";
      return { id, kind: of, row_id: id, created_at, updated_at };
    });

/** What `acquiring_event` holds. A newer version may write others. */
export const eventKinds = [
  "payment",
  "attention_raised",
  "attention_resolved",
  "overview",
  "dispute_due",
  "saved_card",
  "payment_link_created",
  "payment_link_opened",
  "payment_link_paid",
  "payment_link_expired",
  "subscription_created",
  "subscription_renewed",
  "subscription_renewal_failed",
  "subscription_cancelled",
  "payout_submitted",
  "payout_approved",
  "payout_sent",
  "payout_paid",
  "payout_failed",
] as const;
export type EventKind = (typeof eventKinds)[number];

export interface NewLedgerEvent {
  /** The same whenever it is written again. */
  readonly id: string;
  readonly kind: EventKind;
  /** What it is read from when it is delivered. */
  readonly rowId: string;
  readonly at: Date;
}

/** In the transaction of what they report. */
export async function addEvents(trx: Knex, events: readonly NewLedgerEvent[]): Promise<void> {
  if (events.length === 0) return;
  const rows = events.map(({ id, kind, rowId, at }) => ({ id, kind, row_id: rowId, created_at: at, updated_at: at }));
  await trx("acquiring_event").insert(rows).onConflict("id").ignore();
}
