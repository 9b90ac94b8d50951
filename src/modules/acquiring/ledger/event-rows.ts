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
