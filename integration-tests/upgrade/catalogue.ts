import type { Knex } from "knex";

/** What Postgres knows about our tables, by a name that a migration can give in `contracts`. */
export interface Catalogue {
  readonly tables: ReadonlySet<string>;
  readonly columns: ReadonlyMap<string, Column>;
  readonly checks: ReadonlyMap<string, Check>;
  /** Unique indexes, primary, foreign and exclusion constraints: what refuses rows because of other rows. */
  readonly keys: ReadonlyMap<string, OnTable>;
  readonly triggers: ReadonlyMap<string, OnTable>;
  /** By name and arguments; the value is what it returns. */
  readonly functions: ReadonlyMap<string, string>;
}

export interface Column {
  readonly table: string;
  readonly name: string;
  readonly type: string;
  readonly notNull: boolean;
  readonly hasDefault: boolean;
}

export interface Check {
  readonly table: string;
  readonly expression: string;
  readonly columns: readonly string[];
}

export interface OnTable {
  readonly table: string;
  readonly definition: string;
}

const OURS = "namespace.nspname = 'public' AND relation.relname LIKE 'acquiring%'";
const FROM = "pg_class AS relation JOIN pg_namespace AS namespace ON namespace.oid = relation.relnamespace";

export async function readCatalogue(pg: Knex): Promise<Catalogue> {
  const [tables, columns, checks, keys, triggers, functions] = [
    await all<{ name: string }>(pg, `SELECT relname AS name FROM ${FROM} WHERE ${OURS} AND relkind IN ('r', 'p')`),
    await all<Column>(
      pg,
      `SELECT relname AS table, attname AS name, format_type(atttypid, atttypmod) AS type, attnotnull AS "notNull",
              (atthasdef OR attidentity <> '') AS "hasDefault"
       FROM ${FROM} JOIN pg_attribute ON attrelid = relation.oid
       WHERE ${OURS} AND relkind IN ('r', 'p') AND attnum > 0 AND NOT attisdropped`,
    ),
    await all<Check & { name: string }>(
      pg,
      `SELECT relname AS table, conname AS name, pg_get_expr(conbin, conrelid) AS expression,
              ARRAY(SELECT attname::text FROM pg_attribute WHERE attrelid = conrelid AND attnum = ANY (conkey)) AS columns
       FROM ${FROM} JOIN pg_constraint ON conrelid = relation.oid WHERE ${OURS} AND contype = 'c'`,
    ),
    await all<OnTable & { name: string }>(
      pg,
      `SELECT relname AS table, indexrelid::regclass::text AS name, pg_get_indexdef(indexrelid) AS definition
       FROM ${FROM} JOIN pg_index ON indrelid = relation.oid WHERE ${OURS} AND (indisunique OR indisexclusion)
       UNION ALL SELECT relname, conname, pg_get_constraintdef(pg_constraint.oid)
       FROM ${FROM} JOIN pg_constraint ON conrelid = relation.oid WHERE ${OURS} AND contype = 'f'`,
    ),
    await all<OnTable & { name: string }>(
      pg,
      `SELECT relname AS table, tgname AS name, pg_get_triggerdef(pg_trigger.oid) AS definition
       FROM ${FROM} JOIN pg_trigger ON tgrelid = relation.oid WHERE ${OURS} AND NOT tgisinternal`,
    ),
    await all<{ name: string; returns: string }>(
      pg,
      `SELECT oid::regprocedure::text AS name, pg_get_function_result(oid) AS returns FROM pg_proc
       WHERE pronamespace = 'public'::regnamespace AND proname LIKE 'acquiring%'`,
    ),
  ];
  const named = <T extends { readonly table: string; readonly name: string }>(rows: readonly T[]): Map<string, T> =>
    new Map(rows.map((row) => [`${row.table}.${row.name}`, row]));
  return {
    tables: new Set(tables.map(({ name }) => name)),
    columns: named(columns),
    checks: named(checks),
    keys: named(keys),
    triggers: named(triggers),
    functions: new Map(functions.map(({ name, returns }) => [name, returns])),
  };
}

async function all<T>(pg: Knex, sql: string): Promise<T[]> {
  const { rows } = await pg.raw<{ rows: T[] }>(sql);
  return rows;
}
