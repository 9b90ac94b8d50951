import type { Knex } from "knex";

/** SQL statements of a store and their query plans. */
export interface Statement {
  readonly sql: string;
  readonly bindings: readonly unknown[];
}

/** All statements on this pool while `work` runs, in order, without transaction control. */
export async function statementsOf(pg: Knex, work: () => Promise<unknown>): Promise<Statement[]> {
  const seen: Statement[] = [];
  const note = ({ sql, bindings }: Statement): void => void seen.push({ sql, bindings });
  pg.on("query", note);
  try {
    await work();
  } finally {
    pg.removeListener("query", note);
  }
  return seen.filter(({ sql }) => /^\s*(select|insert|update|delete|with)\b/i.test(sql));
}

/** The plan of a statement with its actual values. */
export async function planOf(pg: Knex, { sql, bindings }: Statement): Promise<string> {
  const inline = sql.replace(/\$(\d+)/g, (_whole, number: string) => literal(pg, bindings[parseInt(number, 10) - 1]));
  const { rows } = await pg.raw(`EXPLAIN ${inline.replaceAll("?", "\\?")}`);
  return rows.map((row: Record<string, string>) => row["QUERY PLAN"]).join("\n");
}

/** The plans of all executed statements. */
export async function plansOf(pg: Knex, ask: () => Promise<unknown>): Promise<string> {
  const plans: string[] = [];
  for (const statement of await statementsOf(pg, ask)) plans.push(await planOf(pg, statement));
  return plans.join("\n");
}

function literal(pg: Knex, value: unknown): string {
  if (value === null || value === undefined) return "NULL";
  if (Array.isArray(value)) return `ARRAY[${value.map((each) => literal(pg, each)).join(",")}]::text[]`;
  if (typeof value === "number") return String(value);
  const text = value instanceof Date ? value.toISOString() : typeof value === "object" ? JSON.stringify(value) : value;
  return pg.raw("?", [String(text)]).toString();
}
