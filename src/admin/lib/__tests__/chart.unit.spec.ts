import type { Point } from "../chart";
import { barsOf, lineOf, slowestOf, totalOf } from "../chart";

const point = (change: Partial<Point>): Point => ({
  at: "2026-11-21T10:00:00.000Z",
  requests: 10,
  failed: 0,
  p50: 50,
  p95: 100,
  ...change,
});

test("the busiest step is the highest bar, and failures are a share of it", () => {
  const bars = barsOf([point({ requests: 20, failed: 5 }), point({ requests: 10 })], 200, 100);
  expect(bars.map(({ height, failed }) => [height, failed])).toEqual([
    [100, 25],
    [50, 0],
  ]);
});

test("a step without requests interrupts the line, and a single step is a dash", () => {
  const nothing = point({ requests: 0, p50: null, p95: null });
  expect(lineOf([point({}), nothing, point({})], "p95", 300, 100)).toBe("M10 0h80 M210 0h80");
  expect(lineOf([point({}), point({}), nothing, point({})], "p50", 400, 100)).toBe("M50 50 L150 50 M310 50h80");
});

test("neighbouring steps are joined", () => {
  expect(lineOf([point({}), point({ p95: 50 })], "p95", 200, 100)).toBe("M50 0 L150 50");
});

test("without traffic nothing is drawn", () => {
  expect(barsOf([], 200, 100)).toEqual([]);
  expect(lineOf([], "p95", 200, 100)).toBe("");
  expect([slowestOf([]), totalOf([], "requests")]).toEqual([0, 0]);
});

test("each failure is counted once", () => {
  expect(totalOf([point({ failed: 2 }), point({ failed: 3 })], "failed")).toBe(5);
});
