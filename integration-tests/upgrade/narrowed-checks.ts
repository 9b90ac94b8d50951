import type { Knex } from "knex";
import type { Catalogue, Check } from "./catalogue";

/**
 * Does a CHECK refuse rows that the version before could write? Postgres decides: the values that the old and the new
 * conditions name, and their neighbours, are tried in every combination.
 */
export async function refusedRow(
  pg: Knex,
  { table, expression, columns }: Check,
  before: Catalogue,
): Promise<string | null> {
  const old = [...before.checks.values()].filter(
    (check) => check.table === table && check.columns.every((column) => columns.includes(column)),
  );
  const texts = [expression, ...old.map((check) => check.expression)];
  const candidates = [
    ...new Set(texts.flatMap(literalsOf)),
    "a_value_of_no_list",
    "0",
    "-1",
    "2026-11-26",
    "true",
    "{}",
  ];
  const lists = await Promise.all(columns.map((column) => valuesOf(pg, { table, column, before, candidates })));
  const { rows } = await pg.raw<{ rows: { row: string }[] }>(
    `SELECT to_jsonb(tried)::text AS row FROM (SELECT * FROM ${lists.map(({ sql }) => sql).join(" CROSS JOIN ")}) AS tried
     WHERE ${["TRUE", ...old.map((check) => `(${check.expression}) IS NOT FALSE`)].join(" AND ")}
       AND (${expression}) IS FALSE LIMIT 1`.replaceAll("?", "\\?"),
  );
  return rows[0]?.row ?? null;
}

function literalsOf(expression: string): string[] {
  const texts = [...expression.matchAll(/'((?:[^']|'')*)'/g)].map(([, text = ""]) => text.replaceAll("''", "'"));
  const numbers = [...expression.matchAll(/(?<![\w'])-?\d+(?![\w'])/g)].map(([text]) => Number(text));
  return [...texts, ...numbers.flatMap((number) => [number - 1, number, number + 1].map(String))];
}

interface Tried {
  readonly table: string;
  readonly column: string;
  readonly before: Catalogue;
  readonly candidates: readonly string[];
}

/** The candidates that the column's type can hold, and NULL if the version before could write it. */
async function valuesOf(pg: Knex, { table, column, before, candidates }: Tried): Promise<{ sql: string }> {
  const known = before.columns.get(`${table}.${column}`);
  // A new column, which the version before leaves at its default.
  if (!known) return { sql: await defaultOf(pg, table, column) };
  const { rows } = await pg.raw<{ rows: { value: string }[] }>(
    "SELECT value FROM unnest(?::text[]) AS value WHERE pg_input_is_valid(value, ?)",
    [[...candidates], known.type],
  );
  const quoted = rows.map(({ value }) => `('${value.replaceAll("'", "''")}'::${known.type})`);
  const values = known.notNull ? quoted : [...quoted, `(NULL::${known.type})`];
  return { sql: `(VALUES ${values.join(", ")}) AS "of_${column}"("${column}")` };
}

async function defaultOf(pg: Knex, table: string, column: string): Promise<string> {
  const { rows } = await pg.raw<{ rows: { type: string; value: string | null }[] }>(
    `SELECT format_type(atttypid, atttypmod) AS type, pg_get_expr(adbin, adrelid) AS value
     FROM pg_attribute LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
     WHERE attrelid = ?::regclass AND attname = ?`,
    [table, column],
  );
  const [found] = rows;
  return `(VALUES ((${found?.value ?? "NULL"})::${found?.type ?? "text"})) AS "of_${column}"("${column}")`;
}
