import type { Migration } from "@medusajs/framework/mikro-orm/migrations";
import knex from "knex";
import type { Knex } from "knex";

/** A database of the spec's own in the run's Postgres, with only the named migrations and without Medusa. */
export interface OwnDatabase {
  /** A separate connection pool, like another process's. */
  pool(size: number): Knex;
  /** Copies the current state, and returns a function that restores it; connections break both times. */
  snapshot(): Promise<() => Promise<void>>;
  close(): Promise<void>;
}

export type MigrationClass = new (...args: ConstructorParameters<typeof Migration>) => Migration;

export async function ownDatabase(name: string, migrations: readonly MigrationClass[]): Promise<OwnDatabase> {
  const database = `acquiring_${name}_${process.env.JEST_WORKER_ID ?? "1"}`;
  const server = connect("postgres", 1);
  await server.raw("DROP DATABASE IF EXISTS ?? WITH (FORCE)", [database]);
  await server.raw("CREATE DATABASE ??", [database]);
  const pools: Knex[] = [];
  const pool = (size: number): Knex => {
    const made = connect(database, size);
    pools.push(made);
    return made;
  };
  const first = pool(1);
  for (const migration of migrations) for (const sql of await statements(migration)) await first.raw(sql);
  const without = async (work: () => Promise<void>): Promise<void> => {
    await server.raw("ALTER DATABASE ?? ALLOW_CONNECTIONS false", [database]);
    await server.raw("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = ?", [database]);
    await work();
  };
  return {
    pool,
    snapshot: async () => {
      const copy = `${database}_copy`;
      await server.raw("DROP DATABASE IF EXISTS ?? WITH (FORCE)", [copy]);
      await without(async () => {
        await server.raw("CREATE DATABASE ?? TEMPLATE ??", [copy, database]);
        await server.raw("ALTER DATABASE ?? ALLOW_CONNECTIONS true", [database]);
      });
      return () =>
        without(async () => {
          await server.raw("DROP DATABASE ??", [database]);
          await server.raw("ALTER DATABASE ?? RENAME TO ??", [copy, database]);
        });
    },
    close: async () => {
      await Promise.all(pools.map((each) => each.destroy()));
      await server.raw("DROP DATABASE IF EXISTS ?? WITH (FORCE)", [database]);
      await server.destroy();
    },
  };
}

export async function statements(Class: MigrationClass, way: "up" | "down" = "up"): Promise<string[]> {
  // @ts-expect-error -- it only collects its statements; it asks neither a driver nor a configuration
  const migration = new Class();
  await migration[way]();
  return migration.getQueries().map(String);
}

function connect(database: string, size: number): Knex {
  return knex({
    client: "pg",
    connection: {
      host: process.env.DB_HOST ?? "localhost",
      port: parseInt(process.env.DB_PORT ?? "5432", 10),
      user: process.env.DB_USERNAME,
      password: process.env.DB_PASSWORD,
      database,
    },
    pool: { min: 0, max: size },
  });
}
