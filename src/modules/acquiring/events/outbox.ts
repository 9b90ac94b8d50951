import type { Knex } from "@medusajs/framework/mikro-orm/knex";
import type { AttentionKind, ClearedReason } from "../domain/attention-kinds";
import type { AttemptState } from "../domain/states";
import type { AnnouncedEntryKind, EventKind } from "../ledger/event-rows";
import { eventKinds } from "../ledger/event-rows";
import type { Actor } from "../ledger/rows/attempt-row";
import { minorOf } from "../ledger/rows/attempt-row";
import { disputesIn } from "../ledger/rows/dispute";
import type { AttemptInstalments } from "../ledger/rows/instalments";
import { instalmentsOf } from "../ledger/rows/instalments";
import { runTransaction } from "../runtime/run-transaction";
import type {
  AnnouncedPaymentLink,
  AnnouncedPayout,
  AnnouncedSavedCard,
  AnnouncedSubscription,
  PaymentLinkEventRow,
  PayoutEventRow,
  SavedCardEventRow,
  SubscriptionEventRow,
} from "./announced-subjects";
import {
  announcedPaymentLink,
  announcedPayout,
  announcedSavedCard,
  announcedSubscription,
  READ_PAYMENT_LINKS,
  READ_PAYOUTS,
  READ_SAVED_CARDS,
  READ_SUBSCRIPTIONS,
} from "./announced-subjects";

/**
 * Events were committed with what they report (`ledger/event-rows.ts`). A page of them is locked, emitted and deleted in one
 * transaction: if the process dies or the bus refuses, they are emitted again; concurrent workers take different ones.
 */
export interface AnnouncedPayment {
  readonly id: string;
  readonly kind: AnnouncedEntryKind;
  readonly occurredAt: Date;
  readonly attemptId: string;
  readonly sessionId: string;
  readonly cartId: string | null;
  readonly account: string;
  readonly method: string | null;
  readonly instalments: AttemptInstalments | null;
  readonly orderNo: string;
  readonly operationId: string | null;
  readonly minor: bigint | null;
  readonly currency: string;
  readonly state: AttemptState;
  readonly actor: Actor;
  readonly code: string | null;
}

export interface AnnouncedAttention {
  readonly id: string;
  readonly kind: "raised" | "resolved";
  readonly occurredAt: Date;
  readonly itemId: string;
  readonly itemKind: AttentionKind;
  readonly account: string;
  readonly subject: string;
  readonly attemptId: string | null;
  readonly reason: ClearedReason | null;
}

export interface AnnouncedDispute {
  readonly id: string;
  readonly occurredAt: Date;
  readonly attemptId: string;
  readonly account: string;
  readonly orderNo: string;
  readonly disputeKey: string;
  readonly reference: string | null;
  readonly minor: bigint | null;
  readonly currency: string;
  readonly dueAt: Date;
  readonly daysBefore: number;
}

export interface Announced {
  readonly payments: readonly AnnouncedPayment[];
  readonly attention: readonly AnnouncedAttention[];
  /** That have to be answered soon. */
  readonly disputes: readonly AnnouncedDispute[];
  readonly savedCards: readonly AnnouncedSavedCard[];
  readonly paymentLinks: readonly AnnouncedPaymentLink[];
  readonly subscriptions: readonly AnnouncedSubscription[];
  readonly payouts: readonly AnnouncedPayout[];
}

/** Emits up to `limit` events, the oldest first. Returns how many; rejects, and keeps them, if `emit` does. What `emit` writes with `trx` is committed with their removal. */
export async function deliverEvents(
  pg: Knex,
  limit: number,
  emit: (announced: Announced, trx: Knex) => Promise<void>,
): Promise<number> {
  return runTransaction(pg, async (trx) => {
    const { rows } = await trx.raw<{ rows: EventRow[] }>(TAKE, [limit]);
    if (rows.length === 0) return 0;
    const payments = await rowsOf<PaymentRow>(trx, PAYMENTS, rows, ["payment"]);
    const attention = await rowsOf<AttentionRow>(trx, ATTENTION, rows, ["attention_raised", "attention_resolved"]);
    const disputes = await rowsOf<DisputeRow>(trx, DISPUTES, rows, ["dispute_due"]);
    const savedCards = await rowsOf<SavedCardEventRow>(trx, READ_SAVED_CARDS, rows, ["saved_card"]);
    const paymentLinks = await rowsOf<PaymentLinkEventRow>(trx, READ_PAYMENT_LINKS, rows, ofSubject("payment_link_"));
    const subscriptions = await rowsOf<SubscriptionEventRow>(trx, READ_SUBSCRIPTIONS, rows, ofSubject("subscription_"));
    const payouts = await rowsOf<PayoutEventRow>(trx, READ_PAYOUTS, rows, ofSubject("payout_"));
    await emit(
      {
        payments: payments.map(announcedPayment),
        attention: attention.map(announcedAttention),
        disputes: disputes.map(announcedDispute),
        savedCards: savedCards.map(announcedSavedCard),
        paymentLinks: paymentLinks.map(announcedPaymentLink),
        subscriptions: subscriptions.map(announcedSubscription),
        payouts: payouts.map(announcedPayout),
      },
      trx,
    );
    await trx.raw("DELETE FROM acquiring_event WHERE id = ANY(?)", [rows.map(({ id }) => id)]);
    return rows.length;
  });
}

interface EventRow {
  readonly id: string;
  readonly kind: EventKind;
}

const ofSubject = (prefix: `${string}_`): readonly EventKind[] => eventKinds.filter((kind) => kind.startsWith(prefix));

/** Those that a newer version writes are left for it. */
const TAKE = `SELECT id, kind FROM acquiring_event WHERE deleted_at IS NULL AND kind IN ('${eventKinds.join("', '")}')
  ORDER BY created_at, id LIMIT ? FOR UPDATE SKIP LOCKED`;

const PAYMENTS = `
  SELECT event.id, entry.kind, entry.occurred_at, entry.attempt_id, attempt.session_id, attempt.cart_id, attempt.account,
    attempt.method, attempt.instalments, attempt.order_no, entry.operation_id, entry.amount, entry.currency, entry.to_state, entry.actor, entry.code
  FROM acquiring_event AS event JOIN acquiring_entry AS entry ON entry.id = event.row_id
  JOIN acquiring_payment_attempt AS attempt ON attempt.id = entry.attempt_id
  WHERE event.id = ANY(?) ORDER BY event.created_at, entry.attempt_id, entry.sequence`;

const ATTENTION = `
  SELECT event.id, event.kind, event.created_at, item.id AS item_id, item.kind AS item_kind, item.account, item.subject,
    item.attempt_id, item.cleared_reason
  FROM acquiring_event AS event JOIN acquiring_attention_item AS item ON item.id = event.row_id
  WHERE event.id = ANY(?) ORDER BY event.created_at, event.id`;

const DISPUTES = `
  SELECT event.id, event.created_at, reminder.attempt_id, reminder.dispute_key, reminder.due_at, reminder.days_before,
    attempt.account, attempt.order_no, attempt.currency, attempt.disputes
  FROM acquiring_event AS event JOIN acquiring_dispute_reminder AS reminder ON reminder.id = event.row_id
  JOIN acquiring_payment_attempt AS attempt ON attempt.id = reminder.attempt_id
  WHERE event.id = ANY(?) ORDER BY event.created_at, event.id`;

async function rowsOf<Row>(
  trx: Knex,
  sql: string,
  events: readonly EventRow[],
  kinds: readonly EventKind[],
): Promise<Row[]> {
  const ids = events.filter(({ kind }) => kinds.includes(kind)).map(({ id }) => id);
  return ids.length === 0 ? [] : (await trx.raw<{ rows: Row[] }>(sql, [ids])).rows;
}

interface PaymentRow {
  readonly id: string;
  readonly kind: AnnouncedEntryKind;
  readonly occurred_at: Date;
  readonly attempt_id: string;
  readonly session_id: string;
  readonly cart_id: string | null;
  readonly account: string;
  readonly method: string | null;
  readonly instalments: unknown;
  readonly order_no: string;
  readonly operation_id: string | null;
  readonly amount: string | null;
  readonly currency: string;
  readonly to_state: AttemptState;
  readonly actor: Actor;
  readonly code: string | null;
}

const announcedPayment = (row: PaymentRow): AnnouncedPayment => ({
  id: row.id,
  kind: row.kind,
  occurredAt: row.occurred_at,
  attemptId: row.attempt_id,
  sessionId: row.session_id,
  cartId: row.cart_id,
  account: row.account,
  method: row.method,
  instalments: instalmentsOf(row),
  orderNo: row.order_no,
  operationId: row.operation_id,
  minor: row.amount === null ? null : minorOf(row.amount),
  currency: row.currency,
  state: row.to_state,
  actor: row.actor,
  code: row.code,
});

interface AttentionRow {
  readonly id: string;
  readonly kind: "attention_raised" | "attention_resolved";
  readonly created_at: Date;
  readonly item_id: string;
  readonly item_kind: AttentionKind;
  readonly account: string;
  readonly subject: string;
  readonly attempt_id: string | null;
  readonly cleared_reason: ClearedReason | null;
}

const announcedAttention = (row: AttentionRow): AnnouncedAttention => ({
  id: row.id,
  kind: row.kind === "attention_raised" ? "raised" : "resolved",
  occurredAt: row.created_at,
  itemId: row.item_id,
  itemKind: row.item_kind,
  account: row.account,
  subject: row.subject,
  attemptId: row.attempt_id,
  reason: row.kind === "attention_resolved" ? row.cleared_reason : null,
});

interface DisputeRow {
  readonly id: string;
  readonly created_at: Date;
  readonly attempt_id: string;
  readonly dispute_key: string;
  readonly due_at: Date;
  readonly days_before: number;
  readonly account: string;
  readonly order_no: string;
  readonly currency: string;
  readonly disputes: unknown;
}

function announcedDispute(row: DisputeRow): AnnouncedDispute {
  const dispute = disputesIn(row.disputes).find(({ key }) => key === row.dispute_key);
  return {
    id: row.id,
    occurredAt: row.created_at,
    attemptId: row.attempt_id,
    account: row.account,
    orderNo: row.order_no,
    disputeKey: row.dispute_key,
    reference: dispute?.reference ?? null,
    minor: dispute?.amount ?? null,
    currency: row.currency,
    dueAt: row.due_at,
    daysBefore: row.days_before,
  };
}
