import { z } from "@medusajs/framework/zod";

/**
 * What an operation costs, in numbers that do not depend on the machine, and how they are compared with
 * `budgets.json`: counts exactly, bytes and operations with inner concurrency with the tolerance in that file.
 */
export const FIGURES = [
  "statements",
  "ours",
  "roundTrips",
  "transactions",
  "commits",
  "flushes",
  "walBytes",
  "requests",
] as const;
export type FigureName = (typeof FIGURES)[number];

const count = z.number().int().nonnegative();
export const Cost = z.strictObject({
  /** SQL statements, without BEGIN, COMMIT and the like. */
  statements: count,
  /** Those of them that name one of our tables. */
  ours: count,
  /** Answers of Postgres. */
  roundTrips: count,
  /** Transactions, including single statements and those that only read. */
  transactions: count,
  /** Transactions that wrote something. */
  commits: count,
  /** Those of them that wait until the WAL is on the disk. Concurrent ones may share a flush. */
  flushes: count,
  /** Bytes of WAL records, without page images. */
  walBytes: count,
  /** Requests to the gateway. */
  requests: count,
});
export type Cost = z.infer<typeof Cost>;

export const Budgets = z.strictObject({
  tolerance: z.strictObject({
    /** Of `walBytes`: the larger of the two. */
    walFraction: z.number().min(0).max(0.5),
    walBytes: count,
    /** Of every count except `requests`, for operations whose steps run concurrently. */
    concurrentFraction: z.number().min(0).max(0.5),
  }),
  concurrent: z.array(z.string()),
  operations: z.record(z.string(), Cost),
});
export type Budgets = z.infer<typeof Budgets>;
export type Costs = Readonly<Record<string, Cost>>;

export interface Difference {
  readonly operation: string;
  readonly figure: FigureName;
  readonly budget: number | null;
  readonly measured: number | null;
}

/** Every difference in either direction, also for an operation that only one of them has. */
export function differencesOf(budgets: Budgets, measured: Costs): readonly Difference[] {
  const names = new Set([...Object.keys(budgets.operations), ...Object.keys(measured)]);
  return [...names].flatMap((operation) =>
    FIGURES.map((figure): Difference => {
      const [budget, cost] = [budgets.operations[operation], measured[operation]];
      return { operation, figure, budget: budget?.[figure] ?? null, measured: cost?.[figure] ?? null };
    }).filter((difference) => !isWithin(budgets, difference)),
  );
}

function isWithin(budgets: Budgets, { operation, figure, budget, measured }: Difference): boolean {
  if (budget === null || measured === null) return false;
  return Math.abs(measured - budget) <= allowance(budgets, { operation, figure, budget });
}

function allowance(
  { tolerance, concurrent }: Budgets,
  { operation, figure, budget }: { readonly operation: string; readonly figure: FigureName; readonly budget: number },
): number {
  if (figure === "walBytes") return Math.max(budget * tolerance.walFraction, tolerance.walBytes);
  const isExact = figure === "requests" || !concurrent.includes(operation);
  return isExact ? 0 : budget * tolerance.concurrentFraction;
}

/** The file after an update: figures within the tolerance keep their number, so that only what changed changes. */
export function updatedBudgets(budgets: Budgets, measured: Costs): Budgets {
  const changed = new Set(differencesOf(budgets, measured).map(({ operation, figure }) => `${operation} ${figure}`));
  const operations = Object.entries(measured).map(([operation, cost]): [string, Cost] => {
    const old = budgets.operations[operation] ?? cost;
    const figures = FIGURES.map((figure) => [figure, (changed.has(`${operation} ${figure}`) ? cost : old)[figure]]);
    return [operation, Cost.parse(Object.fromEntries(figures))];
  });
  return { ...budgets, operations: Object.fromEntries(operations) };
}
