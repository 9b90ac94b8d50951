import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { allMigrations } from "../support/all-migrations";
import type { OwnDatabase } from "../support/own-database";
import { ownDatabase } from "../support/own-database";

/** What the documents give an owner to ask the database: each statement is one that the tables of this version answer. */
const DOCS = join(__dirname, "../../docs");
const MODULES = ["acquiring", "acquiring_subscription", "acquiring_payout"];

const statements = readdirSync(DOCS)
  .filter((name) => name.endsWith(".md"))
  .flatMap((name) =>
    [...readFileSync(join(DOCS, name), "utf8").matchAll(/^```sql\n([\s\S]*?)^```$/gm)].map(
      ([, sql = ""], index) => [`${name}, statement ${String(index + 1)}`, sql] as const,
    ),
  );

let database: OwnDatabase;

beforeAll(async () => {
  const migrations = [];
  for (const module of MODULES) migrations.push(...(await allMigrations(module)));
  database = await ownDatabase("documented_sql", migrations);
});
afterAll(() => database.close());

test("there are statements in the documents", () => {
  expect(statements.length).toBeGreaterThan(3);
});

test.each(statements)("the database accepts %s", async (_place, sql) => {
  await expect(database.pool(1).raw(`EXPLAIN ${sql}`)).resolves.toBeDefined();
});
