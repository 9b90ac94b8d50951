import type { Cost } from "./budget";
import { FIGURES } from "./budget";
import type { BudgetStore } from "./budget-store";
import type { Operation } from "./operation";
import type { SqlCounter } from "./sql-counter";
import type { Wal } from "./wal";

/**
 * The cost of one operation, repeated until two runs agree: a timer that fires meanwhile adds a statement to one of them.
 * The first run only warms up.
 */
const MOST_RUNS = 8;
/**
 * The smallest number of bytes counts: a full page adds some hundred, because an updated row is then logged whole and every
 * index gets an entry.
 */
const LEAST_RUNS = 5;

/** Work after an answer belongs to the operation; this long without a statement means that it is over. */
const QUIET_MS = 60;

export interface Meter {
  readonly store: BudgetStore;
  readonly counter: SqlCounter;
  readonly wal: Wal;
}

export interface Measurement {
  readonly cost: Cost;
  /** Flushes that Postgres counted. */
  readonly synced: number;
  readonly statements: readonly string[];
}

export async function measure(meter: Meter, operation: Operation): Promise<Measurement> {
  if (operation.isConcurrent) return measureOnce(meter, operation);
  await measureOnce(meter, operation);
  const runs: Measurement[] = [];
  while (runs.length < MOST_RUNS) {
    runs.push(await measureOnce(meter, operation));
    const agreed = runs.find((run) => runs.filter((other) => countsOf(other) === countsOf(run)).length > 1);
    if (!agreed || runs.length < LEAST_RUNS) continue;
    const alike = runs.filter((run) => countsOf(run) === countsOf(agreed));
    assertKnownFlushes(operation, alike);
    return { ...agreed, cost: { ...agreed.cost, walBytes: Math.min(...alike.map(({ cost }) => cost.walBytes)) } };
  }
  throw new Error(`"${operation.name}" costs something else each time: ${runs.map(countsOf).join("; ")}`);
}

/** Commits that happen together share a flush, so there may be fewer; more would be flushes that no commit explains. */
function assertKnownFlushes({ name }: Operation, runs: readonly Measurement[]): void {
  const unexplained = Math.min(...runs.map(({ synced, cost }) => synced - cost.flushes));
  if (unexplained > 0) throw new Error(`"${name}" flushes the WAL ${String(unexplained)} times more than it commits.`);
}

const countsOf = ({ cost }: Measurement): string =>
  FIGURES.filter((figure) => figure !== "walBytes")
    .map((figure) => `${figure} ${String(cost[figure])}`)
    .join(", ");

async function measureOnce({ store, counter, wal }: Meter, operation: Operation): Promise<Measurement> {
  const act = await operation.prepare(store);
  await counter.quiet(QUIET_MS);
  const before = (await store.gateway.requests()).length;
  const writtenSince = await wal.mark();
  counter.begin();
  await act();
  await counter.quiet(QUIET_MS);
  const { lazy, ...sql } = counter.counts();
  const statements = counter.statements();
  const { commits, synced, walBytes } = await writtenSince();
  const requests = (await store.gateway.requests()).length - before;
  return { cost: { ...sql, commits, flushes: commits - lazy, walBytes, requests }, synced, statements };
}
