import { peerDependencies } from "../../package.json";
import type { Result } from "../../scripts/matrix/page.cjs";
import { isPassed, page, passedVersions } from "../../scripts/matrix/page.cjs";
import { peerRange } from "../../scripts/matrix/peer-range.cjs";
import recorded from "../../scripts/matrix/results.json";
import { STEPS } from "../../scripts/matrix/step-names.cjs";
import { textOf } from "./read-document";

/** docs/compatibility.md and the peer range say what the recorded runs of `npm run matrix` say, and no more. */
const results = recorded as readonly Result[];

const CELL = { medusa: "2.18.0", node: "20", postgres: "17", manager: "npm" } as const;
const passing: Result = {
  cell: CELL,
  date: "2026-11-26",
  steps: Object.keys(STEPS).map((step) => ({ step, outcome: "passed", seconds: 1 })),
};
const failing: Result = {
  ...passing,
  steps: [
    { step: "install", outcome: "passed", seconds: 1 },
    { step: "migrate", outcome: "failed", seconds: 1, message: "The migration failed:\nmore" },
  ],
};

/** Prettier only changes widths and line ends. */
const plain = (text: string): string => text.replace(/-{3,}/g, "---").replace(/\s+/g, " ");

test("the page is made from the recorded runs", () => {
  expect(plain(textOf("docs/compatibility.md"))).toBe(plain(page(results)).trim() + " ");
});

test("a combination that was not run, or not to its end, is not shown as working", () => {
  expect(page([])).not.toMatch(/passed \d/);
  expect(passedVersions([])).toEqual([]);
  expect(page([passing])).toContain("passed 2026-11-26");
  expect(page([failing])).toMatch(/failed 2026-11-26[\s\S]*What failed[\s\S]*npm: migrate: The migration failed:\n/);
  expect(page([failing])).not.toContain("passed 2026-11-26");
  const early = { ...passing, steps: passing.steps.slice(0, -1) };
  expect([isPassed(passing), isPassed(failing), isPassed(early)]).toEqual([true, false, false]);
});

test("a version of which one run failed is not a supported one", () => {
  expect(passedVersions([passing, { ...failing, cell: { ...CELL, node: "22" } }])).toEqual([]);
  expect(passedVersions([passing])).toEqual(["2.18.0"]);
});

test("the range of Medusa ends with the minor of the highest version that passed", () => {
  expect(peerRange(["2.18.0", "2.21.2"])).toBe(">=2.18.0 <2.22.0");
  expect(peerRange(["2.18.0", "2.22.0-snapshot-1"])).toBe(">=2.18.0 <2.19.0 || >=2.22.0-snapshot-1 <2.23.0");
});

test("the peer dependencies are the range of the recorded versions that passed", () => {
  const range = peerRange(passedVersions(results));
  const names = ["admin-sdk", "cli", "framework", "icons", "medusa"].map((name) => `@medusajs/${name}`);
  expect(Object.entries(peerDependencies).filter(([name]) => names.includes(name))).toEqual(
    names.map((name) => [name, range]),
  );
});
