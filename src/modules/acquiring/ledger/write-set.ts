import type { Knex } from "@medusajs/framework/mikro-orm/knex";

/**
 * What one transaction adds to the ledger's tables and changes in them, written with
 * one statement however many payments it is about: each table's rows travel as one
 * JSON text, and Postgres reads every value by its column's own type. It decides
 * nothing and locks nothing: whoever writes a sheet holds the attempts' row locks.
 */
export type WriteSetRow = Readonly<Record<string, unknown>>;

export interface WriteSet {
  readonly inbox?: readonly WriteSetRow[];
  /** New operations. */
  readonly operations?: readonly WriteSetRow[];
  /** Changes of operations by their `id`, each operation once. */
  readonly conclusions?: readonly WriteSetRow[];
  /** New entries; `sequence` counts from 1 within an attempt's part of the sheet and goes on from what the journal has. */
  readonly entries?: readonly WriteSetRow[];
  readonly audits?: readonly WriteSetRow[];
  /** Changes of attempts by their `id`, each attempt once. */
  readonly attempts?: readonly WriteSetRow[];
}

/** One sheet of several; an operation or attempt that stands in two of them is a mistake of the caller's. */
export const together = (sheets: readonly WriteSet[]): Required<WriteSet> => ({
  inbox: sheets.flatMap(({ inbox }) => inbox ?? []),
  operations: sheets.flatMap(({ operations }) => operations ?? []),
  conclusions: sheets.flatMap(({ conclusions }) => conclusions ?? []),
  entries: sheets.flatMap(({ entries }) => entries ?? []),
  audits: sheets.flatMap(({ audits }) => audits ?? []),
  attempts: sheets.flatMap(({ attempts }) => attempts ?? []),
});

/** Writes all of it, or throws and has written nothing. Under the row locks of the attempts that it names. */
export async function writeAll(pg: Knex, sheet: WriteSet): Promise<void> {
  const parts = [
    ...inserts("acquiring_inbox_event", sheet.inbox),
    ...inserts("acquiring_operation", sheet.operations),
    ...updates("acquiring_operation", sheet.conclusions),
    ...inserts("acquiring_entry", sheet.entries),
    ...inserts("acquiring_audit_record", sheet.audits),
    ...updates("acquiring_payment_attempt", sheet.attempts),
  ];
  if (parts.length === 0) return;
  const named = parts.map(({ sql }, index) => `part${String(index)} AS (${sql})`);
  await pg.raw(
    `WITH ${named.join(", ")} SELECT 1`,
    parts.map(({ rows }) => JSON.stringify(rows)),
  );
}

interface Part {
  readonly sql: string;
  readonly rows: readonly WriteSetRow[];
}

const source = (table: string): string => `json_populate_recordset(NULL::${table}, ?::json) AS new`;

const NEXT_IN_JOURNAL =
  "new.sequence + (SELECT COALESCE(MAX(sequence), 0) FROM acquiring_entry WHERE attempt_id = new.attempt_id AND deleted_at IS NULL)";

const inserts = (table: string, rows: readonly WriteSetRow[] = []): Part[] =>
  byColumns(rows).map(([columns, alike]) => {
    const values = columns.map((column) =>
      table === "acquiring_entry" && column === "sequence" ? NEXT_IN_JOURNAL : `new."${column}"`,
    );
    return {
      rows: alike,
      sql: `INSERT INTO ${table} (${quoted(columns)}) SELECT ${values.join(", ")} FROM ${source(table)}`,
    };
  });

const updates = (table: string, rows: readonly WriteSetRow[] = []): Part[] =>
  byColumns(rows).map(([columns, alike]) => {
    const changes = columns.filter((column) => column !== "id").map((column) => `"${column}" = new."${column}"`);
    // The limit leaves no row out. It tells Postgres how few there are, which else takes them for a hundred and reads
    // the whole of a table of some thousand payments to find one.
    const few = `(SELECT * FROM ${source(table)} LIMIT ${String(alike.length)}) AS new`;
    return { rows: alike, sql: `UPDATE ${table} AS old SET ${changes.join(", ")} FROM ${few} WHERE old.id = new.id` };
  });

const quoted = (columns: readonly string[]): string => columns.map((column) => `"${column}"`).join(", ");

/** Rows with the same columns go together: a column that a row does not name stays as it is. */
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
