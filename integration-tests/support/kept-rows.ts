import knex from "knex";
import type { Knex } from "knex";

/**
 * Brings a database back to rows it had before. Copying the whole database for each test
 * makes and removes thousands of files, which takes a second and more; what a test
 * changed is a few rows. Triggers do not fire meanwhile: the journal refuses deletes.
 */
const KEPT = "kept_rows";
/** A table of so many is looked at first: writing that much anew for each test takes longer than counting it. */
const MANY = 1_000;

export class KeptRows {
  readonly #pg: Knex;
  #restore = "";

  constructor(databaseUrl: string) {
    this.#pg = knex({ client: "pg", connection: databaseUrl, pool: { min: 0, max: 1 } });
  }

  /** Tables that are made later are not among those that are brought back. */
  async keep(): Promise<void> {
    const statements: string[] = [];
    await this.#pg.raw(`DROP SCHEMA IF EXISTS ${KEPT} CASCADE`);
    await this.#pg.raw(`CREATE SCHEMA ${KEPT}`);
    for (const table of await this.names("SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'")) {
      const { rows } = await this.#pg.raw("SELECT EXISTS (SELECT FROM ??) AS filled", [`public.${table}`]);
      if (rows[0].filled !== true) {
        statements.push(`DELETE FROM public."${table}";`);
        continue;
      }
      await this.#pg.raw(`CREATE UNLOGGED TABLE ${KEPT}."${table}" AS TABLE public."${table}"`);
      statements.push(await this.rewriting(table));
    }
    for (const sequence of await this.names(
      "SELECT sequencename AS name FROM pg_sequences WHERE schemaname = 'public'",
    )) {
      const { rows } = await this.#pg.raw("SELECT last_value, is_called FROM ??", [`public.${sequence}`]);
      const { last_value: value, is_called: isCalled } = rows[0];
      statements.push(`PERFORM setval('public."${sequence}"', ${String(value)}, ${String(isCalled)});`);
    }
    this.#restore = `DO $$ BEGIN ${statements.join("\n")} END $$`;
  }

  private async rewriting(table: string): Promise<string> {
    const rewrite = `DELETE FROM public."${table}"; INSERT INTO public."${table}" OVERRIDING SYSTEM VALUE SELECT * FROM ${KEPT}."${table}";`;
    // Whatever is written has a later transaction than all before it; what is deleted is missing.
    const print = `(SELECT count(*) || ' ' || max(xmin::text::bigint) FROM public."${table}")`;
    const { rows } = await this.#pg.raw(`SELECT count(*)::int AS count, ${print} AS print FROM public."${table}"`);
    return rows[0].count < MANY ? rewrite : `IF ${print} <> '${String(rows[0].print)}' THEN ${rewrite} END IF;`;
  }

  async restore(): Promise<void> {
    await this.#pg.transaction(async (trx) => {
      await trx.raw("SET LOCAL session_replication_role = replica");
      await trx.raw("SET LOCAL lock_timeout = '30s'");
      await trx.raw(this.#restore);
    });
  }

  private async names(sql: string): Promise<string[]> {
    const { rows } = await this.#pg.raw<{ rows: { name: string }[] }>(`${sql} ORDER BY 1`);
    return rows.map(({ name }) => name);
  }

  async close(): Promise<void> {
    await this.#pg.destroy();
  }
}
