import type { Knex } from "@medusajs/framework/mikro-orm/knex";
import { eventRows } from "./event-rows";
import type { JsonStatement } from "../runtime/json-statement";

/**
 * The inserts and updates of one transaction in one statement: each table's rows travel as one JSON text, and Postgres
 * casts every value to its column's type. The writer holds the attempts' row locks.
 */
export type WriteSetRow = Readonly<Record<string, unknown>>;

export interface WriteSet {
  readonly inbox?: readonly WriteSetRow[];
  readonly operations?: readonly WriteSetRow[];
  /** Changes of operations by `id`, each operation once. */
  readonly conclusions?: readonly WriteSetRow[];
  /** New entries, and with them the events of those that are announced; `sequence` counts from 1 within an attempt's part of the write set, after the journal's last. */
  readonly entries?: readonly WriteSetRow[];
  readonly audits?: readonly WriteSetRow[];
  /** Changes of attempts by `id`, each attempt once. */
  readonly attempts?: readonly WriteSetRow[];
}

/** Merges several write sets; an operation or attempt must not occur in two of them. */
export const mergeWriteSets = (writeSets: readonly WriteSet[]): Required<WriteSet> => ({
  inbox: writeSets.flatMap(({ inbox }) => inbox ?? []),
  operations: writeSets.flatMap(({ operations }) => operations ?? []),
  conclusions: writeSets.flatMap(({ conclusions }) => conclusions ?? []),
  entries: writeSets.flatMap(({ entries }) => entries ?? []),
  audits: writeSets.flatMap(({ audits }) => audits ?? []),
  attempts: writeSets.flatMap(({ attempts }) => attempts ?? []),
});

/**
 * `flushed`: the commit returns once it is on disk. `next_flush`: it returns at once and reaches the disk with the next
 * flush of the same log, within three times `wal_writer_delay`; only for what a status check restores (ADR 29).
 */
export type Durability = "flushed" | "next_flush";

/** As a column of a statement: its transaction's commit does not wait for the disk. */
export const AT_NEXT_FLUSH = "set_config('synchronous_commit', 'off', true)";

const LAST: Readonly<Record<Durability, string>> = {
  flushed: "SELECT 1",
  next_flush: `SELECT ${AT_NEXT_FLUSH}`,
};

/** Writes everything, or throws and writes nothing. Under the row locks of its attempts. */
export async function writeAll(pg: Knex, writeSet: WriteSet, durability: Durability = "flushed"): Promise<void> {
  const parts = partsOf(writeSet);
  if (parts.length === 0) return;
  await pg.raw(
    joined(parts, durability, () => "?"),
    parts.map(({ rows }) => JSON.stringify(rows)),
  );
}

/** The same statement for `joinedTransaction`; null: there is nothing to write. */
export function writeStatement(writeSet: WriteSet, durability: Durability = "flushed"): JsonStatement | null {
  const parts = partsOf(writeSet);
  if (parts.length === 0) return null;
  return { sql: joined(parts, durability, numbered), values: parts.map(({ rows }) => JSON.stringify(rows)) };
}

/** Writes, as the last statement of its transaction, and commits. */
export type FinishWith = (writeSet: WriteSet, durability?: Durability) => Promise<void>;

/** The place of a part's rows in the statement: how a driver or Postgres itself names a value. */
type Place = (index: number) => string;
const numbered: Place = (index) => `$${String(index + 1)}`;

interface Part {
  readonly sql: (place: string) => string;
  readonly rows: readonly WriteSetRow[];
}

const partsOf = (writeSet: WriteSet): readonly Part[] => [
  ...inserts("acquiring_inbox_event", writeSet.inbox),
  ...inserts("acquiring_operation", writeSet.operations),
  ...updates("acquiring_operation", writeSet.conclusions),
  ...inserts("acquiring_entry", writeSet.entries),
  ...inserts("acquiring_event", eventRows(writeSet.entries)),
  ...inserts("acquiring_audit_record", writeSet.audits),
  ...updates("acquiring_payment_attempt", writeSet.attempts),
];

const joined = (parts: readonly Part[], durability: Durability, place: Place): string =>
  `WITH ${parts.map(({ sql }, index) => `part${String(index)} AS (${sql(place(index))})`).join(", ")} ${LAST[durability]}`;

const source = (table: string, place: string): string =>
  `json_populate_recordset(NULL::${table}, ${place}::json) AS new`;

const NEXT_IN_JOURNAL =
  "new.sequence + (SELECT COALESCE(MAX(sequence), 0) FROM acquiring_entry WHERE attempt_id = new.attempt_id AND deleted_at IS NULL)";

const inserts = (table: string, rows: readonly WriteSetRow[] = []): Part[] =>
  byColumns(rows).map(([columns, alike]) => {
    const values = columns.map((column) =>
      table === "acquiring_entry" && column === "sequence" ? NEXT_IN_JOURNAL : `new."${column}"`,
    );
    return {
      rows: alike,
      sql: (place) =>
        `INSERT INTO ${table} (${quoted(columns)}) SELECT ${values.join(", ")} FROM ${source(table, place)}`,
    };
  });

const updates = (table: string, rows: readonly WriteSetRow[] = []): Part[] =>
  byColumns(rows).map(([columns, alike]) => {
    const changes = columns.filter((column) => column !== "id").map((column) => `"${column}" = new."${column}"`);
    // The limit excludes no row. It tells Postgres how few there are; the planner otherwise assumes a hundred and reads
    // a whole table.
    const few = (place: string): string =>
      `(SELECT * FROM ${source(table, place)} LIMIT ${String(powerOfTwoFrom(alike.length))}) AS new`;
    const sql = (place: string): string =>
      `UPDATE ${table} AS old SET ${changes.join(", ")} FROM ${few(place)} WHERE old.id = new.id`;
    return { rows: alike, sql };
  });

/** Few different limits make few different statements. */
export const powerOfTwoFrom = (count: number): number => 2 ** Math.ceil(Math.log2(count));

const quoted = (columns: readonly string[]): string => columns.map((column) => `"${column}"`).join(", ");

/** Rows with the same columns are grouped: a column that a row does not contain stays unchanged. */
function byColumns(rows: readonly WriteSetRow[]): (readonly [readonly string[], WriteSetRow[]])[] {
  const groups = new Map<string, readonly [readonly string[], WriteSetRow[]]>();
  for (const row of rows) {
    const columns = Object.keys(row);
    const name = columns.join();
    const known = groups.get(name);
    if (known) known[1].push(row);
    else groups.set(name, [columns, [row]]);
  }
  return [...groups.values()];
}
