import type { Knex } from "knex";

/** Empty copies of the Medusa tables that the guards read, for a database without Medusa. */
const TABLES: Readonly<Record<string, string>> = {
  payment_session: "id text PRIMARY KEY",
  payment:
    "id text PRIMARY KEY, currency_code text, payment_session_id text, payment_collection_id text, amount numeric, data jsonb, canceled_at timestamptz",
  capture: "id text PRIMARY KEY, payment_id text, amount numeric, raw_amount jsonb, created_by text, metadata jsonb",
  refund:
    "id text PRIMARY KEY, payment_id text, amount numeric, raw_amount jsonb, created_by text, note text, refund_reason_id text, metadata jsonb",
  order_payment_collection: "order_id text, payment_collection_id text",
  order: "id text PRIMARY KEY, status text, version integer",
  order_summary: "order_id text, version integer, totals jsonb",
  order_change: "order_id text, status text, change_type text",
  order_transaction: "order_id text, reference text, reference_id text",
  order_credit_line: "order_id text, version integer, amount numeric",
};

export async function createMoneyTables(pg: Knex): Promise<void> {
  for (const [name, columns] of Object.entries(TABLES))
    await pg.raw(
      `CREATE TABLE "${name}" (${columns}, created_at timestamptz NOT NULL DEFAULT now(), deleted_at timestamptz)`,
    );
}
