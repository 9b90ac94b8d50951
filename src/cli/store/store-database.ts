import { knex } from "@medusajs/framework/mikro-orm/knex";

const CONNECT_MS = 5_000;

export type Database = ReturnType<typeof knex>;

export async function withDatabase<T>(databaseUrl: string, work: (pg: Database) => Promise<T>): Promise<T> {
  const pg = knex({
    client: "pg",
    connection: { connectionString: databaseUrl, connectionTimeoutMillis: CONNECT_MS },
    pool: { min: 0, max: 1 },
    acquireConnectionTimeout: 2 * CONNECT_MS,
  });
  try {
    return await work(pg);
  } finally {
    await pg.destroy();
  }
}
