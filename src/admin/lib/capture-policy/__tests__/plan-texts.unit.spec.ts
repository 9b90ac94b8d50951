import type { CapturePlan } from "../../../../api-schema/admin";
import { formatAmount } from "../../amounts";
import { formatMoment } from "../../view";
import { leftText, planTexts } from "../plan-texts";
import { textsIn } from "./policy-examples";

const plan = (change: Partial<CapturePlan> = {}): CapturePlan => ({
  capture: "on_shipment",
  at_expiry: "capture",
  expires_at: "2026-12-04T10:00:00.000Z",
  acts_at: "2026-12-03T10:00:00.000Z",
  due_now: "0",
  ...change,
});

const said = async (change: Partial<CapturePlan>): Promise<readonly string[]> =>
  planTexts(
    {
      ...(await textsIn("en")),
      money: (amount, currency) => formatAmount(amount, currency, "en"),
      moment: (at) => formatMoment(at, "en", "UTC"),
    },
    plan(change),
    { currency: "EUR", now: new Date("2026-12-03T09:00:00.000Z") },
  );

const AT = "Dec 3, 2026, 10:00:00 AM";

test.each<[Partial<CapturePlan>, readonly string[]]>([
  [{}, ["Captured on shipment.", `What is still authorised is captured on ${AT}.`]],
  [{ capture: "manual", at_expiry: "void" }, ["Captured by staff.", `What is still authorised is voided on ${AT}.`]],
  [{ capture: "before_expiry" }, [`What is still authorised is captured on ${AT}.`]],
  [{ at_expiry: "remind", acts_at: null }, ["Captured on shipment.", "Staff are reminded before it expires."]],
  [
    { at_expiry: "void", acts_at: "2026-12-03T08:59:59.000Z" },
    [
      "It was due on Dec 3, 2026, 8:59:59 AM. If it hasn't happened, staff decide: the payment may be held or its order cancelled.",
    ],
  ],
  [{ due_now: "0.50" }, ["€0.50 will be captured by the policy now."]],
])("what the policy will do (%#)", async (change, expected) => {
  const texts = (await said(change)).map((text) => text.replaceAll("\u202f", " "));
  expect(texts).toEqual(expected);
});

test.each([
  ["en", "3 days left", "May have expired"],
  ["de", "noch 3 Tage", "Vielleicht abgelaufen"],
  ["pl", "jeszcze 3 dni", "Mogła wygasnąć"],
])("the time left in %s", async (language, left, over) => {
  const words = await textsIn(language);
  expect(leftText(words, { stage: "days", number: 3, unit: "day" })).toBe(left);
  expect(leftText(words, { stage: "over", number: 0, unit: "minute" })).toBe(over);
});
