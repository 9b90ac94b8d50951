import type { Knex } from "@medusajs/framework/mikro-orm/knex";
import { createCurrency, fromMajor } from "../../../src/gateway/model/money";
import type { JournalAttempt } from "./journal-book";

/** The payment links of these payments, and what Medusa's summaries say about their orders. In minor units. */
export interface LinkedOrder {
  readonly id: string;
  /** Sum of the transactions, by the summary. */
  readonly paid: bigint;
  readonly owed: bigint;
  readonly total: bigint;
  /** The highest total that any version of the order had. */
  readonly highestTotal: bigint;
}

export interface LinkBook {
  readonly links: readonly {
    readonly id: string;
    readonly orderId: string;
    readonly isPaid: boolean;
    readonly attemptId: string | null;
  }[];
  readonly orders: readonly LinkedOrder[];
}

interface LinkRow {
  readonly id: string;
  readonly order_id: string;
  readonly paid_at: Date | null;
  readonly attempt_id: string | null;
}

const part = (name: string): string => `COALESCE(s.totals->'raw_${name}'->>'value', s.totals->>'${name}', '0')`;

export async function readLinkBook(pg: Knex, journal: readonly JournalAttempt[]): Promise<LinkBook> {
  const ids = [...new Set(journal.flatMap(({ row }) => row.payment_link_id ?? []))];
  if (ids.length === 0) return { links: [], orders: [] };
  const links = await pg<LinkRow>("acquiring_payment_link").whereIn("id", ids);
  const { rows } = await pg.raw<{ rows: Record<"id" | "code" | "paid" | "owed" | "total" | "highest", string>[] }>(
    `SELECT o.id, o.currency_code AS code, ${part("transaction_total")} AS paid, ${part("pending_difference")} AS owed,
       ${part("current_order_total")} AS total,
       (SELECT max((${part("current_order_total")})::numeric)::text FROM order_summary s WHERE s.order_id = o.id) AS highest
     FROM "order" o JOIN order_summary s ON s.order_id = o.id AND s.version = o.version AND s.deleted_at IS NULL
     WHERE o.id = ANY(?)`,
    [links.map(({ order_id }) => order_id)],
  );
  return {
    links: links.map((row) => ({
      id: row.id,
      orderId: row.order_id,
      isPaid: row.paid_at !== null,
      attemptId: row.attempt_id,
    })),
    orders: rows.map(({ id, code, paid, owed, total, highest }) => ({
      id,
      paid: minor(paid, code),
      owed: minor(owed, code),
      total: minor(total, code),
      highestTotal: minor(highest, code),
    })),
  };
}

function minor(amount: string, code: string): bigint {
  const isNegative = amount.startsWith("-");
  const money = fromMajor(isNegative ? amount.slice(1) : amount, createCurrency(code));
  return isNegative ? -money.minor : money.minor;
}
