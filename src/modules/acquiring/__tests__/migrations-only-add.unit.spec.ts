import { allMigrations } from "../../../../integration-tests/support/all-migrations";
import { statements } from "../../../../integration-tests/support/own-database";

/**
 * docs/upgrading.md: migrations only add or widen, so that the version before works over the tables of the next. An
 * index, a check or a trigger may be made anew under its own name.
 */
const MODULES = ["acquiring", "acquiring_subscription", "acquiring_payout"];
/** What forgets something; a trigger that is told when to fire names these words too. */
const FORGETS = /\bdrop\s+(table|column)\b|^\s*(delete|truncate|update)\b|\balter\s+column\b|\brename\b/i;

test.each(MODULES)("no migration of %s removes or rewrites what an earlier one created", async (module) => {
  const said: string[] = [];
  const migrations = await allMigrations(module);
  for (const migration of migrations) said.push(...(await statements(migration)));
  expect(said.length).toBeGreaterThan(migrations.length);
  expect(said.filter((sql) => FORGETS.test(sql))).toEqual([]);
});
