import type { Knex } from "knex";

/**
 * Changes every table of ours as a migration of a later version may: a column that may be empty, one with a default, and
 * a further value in each list of a CHECK. The versions that run must not notice.
 */
export async function expandAllTables(pg: Knex): Promise<number> {
  const tables = await pg("pg_tables")
    .where({ schemaname: "public" })
    .where("tablename", "like", "acquiring%")
    .pluck<string[]>("tablename");
  for (const table of tables) {
    await briefly(pg, async (trx) => {
      await trx.raw("ALTER TABLE ?? ADD COLUMN later_text text, ADD COLUMN later_count integer NOT NULL DEFAULT 0", [
        table,
      ]);
      for (const { name, definition } of await listsOf(trx, table)) {
        const widened = definition.replace("ARRAY[", "ARRAY['a_later_value'::text, ");
        await trx.raw(`ALTER TABLE ?? DROP CONSTRAINT ??, ADD CONSTRAINT ?? ${widened}`, [table, name, name]);
      }
    });
  }
  return tables.length;
}

async function listsOf(pg: Knex, table: string): Promise<{ name: string; definition: string }[]> {
  const { rows } = await pg.raw<{ rows: { name: string; definition: string }[] }>(
    `SELECT conname AS name, pg_get_constraintdef(oid) AS definition FROM pg_constraint
     WHERE conrelid = ?::regclass AND contype = 'c' AND pg_get_constraintdef(oid) LIKE '%= ANY (ARRAY[%'`,
    [`public.${table}`],
  );
  return rows;
}

const MOST_TRIES = 60;

/** A migration under load waits for its lock for a moment only, or it would stop all payments; then it tries again. */
async function briefly(pg: Knex, change: (trx: Knex) => Promise<void>): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await pg.transaction(async (trx) => {
        await trx.raw("SET LOCAL lock_timeout = '500ms'");
        await change(trx);
      });
    } catch (error) {
      const isBusy = error instanceof Error && "code" in error && (error.code === "55P03" || error.code === "40P01");
      if (!isBusy || tries === MOST_TRIES) throw error;
    }
  }
}
