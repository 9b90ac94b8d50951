import { generateEntityId } from "@medusajs/framework/utils";
import type { Knex } from "@medusajs/framework/mikro-orm/knex";
import { ERASABLE, runTransaction } from "../../modules/acquiring";
import type { TextKind } from "./masked-text";
import { maskedText, withoutDigits } from "./masked-text";

/** Finds and erases card numbers in stored texts: digits become asterisks, and an audit record says who and why. */
export interface ErasedColumn {
  readonly table: string;
  readonly row: string;
  readonly field: string;
}

export interface ErasedBy {
  readonly actor: string;
  readonly reason: string;
}

const ROWS_AT_ONCE = 1_000;
const KINDS: Readonly<Record<string, TextKind>> = { details: "json", facts: "json", body: "base64" };
const kindOf = (field: string): TextKind => KINDS[field] ?? "text";

export const isErasable = ({ table, field }: Omit<ErasedColumn, "row">): boolean =>
  Object.hasOwn(ERASABLE, table) && ERASABLE[table]?.fields.includes(field) === true;

/** Fields with a card number, without unprocessed messages. `most`: rows per table. Returns whether all were read. */
export async function* findCardData(pg: Knex, most = Number.POSITIVE_INFINITY): AsyncGenerator<ErasedColumn, boolean> {
  let isWhole = true;
  for (const [table, { fields }] of Object.entries(ERASABLE)) {
    if (!(await pg.schema.hasTable(table))) continue;
    let count = 0;
    for (let after = ""; ;) {
      const rows = await pageOf(pg, { table, fields, after });
      for (const row of rows)
        for (const field of fields) {
          const text = row[field];
          if (typeof text === "string" && maskedText(text, kindOf(field)) !== null)
            yield { table, row: row.id ?? "", field };
        }
      after = rows.at(-1)?.id ?? "";
      if (rows.length < ROWS_AT_ONCE) break;
      count += rows.length;
      if (count < most) continue;
      isWhole = false;
      break;
    }
  }
  return isWhole;
}

async function pageOf(
  pg: Knex,
  { table, fields, after }: { readonly table: string; readonly fields: readonly string[]; readonly after: string },
): Promise<readonly Readonly<Record<string, string | null>>[]> {
  const query = pg(table)
    .where("id", ">", after)
    .orderBy("id")
    .limit(ROWS_AT_ONCE)
    .select("id", ...fields.map((field) => pg.raw("??::text AS ??", [field, field])));
  if (table === "acquiring_inbox_event") void query.whereNot({ status: "pending" });
  return query;
}

/** Returns the number of digits replaced (0: nothing to erase). `whole`: erase every digit of the field. */
export async function eraseField(
  pg: Knex,
  { table, row, field }: ErasedColumn,
  { actor, reason, whole = false }: ErasedBy & { readonly whole?: boolean },
): Promise<number> {
  return runTransaction(pg, async (trx) => {
    const found = await trx(table)
      .where({ id: row })
      .forUpdate()
      .first<{ text: string | null } | undefined>(trx.raw("??::text AS text", [field]));
    const text = found?.text ?? null;
    const masked = text === null ? null : (whole ? withoutDigits : maskedText)(text, kindOf(field));
    if (masked === null) return 0;
    const id = generateEntityId(undefined, "acqera");
    const { rows } = await trx.raw<{ rows: { digits: number }[] }>(
      "SELECT acquiring_erase(?, ?, ?, ?, ?, ?, ?) AS digits",
      [id, table, row, field, masked, actor, reason],
    );
    return rows[0]?.digits ?? 0;
  });
}

export async function hasMoreErasures(pg: Knex, most: number): Promise<boolean> {
  return (await pg("acquiring_erasure").select("id").offset(most).limit(1)).length > 0;
}

export async function erasureProblems(pg: Knex): Promise<readonly string[]> {
  const { rows } = await pg.raw<{ rows: { problem: string }[] }>(
    "SELECT acquiring_erasure_problems AS problem FROM acquiring_erasure_problems()",
  );
  return rows.map(({ problem }) => problem);
}
