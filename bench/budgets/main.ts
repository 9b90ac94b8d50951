import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { format } from "prettier";
import { addressOf, storeTables } from "../harness/databases";
import type { Cost, Costs } from "./budget";
import { Budgets, differencesOf, updatedBudgets } from "./budget";
import { openBudgetStore } from "./budget-store";
import { measure } from "./measure";
import type { Operation } from "./operation";
import { operations } from "./operations";
import { costTable, differenceTable } from "./report";
import { installSqlCounter } from "./sql-counter";
import { openWal } from "./wal";

/**
 * `npm run budgets [-- --update] [-- --only TEXT] [-- --statements]`: measures each operation and compares it with the
 * file. A difference in either direction fails. Started by `scripts/budgets.cjs`, which starts Postgres.
 */
const FILE = join(__dirname, "budgets.json");
const HOW =
  "A change that makes an operation cheaper or dearer updates its budget: npm run budgets -- --update, and say why in the commit.";

const { values } = parseArgs({
  options: {
    update: { type: "boolean", default: false },
    only: { type: "string", default: "" },
    statements: { type: "boolean", default: false },
  },
});

async function measureAll(chosen: readonly Operation[]): Promise<Costs> {
  const counter = installSqlCounter();
  const databaseUrl = addressOf(process.env.BENCH_DATABASE_URL ?? "", "acquiring_budgets");
  await storeTables(databaseUrl);
  const wal = await openWal(databaseUrl, counter);
  const store = await openBudgetStore(databaseUrl);
  const costs: Record<string, Cost> = {};
  for (const operation of chosen) {
    const { cost, statements } = await measure({ store, counter, wal }, operation);
    costs[operation.name] = cost;
    if (values.statements) console.log(`\n${operation.name}\n${statements.map((text) => `  ${text}`).join("\n")}`);
  }
  await store.close();
  await wal.close();
  return costs;
}

function judge(budgets: Budgets, costs: Costs): boolean {
  const differences = differencesOf(budgets, costs);
  console.log(`${costTable(costs)}\n`);
  if (differences.length === 0) {
    console.log(`${String(Object.keys(costs).length)} operations cost what bench/budgets/budgets.json says.`);
    return true;
  }
  console.log(`FAILED  not as in bench/budgets/budgets.json:\n${differenceTable(differences)}\n\n${HOW}`);
  return false;
}

async function main(): Promise<boolean> {
  const all = Budgets.parse(JSON.parse(readFileSync(FILE, "utf8")));
  const chosen = operations.filter(({ name }) => name.includes(values.only));
  if (chosen.length === 0) throw new Error(`No operation has "${values.only}" in its name.`);
  const left = Object.entries(all.operations).filter(([name]) => !name.includes(values.only));
  const budgets = {
    ...all,
    operations: Object.fromEntries(Object.entries(all.operations).filter(([name]) => name.includes(values.only))),
  };
  const costs = await measureAll(chosen);
  if (!values.update) return judge(budgets, costs);
  const concurrent = operations.filter(({ isConcurrent }) => isConcurrent === true).map(({ name }) => name);
  const { operations: updated } = updatedBudgets({ ...budgets, concurrent }, costs);
  const merged = { ...Object.fromEntries(left), ...updated };
  const ordered = operations.flatMap(({ name }) => (merged[name] ? [[name, merged[name]] as const] : []));
  const file = JSON.stringify({ ...all, concurrent, operations: Object.fromEntries(ordered) }, null, 2);
  writeFileSync(FILE, await format(file, { parser: "json" }));
  console.log(`${costTable(costs)}\n\nbench/budgets/budgets.json is up to date.`);
  return true;
}

main().then(
  (isGood) => process.exit(isGood ? 0 : 1),
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
