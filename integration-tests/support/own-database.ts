import type { Migration } from "@medusajs/framework/mikro-orm/migrations";
import knex from "knex";
import type { Knex } from "knex";

/**
 * A database of a spec file's own in the run's Postgres, with the tables of the
 * migrations it names and nothing else: no Medusa is booted for what is plain SQL.
 */
export interface OwnDatabase {
  /** A pool of connections of its own, as another process has one. */
  pool(size: number): Knex;
  /** Keeps a copy of it as it is now, and gives back what makes it so again; connections break both times, as by a restored backup. */
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
