import type { Knex } from "@medusajs/framework/mikro-orm/knex";
import type { InboxRow } from "../ledger/inbox";
import type { Actor, AttemptRow, OperationRow } from "../ledger/rows/attempt-row";

export interface EntryRow {
  readonly id: string;
  readonly attempt_id: string;
  readonly kind: string;
  readonly operation_id: string | null;
  readonly amount: string | null;
  readonly actor: Actor;
  readonly source: "request" | "response" | "query" | "notify" | "return";
  readonly code: string | null;
  readonly message: string | null;
  readonly occurred_at: Date;
}

export interface AttentionRow {
  readonly id: string;
  readonly attempt_id: string | null;
  readonly kind: string;
  readonly message: string;
  readonly raised_at: Date;
}

export interface AdminAuditRow {
  readonly attempt_id: string;
  readonly operation_id: string | null;
  readonly action: string;
  readonly actor_id: string | null;
  readonly note: string | null;
  readonly at: Date;
}

export type NotificationRow = Pick<InboxRow, "id" | "status" | "signature" | "received_at"> & {
  readonly order_no: string;
  readonly deliveries: number;
};

export interface AttemptReport {
  readonly attempt: AttemptRow;
  readonly operations: readonly OperationRow[];
  readonly entries: readonly EntryRow[];
  readonly attention: readonly AttentionRow[];
  readonly auditRecords: readonly AdminAuditRow[];
  readonly notifications: readonly NotificationRow[];
}

/** A repeated notification with other bytes is a separate one; more than these are not shown. */
const NOTIFICATIONS = 20;

export async function reportOfCart(pg: Knex, cartId: string): Promise<AttemptReport[]> {
  const attempts = await pg<AttemptRow>("acquiring_payment_attempt")
    .where({ cart_id: cartId, deleted_at: null })
    .orderBy("created_at", "desc");
  return reportsOf(pg, attempts);
}

/** Payments that were made with links for these payment collections. */
export async function reportOfBalances(pg: Knex, collectionIds: readonly string[]): Promise<AttemptReport[]> {
  if (collectionIds.length === 0) return [];
  const attempts = await pg<AttemptRow>("acquiring_payment_attempt")
    .whereIn("collection_id", [...collectionIds])
    .where({ deleted_at: null })
    .orderBy("created_at", "desc");
  return reportsOf(pg, attempts);
}

/** Renewals and imported payments: their order has no cart, or the cart did not pay it here. */
export async function reportOfSessions(pg: Knex, sessionIds: readonly string[]): Promise<AttemptReport[]> {
  if (sessionIds.length === 0) return [];
  const attempts = await pg<AttemptRow>("acquiring_payment_attempt")
    .whereIn("session_id", [...sessionIds])
    .where({ deleted_at: null })
    .whereRaw("(renewal_of IS NOT NULL OR imported_at IS NOT NULL)")
    .orderBy("created_at", "desc");
  return reportsOf(pg, attempts);
}

export async function reportOfAttempt(pg: Knex, id: string): Promise<AttemptReport | undefined> {
  const attempts = await pg<AttemptRow>("acquiring_payment_attempt").where({ id, deleted_at: null });
  const [report] = await reportsOf(pg, attempts);
  return report;
}

async function reportsOf(pg: Knex, attempts: readonly AttemptRow[]): Promise<AttemptReport[]> {
  const ids = attempts.map(({ id }) => id);
  if (ids.length === 0) return [];
  const operations = await pg<OperationRow>("acquiring_operation")
    .whereIn("attempt_id", ids)
    .where({ deleted_at: null })
    .orderBy("sequence");
  const entries = await pg<EntryRow>("acquiring_entry")
    .whereIn("attempt_id", ids)
    .where({ deleted_at: null })
    .orderBy("sequence");
  const attention = await pg<AttentionRow>("acquiring_attention_item")
    .whereIn("attempt_id", ids)
    .where({ deleted_at: null })
    .whereNull("cleared_at")
    .orderBy("raised_at");
  const auditRecords = await auditRecordsOf(pg, ids);
  const notifications = await notificationsOf(pg, ids);
  return attempts.map((attempt) => ({
    attempt,
    operations: operations.filter(({ attempt_id }) => attempt_id === attempt.id),
    entries: entries.filter(({ attempt_id }) => attempt_id === attempt.id),
    attention: attention.filter(({ attempt_id }) => attempt_id === attempt.id),
    auditRecords: auditRecords.filter(({ attempt_id }) => attempt_id === attempt.id),
    notifications: notifications.filter(({ order_no }) => order_no === attempt.order_no),
  }));
}

async function auditRecordsOf(pg: Knex, ids: readonly string[]): Promise<AdminAuditRow[]> {
  return pg("acquiring_audit_record")
    .select<AdminAuditRow[]>(
      "attempt_id",
      "operation_id",
      "action",
      "actor_id",
      "at",
      pg.raw("details->>'note' AS note"),
    )
    .whereIn("attempt_id", [...ids])
    .where({ actor: "admin", deleted_at: null })
    .orderBy("at");
}

async function notificationsOf(pg: Knex, ids: readonly string[]): Promise<NotificationRow[]> {
  const { rows } = await pg.raw<{ rows: NotificationRow[] }>(
    `SELECT n.* FROM acquiring_payment_attempt a CROSS JOIN LATERAL (
       SELECT id, order_no, status, signature, received_at, deliveries FROM acquiring_inbox_event
        WHERE order_no = a.order_no AND source = 'notify' AND deleted_at IS NULL
        ORDER BY received_at DESC, id DESC LIMIT ${String(NOTIFICATIONS)}) n
      WHERE a.id IN (${ids.map(() => "?").join(",")}) ORDER BY n.received_at DESC, n.id DESC`,
    [...ids],
  );
  return rows;
}
