import knex from "knex";
import type { Knex } from "knex";

/**
 * Restores a database's rows between tests. Copying the whole database takes a second or more; a test changes only a
 * few rows. Triggers are off meanwhile, because the journal refuses deletes.
 */
/** Larger tables are compared first: rewriting them takes longer than counting. */
const MANY = 1_000;

export class KeptRows {
  readonly #pg: Knex;

  /** `schema`: where the copies are kept. */
  constructor(
    databaseUrl: string,
    private readonly schema = "kept_rows",
  ) {
    this.#pg = knex({ client: "pg", connection: databaseUrl, pool: { min: 0, max: 1 } });
  }

  /** Tables created later are not restored. */
  async keep(): Promise<void> {
    const statements: string[] = [];
    await this.#pg.raw(`DROP SCHEMA IF EXISTS ${this.schema} CASCADE`);
    await this.#pg.raw(`CREATE SCHEMA ${this.schema}`);
    for (const table of await this.names("SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'")) {
      const { rows } = await this.#pg.raw("SELECT EXISTS (SELECT FROM ??) AS filled", [`public.${table}`]);
      if (rows[0].filled !== true) {
        statements.push(`DELETE FROM public."${table}";`);
        continue;
      }
      await this.#pg.raw(`CREATE UNLOGGED TABLE ${this.schema}."${table}" AS TABLE public."${table}"`);
      statements.push(await this.rewriting(table));
    }
    for (const sequence of await this.names(
      "SELECT sequencename AS name FROM pg_sequences WHERE schemaname = 'public'",
    )) {
      const { rows } = await this.#pg.raw("SELECT last_value, is_called FROM ??", [`public.${sequence}`]);
      const { last_value: value, is_called: isCalled } = rows[0];
      statements.push(`PERFORM setval('public."${sequence}"', ${String(value)}, ${String(isCalled)});`);
    }
    // A function's plans are kept for the connection; a `DO` block plans some three hundred statements each time.
    await this.#pg.raw(
      `CREATE FUNCTION ${this.schema}.restore() RETURNS void LANGUAGE plpgsql AS $$ BEGIN ${statements.join("\n")} END $$`,
    );
  }

  private async rewriting(table: string): Promise<string> {
    const rewrite = `DELETE FROM public."${table}"; INSERT INTO public."${table}" OVERRIDING SYSTEM VALUE SELECT * FROM ${this.schema}."${table}";`;
    // Every write has a later transaction ID than all before; deletions change the count.
    const print = `(SELECT count(*) || ' ' || max(xmin::text::bigint) FROM public."${table}")`;
    const { rows } = await this.#pg.raw(`SELECT count(*)::int AS count, ${print} AS print FROM public."${table}"`);
    return rows[0].count < MANY ? rewrite : `IF ${print} <> '${String(rows[0].print)}' THEN ${rewrite} END IF;`;
  }

  async restore(): Promise<void> {
    await this.#pg.transaction(async (trx) => {
      await trx.raw("SET LOCAL session_replication_role = replica");
      await trx.raw("SET LOCAL lock_timeout = '30s'");
      await trx.raw(`SELECT ${this.schema}.restore()`);
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
