import { PlanInput } from "../../../../api-schema/admin";
import type { AdminPlan } from "../../../../api-schema/admin";
import type { PlanDraft } from "../plan-form";
import { decimalsIn } from "../../amounts";
import { planDraftOf, readDraft } from "../plan-form";

const draft = (change: Partial<PlanDraft> = {}): PlanDraft => ({
  ...planDraftOf(null, ["eur", "jpy"], "Coffee"),
  amounts: { eur: "12.50", jpy: "" },
  ...change,
});
const errors = (change: Partial<PlanDraft>): unknown => {
  const read = readDraft(draft(change));
  return "errors" in read ? read.errors : null;
};

const plan: AdminPlan = {
  id: "acqplan_1",
  variant_id: "variant_1",
  name: "Club",
  amounts: { eur: "9.00", usd: "10.00" },
  interval: "week",
  interval_count: 2,
  billing_cycles: 12,
  promotion_cycles: 3,
  starts_on: "2027-01-01",
  ends_on: "2027-12-31",
  price_id: "p1",
  active: 4,
  updated_at: "2026-11-21T08:00:00.000Z",
};

test("a new form is monthly, and its other fields are empty", () => {
  expect(readDraft(draft())).toEqual({
    input: {
      name: "Coffee",
      amounts: { eur: "12.50" },
      interval: "month",
      interval_count: 1,
      billing_cycles: null,
      promotion_cycles: null,
      starts_on: null,
      ends_on: null,
      price_id: null,
    },
  });
});

test("a plan that is opened and saved is unchanged, with the store's changed currencies", () => {
  const read = readDraft(planDraftOf(plan, ["eur", "gbp"], "other"));
  const { id: _id, variant_id: _variant, active: _active, updated_at: _at, ...same } = plan;
  expect(read).toEqual({ input: same });
});

test.each([
  ["12,50", "12.50"],
  [" 7 ", "7"],
])("%p is parsed as %s", (typed, amount) => {
  expect(readDraft(draft({ amounts: { eur: typed } }))).toMatchObject({ input: { amounts: { eur: amount } } });
});

test.each<[Partial<PlanDraft>, Record<string, string>]>([
  [{ name: " " }, { name: "name" }],
  [{ name: "x".repeat(201) }, { name: "name" }],
  [{ amounts: { eur: " " } }, { amounts: "amounts" }],
  [{ amounts: { eur: "0.00" } }, { "amounts.eur": "amount" }],
  [{ amounts: { eur: "-3" } }, { "amounts.eur": "amount" }],
  [{ amounts: { eur: "1.234" } }, { "amounts.eur": "amount" }],
  [{ amounts: { eur: "1.5", jpy: "1.5" } }, { "amounts.jpy": "amount" }],
  [{ count: "" }, { count: "count" }],
  [{ count: "366" }, { count: "count" }],
  [{ count: "1.5" }, { count: "count" }],
  [{ cycles: "0" }, { cycles: "cycles" }],
  [{ cycles: "2", promotion: "3" }, { promotion: "promotion" }],
  [{ promotion: "many" }, { promotion: "cycles" }],
  [{ starts: "2027-01-02", ends: "2027-01-02" }, { ends: "ends" }],
  [{ priceId: "x".repeat(101) }, { priceId: "priceId" }],
])("%p is invalid at: %p", (change, expected) => {
  expect(errors(change)).toEqual(expected);
});

test("the server accepts what the form accepts", () => {
  for (const change of [{}, { cycles: "1000", promotion: "1000" }, { count: "365", ends: "2030-02-28" }]) {
    const read = readDraft(draft(change));
    expect("input" in read && PlanInput.safeParse(read.input).success).toBe(true);
  }
});

test("a currency has its number of decimals", () => {
  expect(["eur", "jpy", "kwd", "?"].map(decimalsIn)).toEqual([2, 0, 3, 2]);
});
