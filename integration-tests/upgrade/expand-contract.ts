import type { Knex } from "knex";
import type { Catalogue, OnTable } from "./catalogue";
import { refusedRow } from "./narrowed-checks";

/**
 * What a migration took from the version before, which may still be running, or be started again: tables, columns and
 * functions that it uses, rows that it may write. New tables are free. The result of each: its name, and what is wrong.
 */
export interface Broken {
  /** As a migration names it in `contracts`. */
  readonly subject: string;
  readonly words: string;
}

export async function brokenBy(pg: Knex, before: Catalogue, after: Catalogue): Promise<Broken[]> {
  return [
    ...[...before.tables]
      .filter((table) => !after.tables.has(table))
      .map((table) => ({ subject: table, words: "the table is dropped or renamed" })),
    ...columns(before, after),
    ...changed("keys", before, after),
    ...changed("triggers", before, after),
    ...functions(before, after),
    ...(await checks(pg, before, after)),
  ];
}

function columns(before: Catalogue, after: Catalogue): Broken[] {
  const found: Broken[] = [];
  for (const [subject, { table, type, notNull, hasDefault }] of before.columns) {
    if (!after.tables.has(table)) continue;
    const now = after.columns.get(subject);
    if (!now) found.push({ subject, words: "the column is dropped or renamed" });
    else if (now.type !== type) found.push({ subject, words: `its type changes from ${type} to ${now.type}` });
    else if (now.notNull && !notNull) found.push({ subject, words: "it becomes NOT NULL" });
    else if (hasDefault && !now.hasDefault && now.notNull) found.push({ subject, words: "it loses its default" });
  }
  for (const [subject, { table, notNull, hasDefault }] of after.columns) {
    if (before.tables.has(table) && !before.columns.has(subject) && notNull && !hasDefault)
      found.push({ subject, words: "the new column is NOT NULL without a default" });
  }
  return found;
}

/** Keys and triggers of tables that existed: none is added, none is taken away. */
function changed(kind: "keys" | "triggers", before: Catalogue, after: Catalogue): Broken[] {
  const found: Broken[] = [];
  const isOld = ({ table }: OnTable): boolean => before.tables.has(table) && after.tables.has(table);
  for (const [subject, { definition, table }] of before[kind]) {
    if (!after.tables.has(table)) continue;
    const now = after[kind].get(subject);
    if (!now) found.push({ subject, words: "it is dropped" });
    else if (now.definition !== definition) found.push({ subject, words: "it changes" });
  }
  for (const [subject, each] of after[kind])
    if (isOld(each) && !before[kind].has(subject) && !hasNewColumn(each, before))
      found.push({ subject, words: MAY_REFUSE });
  return found;
}

const MAY_REFUSE = "it may refuse what was accepted";

/** A key over a new column: the version before leaves the column empty, and empty values are never alike. */
function hasNewColumn({ table, definition }: OnTable & { readonly definition: string }, before: Catalogue): boolean {
  const [, columns = ""] = /^CREATE UNIQUE INDEX [^(]*\(([^()]*)\)(?! NULLS NOT DISTINCT)/.exec(definition) ?? [];
  return columns.split(", ").some((column) => column !== "" && !before.columns.has(`${table}.${column}`));
}

function functions(before: Catalogue, after: Catalogue): Broken[] {
  return [...before.functions]
    .filter(([name, returns]) => after.functions.get(name) !== returns)
    .map(([name]) => ({ subject: name, words: "the function is dropped or returns something else" }));
}

async function checks(pg: Knex, before: Catalogue, after: Catalogue): Promise<Broken[]> {
  const found: Broken[] = [];
  for (const [subject, check] of after.checks) {
    if (!before.tables.has(check.table) || before.checks.get(subject)?.expression === check.expression) continue;
    const row = await refusedRow(pg, check, before);
    if (row !== null) found.push({ subject, words: `the CHECK refuses ${row}, which was accepted` });
  }
  return found;
}

/** Was a table changed that existed before, and may be in use? */
export function changesOldTables(before: Catalogue, after: Catalogue): boolean {
  const shown = ({ columns, checks, keys, triggers }: Catalogue): string =>
    JSON.stringify(
      [columns, checks, keys, triggers].map((kind: ReadonlyMap<string, { readonly table: string }>) =>
        [...kind].filter(([, { table }]) => before.tables.has(table)).sort(([one], [other]) => (one < other ? -1 : 1)),
      ),
    );
  return shown(before) !== shown(after);
}

/** Without those whose subject a migration names with a published release, in which the code had stopped to use it. */
export function unexcused(
  broken: readonly Broken[],
  contracts: Readonly<Record<string, string>>,
  published: readonly string[],
): Broken[] {
  return broken.filter(({ subject }) => !published.includes(contracts[subject] ?? ""));
}

/** A trigger that runs after the row is written, and of which the migration says why it refuses nothing. */
export const isHarmless = (
  { subject, words }: Broken,
  harmless: Readonly<Record<string, string>>,
  { triggers }: Catalogue,
): boolean =>
  words === MAY_REFUSE && (harmless[subject] ?? "") !== "" && / AFTER /.test(triggers.get(subject)?.definition ?? "");
