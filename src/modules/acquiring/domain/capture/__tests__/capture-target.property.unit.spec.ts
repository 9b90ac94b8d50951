import * as fc from "fast-check";
import type { Handed, OrderedItem } from "../capture-target";
import { coverageOf, dueOf, targetOf } from "../capture-target";
import { createFraction, fractionOf, plus } from "../fraction";

/**
 * Orders as Medusa computes them: unit prices of currencies with 0, 2 and 3 decimals, tax rates, discounts with more decimals than
 * the currency has, shipping, and quantities handed over in any number of steps.
 */
const decimal = (max: number, digits: number): fc.Arbitrary<string> =>
  fc
    .tuple(fc.integer({ min: 0, max }), fc.integer({ min: 0, max: 10 ** digits - 1 }))
    .map(([whole, rest]) => `${String(whole)}.${String(rest).padStart(digits, "0")}`);

const quantity = fc.oneof(
  fc.integer({ min: 1, max: 12 }).map(String),
  decimal(9, 2).filter((text) => !/^[0.]+$/.test(text)),
);

interface DrawnItem {
  readonly total: string;
  readonly ordered: string;
  readonly needsShipping: boolean;
}

const item: fc.Arbitrary<DrawnItem> = fc.record({
  total: fc.oneof(decimal(5_000, 9), decimal(50, 2), fc.constant("0")),
  ordered: quantity,
  needsShipping: fc.boolean(),
});

const EXPONENTS = [0, 2, 3];

const order = fc.record({
  items: fc.array(item, { minLength: 1, maxLength: 8 }),
  shipping: decimal(100, 4),
  credit: decimal(20, 2),
  exponent: fc.constantFrom(...EXPONENTS),
  /** In each step, how much of each item is handed over by then, in percent: cumulative once sorted. */
  steps: fc.array(fc.array(fc.integer({ min: 0, max: 100 }), { minLength: 8, maxLength: 8 }), {
    minLength: 1,
    maxLength: 6,
  }),
  by: fc.constantFrom<Handed>("fulfilled", "shipped"),
});

function totalOf(drawn: {
  readonly items: readonly DrawnItem[];
  readonly shipping: string;
  readonly credit: string;
  readonly exponent: number;
}): bigint {
  const scale = 10n ** BigInt(drawn.exponent);
  const sum = drawn.items.reduce((all, { total }) => plus(all, createFraction(total)), createFraction(drawn.shipping));
  const whole = fractionOf(scale, sum);
  const credit = fractionOf(scale, createFraction(drawn.credit));
  return whole > credit ? whole - credit : 0n;
}

function itemsAt(items: readonly DrawnItem[], percents: readonly number[]): OrderedItem[] {
  return items.map(({ total, ordered, needsShipping }, index) => {
    const count = createFraction(ordered);
    const done = { over: count.over * BigInt(percents[index] ?? 0), under: count.under * 100n };
    return { total: createFraction(total), ordered: count, fulfilled: done, shipped: done, needsShipping };
  });
}

/** The steps of the plan, ever growing, and everything at the end. */
const growing = (steps: readonly (readonly number[])[]): number[][] => {
  const reached = Array.from({ length: 8 }, () => 0);
  const all = steps.map((step) =>
    step.map((percent, index) => (reached[index] = Math.max(reached[index] ?? 0, percent))),
  );
  return [...all, Array.from({ length: 8 }, () => 100)];
};

describe("partial captures", () => {
  test("add up to the order's total exactly, never decrease and are never negative", () => {
    fc.assert(
      fc.property(order, (drawn) => {
        const total = totalOf(drawn);
        let captured = 0n;
        for (const percents of growing(drawn.steps)) {
          const target = targetOf(total, coverageOf(itemsAt(drawn.items, percents), drawn.by));
          const due = dueOf(target, [{ id: "only", holds: total, captured, inFlight: 0n }], "only");
          expect(due >= 0n).toBe(true);
          expect(target >= captured && target <= total).toBe(true);
          captured += due;
          expect(captured).toBe(target);
        }
        expect(captured).toBe(total);
      }),
      { numRuns: 500 },
    );
  });

  test("of several payments never exceed the target or what each holds, and cover it from the oldest on", () => {
    const payments = fc.array(fc.record({ holds: fc.bigInt(0n, 500n), captured: fc.bigInt(0n, 500n) }), {
      minLength: 1,
      maxLength: 5,
    });
    fc.assert(
      fc.property(payments, fc.bigInt(0n, 2_000n), (drawn, target) => {
        const all = drawn.map(({ holds, captured }, index) => ({
          id: String(index),
          holds,
          captured: captured < holds ? captured : holds,
          inFlight: 0n,
        }));
        const before = all.reduce((sum, { captured }) => sum + captured, 0n);
        const held = all.reduce((sum, { holds }) => sum + holds, 0n);
        for (const [index, payment] of all.entries()) {
          const due = dueOf(target, all, payment.id);
          expect(due >= 0n && payment.captured + due <= payment.holds).toBe(true);
          all[index] = { ...payment, captured: payment.captured + due };
        }
        const after = all.reduce((sum, { captured }) => sum + captured, 0n);
        expect(after <= (before > target ? before : target)).toBe(true);
        if (before === 0n) expect(after).toBe(target < held ? target : held);
      }),
      { numRuns: 500 },
    );
  });

  test("an order of free items is shared out by quantity", () => {
    const free = (shipped: string): OrderedItem => ({
      total: createFraction("0"),
      ordered: createFraction("2"),
      fulfilled: createFraction("2"),
      shipped: createFraction(shipped),
      needsShipping: true,
    });
    expect(targetOf(500n, coverageOf([free("1")], "shipped"))).toBe(250n);
    expect(targetOf(500n, coverageOf([free("2")], "shipped"))).toBe(500n);
  });

  test("an order without items is not handed over", () => {
    expect(targetOf(500n, coverageOf([], "shipped"))).toBe(0n);
  });
});
