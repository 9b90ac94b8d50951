import type { Knex } from "@medusajs/framework/mikro-orm/knex";
import type { Fact, FactSource, PayoutFact } from "../../../gateway/model/facts";
import type { WriteSetRow } from "./write-set";
import { writeAll } from "./write-set";
import { createRowId } from "./rows/row-id";

/**
 * Messages from the gateway, committed before they are processed. Identical bytes give one row. Facts of our own
 * exchanges (`response`, `query`) are stored too, so that one table explains every change of the ledger.
 */
export type InboxSignature = "matched" | "mismatched" | "absent" | "not_applicable";

export interface InboxRow {
  readonly id: string;
  readonly account: string;
  readonly source: FactSource;
  readonly content_type: string | null;
  readonly body: string | null;
  readonly signature: InboxSignature;
  /** Of the bytes that arrived; the stored body differs if something was masked. */
  readonly digest: string;
  readonly order_no: string | null;
  readonly status: "pending" | "applied" | "refused";
  readonly tries: number;
  /** The latest result: why it waits, or how it was processed. */
  readonly result: string | null;
  readonly received_at: Date;
}

export interface NewFacts {
  readonly account: string;
  readonly source: "response" | "query";
  /** Null for a payout, whose event names the row here. */
  readonly orderNo: string | null;
  readonly facts: readonly (Fact | PayoutFact)[];
}

/** The facts of one of our own exchanges as applied; unique by its own id. For a write set. */
export function factsRow(item: NewFacts, now: Date): WriteSetRow & { readonly id: string } {
  const id = createRowId("acqin", now);
  return {
    id,
    account: item.account,
    source: item.source,
    digest: id,
    facts: item.facts.map(plainFact),
    signature: "not_applicable",
    order_no: item.orderNo,
    status: "applied",
    tries: 0,
    deliveries: 1,
    received_at: now,
    applied_at: now,
    created_at: now,
    updated_at: now,
  };
}

export async function storeFacts(trx: Knex, item: NewFacts, now: Date): Promise<string> {
  const row = factsRow(item, now);
  await writeAll(trx, { inbox: [row] });
  return row.id;
}

const plainFact = (fact: Fact | PayoutFact): Record<string, unknown> => ({
  ...fact,
  // The token allows charges; only the saved card keeps it.
  ...(fact.kind === "payment" && { token: null }),
  money: fact.money && { currency: fact.money.currency, minor: fact.money.minor.toString() },
});

/** Longer than processing takes: after that a dead process's claim expires. Our choice. */
const TAKEN_MS = 30_000;

/** Claims due pending notifications for `TAKEN_MS`, oldest first; rows that another worker is claiming are skipped. */
export async function takePending(pg: Knex, now: Date, limit: number): Promise<string[]> {
  const { rows } = await pg.raw<{ rows: { id: string }[] }>(
    `WITH due AS (
       SELECT id, next_try_at FROM acquiring_inbox_event
       WHERE status = 'pending' AND deleted_at IS NULL AND next_try_at <= ?
       ORDER BY next_try_at LIMIT ? FOR UPDATE SKIP LOCKED
     ), taken AS (
       UPDATE acquiring_inbox_event SET next_try_at = ? WHERE id IN (SELECT id FROM due) RETURNING id
     )
     SELECT id FROM due JOIN taken USING (id) ORDER BY next_try_at`,
    [now, limit, new Date(now.getTime() + TAKEN_MS)],
  );
  return rows.map(({ id }) => id);
}

/** In the order of the ids. */
export async function readInboxRows(pg: Knex, ids: readonly string[]): Promise<(InboxRow | undefined)[]> {
  const rows = await pg<InboxRow>("acquiring_inbox_event").whereRaw("id = ANY(?)", [[...ids]]);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.map((id) => byId.get(id));
}

/** Retry delay: 1 s, doubling to 10 min, so that a failing gateway is queried at a bounded rate. */
export async function postponeInbox(pg: Knex, row: InboxRow, reason: string, now: Date): Promise<void> {
  const pause = Math.min(600_000, 1_000 * 2 ** Math.min(row.tries, 10));
  await pg("acquiring_inbox_event")
    .where({ id: row.id, status: "pending" })
    .update({ tries: row.tries + 1, result: reason, next_try_at: new Date(now.getTime() + pause), updated_at: now });
}

/** The message's payment has another order number than the one on the wire: the row is moved to that payment. */
export async function assignInbox(pg: Knex, id: string, orderNo: string): Promise<void> {
  await pg("acquiring_inbox_event").where({ id }).update({ order_no: orderNo });
}
