import type { Knex } from "knex";
import { AT } from "./attempt-row";

/** Rows of any table for tests that bypass the code, made from the database's column definitions. */
export type Row = Readonly<Record<string, unknown>>;
let count = 0;

/** Values that the table's checks or indexes demand. */
const TABLES: Readonly<Record<string, Row>> = {
  acquiring_operation: { kind: "refund", status: "settled" },
  acquiring_payment_attempt: { refunded: 0, refund_pending: 0, state: "declined" },
  acquiring_saved_card: { mask: "4111******1111", expiry_month: "12", expiry_year: "2030", token: "token_a" },
};

export async function rowOf(pg: Knex, table: string, more: Row): Promise<Row> {
  const { rows: columns } = await pg.raw(
    `SELECT column_name AS name, data_type AS type, (
       SELECT (regexp_match(pg_get_constraintdef(oid), '''([a-z_A-Z]+)'''))[1] FROM pg_constraint
       WHERE conrelid = ?::regclass AND contype = 'c' AND conname = ? || '_' || column_name || '_check') AS listed
     FROM information_schema.columns
     WHERE table_name = ? AND is_nullable = 'NO' AND column_default IS NULL`,
    [table, table, table],
  );
  const row: Record<string, unknown> = {};
  for (const { name, type, listed } of columns) row[name] = listed ?? valueOf(type);
  return { ...row, ...TABLES[table], ...more };
}

function valueOf(type: string): unknown {
  count += 1;
  if (type === "integer") return count;
  if (type === "numeric") return 100;
  if (type === "boolean") return false;
  if (type === "jsonb") return "{}";
  return type.startsWith("timestamp") ? AT : `text_${String(count)}`;
}

export async function insertRow(pg: Knex, table: string, more: Row): Promise<Row> {
  const row = await rowOf(pg, table, more);
  await pg(table).insert(row);
  return row;
}
