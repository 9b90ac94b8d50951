import { areSameRules, changesBetween, moved } from "../rule-changes";
import { coveredBy } from "../rule-scope";
import { namedProblem, otherProblems, problemsByRule } from "../rule-refusals";
import { aRule } from "./policy-examples";

const A = aRule({ account: "main" });
const B = aRule({ method: "card" });
const C = aRule({ region_id: "reg_1" });

test.each([
  [0, 1, "bac"],
  [1, 0, "bac"],
  [2, 0, "cab"],
  [0, 2, "bca"],
  [0, -1, "abc"],
  [2, 3, "abc"],
  [7, 0, "abc"],
])("the rule at %i moved to %i", (from, to, expected) => {
  expect(moved(["a", "b", "c"], from, to).join("")).toBe(expected);
});

const shapes = (before: Parameters<typeof changesBetween>[0], after: typeof before) =>
  changesBetween(before, after).map(({ kind, from, to }) => [kind, from, to]);

test("equal lists have no changes", () => {
  expect(changesBetween([A, B], [A, { ...B }])).toEqual([]);
  expect(areSameRules([A, B], [A, { ...B }])).toBe(true);
  expect(areSameRules([A, B], [B, A])).toBe(false);
  expect(areSameRules([A], [A, B])).toBe(false);
});

test("an added and a removed rule move no other", () => {
  expect(shapes([A, B], [C, A, B])).toEqual([["added", null, 1]]);
  expect(shapes([C, A, B], [A, B])).toEqual([["removed", 1, null]]);
});

test("of two rules that swapped places one was moved", () => {
  expect(shapes([A, B], [B, A])).toHaveLength(1);
  expect(shapes([A, B, C], [B, C, A])).toEqual([["moved", 1, 3]]);
});

test("a rule with another content for the same payments was changed", () => {
  const later = { ...B, hours: 48 };
  expect(changesBetween([A, B], [A, later])).toEqual([{ kind: "changed", rule: later, before: B, from: 2, to: 2 }]);
});

test("a rule for other payments is another rule", () => {
  expect(shapes([A], [B])).toEqual([
    ["removed", 1, null],
    ["added", null, 1],
  ]);
});

test("equal rules twice are matched one to one", () => {
  expect(shapes([A, A], [A])).toEqual([["removed", 2, null]]);
  expect(shapes([A], [A, A])).toEqual([["added", null, 2]]);
});

test("a rule never applies if one above names the same payments or more", () => {
  const narrow = aRule({ account: "main", method: "card" });
  expect(coveredBy([B, narrow], 1)).toBe(0);
  expect(coveredBy([narrow, B], 1)).toBe(null);
  expect(coveredBy([C, aRule(), narrow], 2)).toBe(1);
  expect(coveredBy([A], 0)).toBe(null);
  expect(coveredBy([A], 5)).toBe(null);
});

test("the server's errors belong to the rules as they were sent", () => {
  const problems = { "rules.0.hours": "too many", "rules.1": "twice", "rules.9.account": "?", version: "old" };
  const found = problemsByRule(problems, [7, 4]);
  expect([found.get(7), found.get(4), found.size]).toEqual([{ hours: "too many" }, { "": "twice" }, 2]);
  expect(otherProblems(problems, [7, 4])).toEqual({ "rules.9.account": "?", version: "old" });
});

test.each([
  ["rules.1.hours: 168 is too much.", { "rules.1.hours": "168 is too much." }],
  ["rules.0: no", { "rules.0": "no" }],
  ["version: 3 is no longer the current one.", {}],
  ["The store didn't respond.", {}],
  [null, {}],
])("the field that %j names", (trouble, expected) => {
  expect(namedProblem(trouble)).toEqual(expected);
});
