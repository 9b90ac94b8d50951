import type { Fact } from "../../../../../gateway/model/facts";
import type { Outcome } from "../../../../../gateway/model/outcome";
import { outcomeFact } from "../../../ledger/fact-details";
import type { Configuration } from "./configurations";
import { applied } from "./ledger";
import type { Clocks, Rules } from "./rules";
import type { Order, Process, World } from "./world";

/** One thing that happens, and what the files that say what can happen share. */
export interface Step {
  readonly label: string;
  readonly world: World;
  /** What the step itself does wrong. */
  readonly violation?: string | null;
}

export interface Explored {
  readonly configuration: Configuration;
  readonly rules: Rules;
}

export type Which = 0 | 1;
export const NAME = ["A", "B"] as const;

/** A process that does something. */
export interface At {
  readonly world: World;
  readonly which: Which;
  readonly explored: Explored;
}

/** A is slow and B is fast, each by more than the negative proof waits; in ms. */
const WRONG_BY = [-125_000, 125_000] as const;
export const clocksOf = (which: Which, database: number): Clocks => ({ database, own: database + WRONG_BY[which] });

export const NOT_FOUND_FINAL_AFTER_MS = 900_000;

export const withProcess = (world: World, which: Which, change: Partial<Process>): World => {
  const [a, b] = world.processes;
  return { ...world, processes: which === 0 ? [{ ...a, ...change }, b] : [a, { ...b, ...change }] };
};

export const withOrder = (world: World, index: number, change: Partial<Order>): World => ({
  ...world,
  orders: world.orders.map((order, at) => (at === index ? { ...order, ...change } : order)),
});

export const orderAt = ({ orders }: World, index: number): Order => {
  const order = orders[index];
  if (!order) throw new Error(`There is no order ${String(index)}.`);
  return order;
};

/** The row after the answer to its own write, or the lack of one. */
export function reducedBy(
  { row }: Order,
  { id, outcome, now }: { readonly id: string; readonly outcome: Outcome<Fact>; readonly now: number },
  rules: Rules,
): Order["row"] {
  const own = row.operations.find((each) => each.id === id);
  if (!own) return row;
  const context = {
    source: "response",
    askedAt: now,
    operationId: id,
    unknownFinalAfterMs: NOT_FOUND_FINAL_AFTER_MS,
  } as const;
  return applied(row, rules.reduceOutcome(row, own, outcome, context), outcomeFact(outcome));
}
