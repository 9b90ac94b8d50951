import type { Knex } from "@medusajs/framework/mikro-orm/knex";
import type { AttemptRow, OperationRow } from "../../../src/modules/acquiring/ledger/rows/attempt-row";

/** The ledger's tables, of some carts or of all. */
export interface JournalEntry {
  readonly attempt_id: string;
  readonly sequence: number;
  readonly kind: string;
  readonly operation_id: string | null;
  readonly amount: string | null;
  readonly from_state: string;
  readonly to_state: string;
}

export interface JournalAttempt {
  readonly row: AttemptRow;
  readonly operations: readonly OperationRow[];
  readonly entries: readonly JournalEntry[];
  /** Kinds of its open attention items. */
  readonly attention: ReadonlySet<string>;
  /** IDs of operations with an audit record. */
  readonly audited: ReadonlySet<string>;
  /** Deliveries of stored notifications with its order number. */
  readonly deliveries: number;
  readonly pendingNotifications: number;
}

/** Payments with the links of these carts' orders; an order without a cart stands for its own. */
const WITH_LINKS = `payment_link_id IN (
  SELECT asked.id FROM acquiring_payment_link asked
  LEFT JOIN order_cart bought ON bought.order_id = asked.order_id AND bought.deleted_at IS NULL
  WHERE COALESCE(bought.cart_id, asked.order_id) = ANY(?))`;

/** `cartIds` undefined: every attempt. Renewals are read in `subscription-book.ts`. */
export async function readJournalBook(pg: Knex, cartIds: readonly string[] | undefined): Promise<JournalAttempt[]> {
  const every = pg<AttemptRow>("acquiring_payment_attempt").where({ renewal_of: null });
  const attempts: AttemptRow[] = await (cartIds
    ? every.whereRaw(`(cart_id = ANY(?) OR ${WITH_LINKS})`, [[...cartIds], [...cartIds]])
    : every);
  return withJournals(pg, attempts);
}

/** All ledger rows of these attempts. */
export async function withJournals(pg: Knex, attempts: readonly AttemptRow[]): Promise<JournalAttempt[]> {
  const ids = attempts.map(({ id }) => id);
  const orderNos = attempts.map(({ order_no }) => order_no);
  const [operations, entries, attention, audit, inbox] = await Promise.all([
    pg<OperationRow>("acquiring_operation").whereIn("attempt_id", ids).orderBy("sequence"),
    pg<JournalEntry>("acquiring_entry").whereIn("attempt_id", ids).orderBy("sequence"),
    pg<{ attempt_id: string; kind: string }>("acquiring_attention_item")
      .whereIn("attempt_id", ids)
      .whereNull("cleared_at"),
    pg<{ operation_id: string | null }>("acquiring_audit_record").whereIn("attempt_id", ids),
    pg<{ order_no: string; deliveries: number; status: string }>("acquiring_inbox_event")
      .whereIn("order_no", orderNos)
      .where({ source: "notify" }),
  ]);
  const audited = new Set(audit.flatMap(({ operation_id }) => operation_id ?? []));
  return attempts.map((row) => {
    const notified = inbox.filter(({ order_no }) => order_no === row.order_no);
    return {
      row,
      audited,
      operations: operations.filter(({ attempt_id }) => attempt_id === row.id),
      entries: entries.filter(({ attempt_id }) => attempt_id === row.id),
      attention: new Set(attention.filter(({ attempt_id }) => attempt_id === row.id).map(({ kind }) => kind)),
      deliveries: notified.reduce((sum, { deliveries }) => sum + deliveries, 0),
      pendingNotifications: notified.filter(({ status }) => status === "pending").length,
    };
  });
}
