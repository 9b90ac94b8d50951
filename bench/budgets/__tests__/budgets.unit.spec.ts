import stored from "../budgets.json";
import type { Cost } from "../budget";
import { Budgets, differencesOf, updatedBudgets } from "../budget";
import { operations } from "../operations";
import { differenceTable } from "../report";

const COST: Cost = {
  statements: 33,
  ours: 10,
  roundTrips: 43,
  transactions: 23,
  commits: 6,
  flushes: 6,
  walBytes: 9_856,
  requests: 1,
};

const budgetsOf = (cost: Cost, concurrent: string[] = []): Budgets => ({
  tolerance: { walFraction: 0.1, walBytes: 512, concurrentFraction: 0.1 },
  concurrent,
  operations: { capture: cost },
});

test("the file has a budget for every operation, in the same order, and names the concurrent ones", () => {
  const budgets = Budgets.parse(stored);
  expect(Object.keys(budgets.operations)).toEqual(operations.map(({ name }) => name));
  expect(budgets.concurrent).toEqual(operations.filter(({ isConcurrent }) => isConcurrent).map(({ name }) => name));
});

test("one statement more and one flush fewer are both differences", () => {
  const measured = { capture: { ...COST, statements: 34, flushes: 5 } };
  expect(differencesOf(budgetsOf(COST), measured)).toEqual([
    { operation: "capture", figure: "statements", budget: 33, measured: 34 },
    { operation: "capture", figure: "flushes", budget: 6, measured: 5 },
  ]);
});

test.each([
  [10_841, []],
  [10_842, ["walBytes"]],
  [8_871, []],
  [8_870, ["walBytes"]],
])("%i bytes of WAL against 9,856 with a tolerance of a tenth", (walBytes, figures) => {
  const differences = differencesOf(budgetsOf(COST), { capture: { ...COST, walBytes } });
  expect(differences.map(({ figure }) => figure)).toEqual(figures);
});

test("few bytes of WAL may differ by the tolerance in bytes", () => {
  const budgets = budgetsOf({ ...COST, walBytes: 0 });
  expect(differencesOf(budgets, { capture: { ...COST, walBytes: 512 } })).toEqual([]);
  expect(differencesOf(budgets, { capture: { ...COST, walBytes: 513 } })).toHaveLength(1);
});

test("counts of a concurrent operation may differ by a tenth, its requests may not", () => {
  const budgets = budgetsOf(COST, ["capture"]);
  expect(differencesOf(budgets, { capture: { ...COST, statements: 36 } })).toEqual([]);
  expect(differencesOf(budgets, { capture: { ...COST, statements: 37, requests: 2 } })).toHaveLength(2);
});

test("an operation without a budget, and a budget without an operation, are differences", () => {
  const differences = differencesOf(budgetsOf(COST), { refund: COST });
  expect(new Set(differences.map(({ operation }) => operation))).toEqual(new Set(["capture", "refund"]));
  expect(differenceTable(differences)).toMatch(/^capture +statements +33 +none$/m);
});

test("an update takes what changed and keeps what is within its tolerance", () => {
  const measured = { capture: { ...COST, statements: 30, walBytes: 9_900 }, refund: COST };
  const updated = updatedBudgets(budgetsOf(COST), measured);
  expect(updated.operations).toEqual({ capture: { ...COST, statements: 30 }, refund: COST });
  expect(differencesOf(updated, measured)).toEqual([]);
});
