import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Figure } from "../benchmark";
import type { Recorded } from "../recorded";
import { labelOf, labelsOf, record, withFigures } from "../recorded";

const figure = (name: string, value: number, more: Partial<Figure> = {}): Figure => ({
  ...{ name, value, unit: "×", spread: [value, value + 1], guard: 1, target: { atMost: 2 } },
  ...more,
});
const when = { measuredOn: "2026-11-26", machine: "2 × CPU" };
const recording = { ...when, names: ["wire", "cart"] };
const earlier = { measuredOn: "2026-11-01", machine: "2 × CPU" };

test("a valid figure replaces the earlier one, a void one does not, and other benchmarks stay", () => {
  const before: Recorded = {
    wire: [
      { ...figure("p50", 9), ...earlier },
      { ...figure("p99", 9), ...earlier },
      { ...figure("no longer measured", 9), ...earlier },
    ],
    cart: [{ ...figure("p50", 7), ...earlier }],
  };
  const measured = [{ benchmark: "wire", figures: [figure("p50", 1), figure("p99", 1, { guard: 1.2 })] }];
  const { recorded, rejected } = record(before, measured, recording);
  expect(recorded.wire?.map(({ name, value, measuredOn }) => [name, value, measuredOn])).toEqual([
    ["p50", 1, "2026-11-26"],
    ["p99", 9, "2026-11-01"],
  ]);
  expect(recorded.cart).toEqual(before.cart);
  expect(rejected).toEqual(["wire: p99"]);
});

test("a benchmark that failed keeps its earlier figures", () => {
  const before: Recorded = { wire: [{ ...figure("p50", 9), ...earlier }] };
  expect(record(before, [{ benchmark: "wire", figures: [] }], recording).recorded).toEqual({ ...before, cart: [] });
});

test("figures with a slower disk stay beside the others of the benchmark", () => {
  const slow = labelOf("wire", "3");
  expect([slow, labelOf("wire", undefined)]).toEqual(["wire, flush of 3 ms", "wire"]);
  expect(labelsOf("wire", ["cart", slow, "wire-more, flush of 3 ms", slow])).toEqual(["wire", slow]);
  const before: Recorded = { wire: [{ ...figure("p50", 9), ...earlier }] };
  const { recorded } = record(before, [{ benchmark: slow, figures: [figure("p50", 1)] }], {
    ...when,
    names: labelsOf("wire", [slow]),
  });
  expect([recorded.wire?.[0]?.value, recorded[slow]?.[0]?.value]).toEqual([9, 1]);
});

test("the table has the figures in the order of the benchmarks, with their targets, and the rest of the page stays", () => {
  const page = "Before\n\n<!-- Written by `npm run bench -- --record`. -->\nold\n<!-- End of the figures. -->\nAfter";
  const recorded: Recorded = {
    wire: [
      { ...figure("p50", 1), ...when },
      { ...figure("time", 1_200, { unit: "ms", target: {} }), ...when },
    ],
    cart: [{ ...figure("p50", 3), ...when }],
  };
  const written = withFigures(page, recorded);
  expect(written).toMatch(/^Before\n[^]*\nAfter$/);
  expect(written).not.toContain("old");
  const cells = written
    .split("\n")
    .filter((line) => line.startsWith("|"))
    .map((line) => line.split("|").map((cell) => cell.trim()));
  expect(cells.slice(2).map((row) => row.slice(1, 6))).toEqual([
    ["`wire`", "p50", "1 × (1 to 2)", "≤ 2", "met"],
    ["", "time", "1,200 ms (1,200 to 1,201)", "", ""],
    ["`cart`", "p50", "3 × (3 to 4)", "≤ 2", "not met"],
  ]);
  expect(withFigures(written, recorded)).toBe(written);
  expect(() => withFigures("no table", recorded)).toThrow("has no lines");
});

test("docs/benchmarks.md has the recorded figures", () => {
  const root = join(__dirname, "../../..");
  const page = readFileSync(join(root, "docs/benchmarks.md"), "utf8");
  const recorded: Recorded = JSON.parse(readFileSync(join(root, "bench/figures.json"), "utf8"));
  expect(withFigures(page, recorded)).toBe(page);
});
