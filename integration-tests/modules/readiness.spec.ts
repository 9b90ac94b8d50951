import type { Knex } from "knex";
import { Readiness, shippedMigrations } from "../../src/modules/acquiring/health/readiness";
import { startTimer } from "../../src/gateway/batching/batcher";
import type { OwnDatabase } from "../support/own-database";
import { ownDatabase } from "../support/own-database";

/** What a balancer is told, over a real Postgres; the clock of the looks is the test's. */
let database: OwnDatabase;
let pg: Knex;
let nowMs = 0;
let isStopping = false;
let queries = 0;

beforeEach(async () => {
  database = await ownDatabase("readiness", []);
  pg = database.pool(2);
  isStopping = false;
  queries = 0;
  pg.on("query", () => (queries += 1));
});
afterEach(() => database.close());

const MIGRATIONS = ["Migration20261125090000", "Migration20261126090000"];

const readiness = (): Readiness =>
  new Readiness({
    connection: pg,
    startTimer,
    migrations: MIGRATIONS,
    isStopping: () => isStopping,
    monotonicMs: () => nowMs,
  });

const later = (): number => (nowMs += 1_000);

async function migrate(...names: string[]): Promise<void> {
  await pg.raw("CREATE TABLE IF NOT EXISTS mikro_orm_migrations (name text)");
  await pg("mikro_orm_migrations").insert(names.map((name) => ({ name })));
}

test("a process is ready once every migration of its version is there", async () => {
  const ready = readiness();
  expect(await ready.look()).toBe("migrations");
  await migrate("Migration20261125090000", "MigrationOfAnotherModule");
  later();
  expect(await ready.look()).toBe("migrations");
  await migrate("Migration20261126090000");
  later();
  expect(await ready.look()).toBeNull();
});

test("a hundred concurrent checks are one database query, and the next ones query no migrations", async () => {
  await migrate(...MIGRATIONS);
  const ready = readiness();
  await ready.look();
  later();
  queries = 0;
  const answers = await Promise.all(Array.from({ length: 100 }, () => ready.look()));
  expect([new Set(answers), queries]).toEqual([new Set([null]), 1]);
});

test("a process without its database is not ready, and is again once it is back", async () => {
  await migrate(...MIGRATIONS);
  const ready = readiness();
  expect(await ready.look()).toBeNull();
  const held = await Promise.all([pg.client.acquireConnection(), pg.client.acquireConnection()]);
  later();
  expect(await ready.look()).toBe("database");
  for (const connection of held) await pg.client.releaseConnection(connection);
  later();
  expect(await ready.look()).toBeNull();
});

test("a process whose database is read-only, as a standby is, is not ready until it accepts writes", async () => {
  await migrate(...MIGRATIONS);
  const ready = readiness();
  expect(await ready.look()).toBeNull();
  const held = await Promise.all([pg.client.acquireConnection(), pg.client.acquireConnection()]);
  const setReadOnly = async (value: "on" | "off"): Promise<void> => {
    for (const connection of held) await pg.raw(`SET default_transaction_read_only = ${value}`).connection(connection);
  };
  await setReadOnly("on");
  for (const connection of held) await pg.client.releaseConnection(connection);
  later();
  expect(await ready.look()).toBe("database");
  await setReadOnly("off");
  later();
  expect(await ready.look()).toBeNull();
});

test("a stopping process is not ready, whatever it reported before", async () => {
  await migrate(...MIGRATIONS);
  const ready = readiness();
  expect(await ready.look()).toBeNull();
  isStopping = true;
  expect(await ready.look()).toBe("stopping");
});

test("the shipped migrations are those of every module", () => {
  const shipped = shippedMigrations();
  expect(shipped).toEqual(
    expect.arrayContaining(["Migration20261125090000", "Migration20261125090001", "Migration20261125090002"]),
  );
  expect(new Set(shipped).size).toBe(shipped.length);
});
