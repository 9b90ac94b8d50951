import fc from "fast-check";
import type { PlanInterval } from "../billing-calendar";
import { anchorOf, chargeDate, isBillingOver, nextCharge, nextChargeDue, planIntervals } from "../billing-calendar";
import type { Terms } from "../terms";

const at = (text: string): Date => new Date(`${text}T10:00:00.000Z`);
const days = (dates: readonly Date[]): string[] => dates.map((date) => date.toISOString().slice(0, 10));
const series = (anchor: string, interval: PlanInterval, count: number, length: number): string[] =>
  days(Array.from({ length }, (_, index) => chargeDate(at(anchor), { interval, intervalCount: count }, index)));

test.each([
  ["2027-01-31", "month", 1, ["2027-01-31", "2027-02-28", "2027-03-31", "2027-04-30", "2027-05-31"]],
  ["2028-01-31", "month", 1, ["2028-01-31", "2028-02-29", "2028-03-31"]],
  ["2028-02-29", "year", 1, ["2028-02-29", "2029-02-28", "2030-02-28", "2031-02-28", "2032-02-29"]],
  ["2027-08-31", "month", 3, ["2027-08-31", "2027-11-30", "2028-02-29", "2028-05-31"]],
  ["2026-12-25", "week", 1, ["2026-12-25", "2027-01-01", "2027-01-08"]],
  ["2028-02-27", "day", 1, ["2028-02-27", "2028-02-28", "2028-02-29", "2028-03-01"]],
] as const)("what begins on %s is charged every %s × %s on its own days", (anchor, interval, count, expected) => {
  expect(series(anchor, interval, count, expected.length)).toEqual(expected);
});

const rhythms = fc.record({
  interval: fc.constantFrom(...planIntervals),
  intervalCount: fc.integer({ min: 1, max: 24 }),
});
const anchors = fc.date({ min: new Date("2026-01-01"), max: new Date("2032-12-31"), noInvalidDate: true });

test("dates only go forward, keep the anchor's time of day, and return to its day where the month has it", () => {
  fc.assert(
    fc.property(anchors, rhythms, fc.integer({ min: 0, max: 60 }), (anchor, rhythm, number) => {
      const date = chargeDate(anchor, rhythm, number);
      const next = chargeDate(anchor, rhythm, number + 1);
      expect(next > date).toBe(true);
      expect(date.getTime() % 86_400_000).toBe(anchor.getTime() % 86_400_000);
      if (rhythm.interval === "month" || rhythm.interval === "year") {
        const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
        expect(date.getUTCDate()).toBe(Math.min(anchor.getUTCDate(), last));
      }
    }),
  );
});

test("after a charge up to a third of a period early or late the next date follows, none skipped or repeated", () => {
  fc.assert(
    fc.property(
      anchors,
      rhythms,
      fc.integer({ min: 1, max: 40 }),
      fc.double({ min: -0.33, max: 0.33, noNaN: true }),
      (anchor, rhythm, number, off) => {
        const date = chargeDate(anchor, rhythm, number);
        const period = chargeDate(anchor, rhythm, number + 1).getTime() - date.getTime();
        const shortest = Math.min(period, date.getTime() - chargeDate(anchor, rhythm, number - 1).getTime());
        const charged = new Date(Math.round(date.getTime() + off * shortest));
        expect(nextCharge(anchor, rhythm, charged)).toEqual(chargeDate(anchor, rhythm, number + 1));
      },
    ),
  );
});

const terms: Terms = {
  name: "Coffee",
  interval: "month",
  intervalCount: 1,
  billingCycles: null,
  promotionCycles: null,
  startsOn: null,
  endsOn: null,
  priceId: null,
};
const bought = { anchor: at("2027-01-31"), lastChargedAt: at("2027-01-31"), charges: 1, reported: null };

test("the gateway's next charge date takes precedence over ours, unless it has passed", () => {
  expect(nextChargeDue(terms, bought)).toEqual(at("2027-02-28"));
  expect(nextChargeDue(terms, { ...bought, reported: at("2027-03-02") })).toEqual(at("2027-03-02"));
  expect(nextChargeDue(terms, { ...bought, reported: at("2027-01-30") })).toEqual(at("2027-02-28"));
});

test("a charge that the gateway skipped is due although it already names the next one", () => {
  expect(nextChargeDue(terms, { ...bought, reported: at("2027-03-31") })).toEqual(at("2027-02-28"));
  const daily = { ...terms, interval: "day" as const };
  expect(nextChargeDue(daily, { ...bought, reported: at("2027-02-02") })).toEqual(at("2027-02-01"));
});

test("nothing is due when all charges were made, or after the last day", () => {
  expect(nextChargeDue({ ...terms, billingCycles: 1 }, bought)).toBeNull();
  expect(nextChargeDue({ ...terms, billingCycles: 2 }, bought)).toEqual(at("2027-02-28"));
  expect(nextChargeDue({ ...terms, endsOn: "2027-02-28" }, bought)).toEqual(at("2027-02-28"));
  expect(nextChargeDue({ ...terms, endsOn: "2027-02-27" }, bought)).toBeNull();
  expect(isBillingOver({ ...terms, billingCycles: 2 }, 1, at("2027-02-01"))).toBe(false);
  expect(isBillingOver({ ...terms, billingCycles: 2 }, 2, at("2027-02-01"))).toBe(true);
  expect(isBillingOver({ ...terms, endsOn: "2027-02-27" }, 1, at("2027-02-27"))).toBe(false);
  expect(isBillingOver({ ...terms, endsOn: "2027-02-27" }, 1, at("2027-02-28"))).toBe(true);
});

test("a subscription that starts later is counted from that day, one that started before from the purchase", () => {
  expect(anchorOf({ startsOn: "2027-02-10" }, at("2027-01-31"))).toEqual(new Date("2027-02-10T00:00:00.000Z"));
  expect(anchorOf({ startsOn: "2027-01-10" }, at("2027-01-31"))).toEqual(at("2027-01-31"));
  const later = { ...bought, anchor: new Date("2027-02-10T00:00:00.000Z") };
  expect(nextChargeDue(terms, later)).toEqual(later.anchor);
});
