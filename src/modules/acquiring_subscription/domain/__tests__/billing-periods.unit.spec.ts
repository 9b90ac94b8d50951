import { nextChargeDue, billingPeriodOf } from "../billing-calendar";
import type { PeriodCharge, Series } from "../billing-periods";
import { isTwice, lastCounted, latestAfter, leftOut } from "../billing-periods";
import type { Terms } from "../terms";
import { isAfterEnd } from "../terms";

const at = (text: string): Date => new Date(`${text}${text.length === 10 ? "T10:00" : ""}:00.000Z`);
const terms: Terms = {
  name: "Coffee",
  interval: "day",
  intervalCount: 1,
  billingCycles: null,
  promotionCycles: null,
  startsOn: null,
  endsOn: null,
  priceId: null,
};
const daily: Series = { anchor: at("2027-01-30"), terms };
const monthly: Series = { anchor: at("2027-01-31"), terms: { ...terms, interval: "month" } };
/** Starts on the same day in the gateway's zone, some hours before ours. */
const later: Series = {
  anchor: new Date("2027-02-10T00:00:00.000Z"),
  terms: { ...terms, interval: "month", startsOn: "2027-02-10" },
};

const came = (first: string, ...renewals: string[]): PeriodCharge[] =>
  [first, ...renewals].map((day, index) => ({ chargedAt: at(day), isPaid: true, isFirst: index === 0 }));
const days = (series: Series, charges: readonly PeriodCharge[]): string[] =>
  leftOut(series, charges).map((day) => day.toISOString().slice(0, 10));

test("a period without a charge is missing, also if the next charge came within the grace period", () => {
  expect(days(daily, came("2027-01-30", "2027-01-31", "2027-02-01"))).toEqual([]);
  expect(days(daily, came("2027-01-30", "2027-02-02", "2027-02-04"))).toEqual([
    "2027-01-31",
    "2027-02-01",
    "2027-02-03",
  ]);
  expect(days(monthly, came("2027-01-31", "2027-03-31"))).toEqual(["2027-02-28"]);
  const declined = came("2027-01-31", "2027-02-28", "2027-03-31").map((one) => ({ ...one, isPaid: false }));
  expect(days(monthly, declined)).toEqual([]);
});

test("a missing charge that comes late, or came early, as a second one in a period replaces it", () => {
  expect(days(daily, came("2027-01-30", "2027-02-01", "2027-02-01"))).toEqual([]);
  expect(days(monthly, came("2027-01-31", "2027-01-31T11:00", "2027-03-31"))).toEqual([]);
});

test("the purchase of a subscription that starts later is not one of its periods, and a first renewal hours before its day is", () => {
  expect(days(later, came("2027-01-31", "2027-02-09T16:00", "2027-03-09T16:00"))).toEqual([]);
  expect(days(later, came("2027-02-08", "2027-03-10"))).toEqual(["2027-02-10"]);
  const charges = came("2027-01-31", "2027-02-09T16:00");
  const lastChargedAt = lastCounted(later, charges) ?? at("2027-01-31");
  expect(nextChargeDue(later.terms, { anchor: later.anchor, lastChargedAt, charges: 2, reported: null })).toEqual(
    new Date("2027-03-10T00:00:00.000Z"),
  );
  const reported = at("2027-03-09T16:00");
  expect(nextChargeDue(later.terms, { anchor: later.anchor, lastChargedAt, charges: 2, reported })).toEqual(reported);
  expect(lastCounted(later, came("2027-01-31"))).toEqual(at("2027-01-31"));
  expect(lastCounted(later, [])).toBeNull();
});

test("the first payment of a subscription that starts at once is its first period's, and nothing is due before a later start", () => {
  expect(days(daily, came("2027-01-29T22:00", "2027-01-31"))).toEqual([]);
  expect(days(later, came("2027-02-10T01:00", "2027-04-10"))).toEqual(["2027-03-10"]);
  const bought = { anchor: later.anchor, lastChargedAt: at("2026-11-01"), charges: 1, reported: null };
  expect(nextChargeDue(later.terms, bought)).toEqual(later.anchor);
});

const twice = (series: Series, charges: readonly PeriodCharge[], reported: string | null): boolean => {
  const charge = charges.at(-1);
  if (!charge) throw new Error("There is no charge.");
  const more = {
    charge,
    others: charges.slice(0, -1),
    paid: charges.length,
    reported: reported === null ? null : at(reported),
  };
  return isTwice(series, more);
};

test("a second paid charge of a period is a duplicate, unless the gateway says that it is the next period's", () => {
  const double = came("2027-01-31", "2027-02-28", "2027-02-28T11:00");
  expect(twice(monthly, double, "2027-03-31")).toBe(true);
  expect(twice(monthly, double, null)).toBe(true);
  expect(twice(monthly, double, "2027-04-30")).toBe(false);
  expect(twice(monthly, came("2027-01-31", "2027-02-28"), "2027-03-31")).toBe(false);
  expect(twice(monthly, came("2027-01-31", "2027-02-28"), "2027-02-28")).toBe(false);
  const declined = double.map((one, index) => (index === 1 ? { ...one, isPaid: false } : one));
  expect(twice(monthly, declined, null)).toBe(false);
  expect(twice(later, came("2027-02-08", "2027-02-09T16:00"), "2027-03-09T16:00")).toBe(false);
  expect(twice(later, came("2027-02-08", "2027-02-09T16:00", "2027-02-10"), "2027-03-09T16:00")).toBe(true);
});

test("a charge belongs to the nearest date", () => {
  const slot = (moment: string): number => billingPeriodOf(monthly.anchor, monthly.terms, at(moment));
  expect(["2027-01-01", "2027-01-31", "2027-02-13", "2027-02-15", "2027-03-31"].map(slot)).toEqual([0, 0, 0, 1, 2]);
});

test("a charge on the last agreed day is valid in the gateway's time zone, a later one is not", () => {
  expect(isAfterEnd({ endsOn: "2027-02-28" }, at("2027-03-01T23:59"))).toBe(false);
  expect(isAfterEnd({ endsOn: "2027-02-28" }, at("2027-03-02T00:00"))).toBe(true);
  expect(isAfterEnd({ endsOn: null }, at("2037-03-02"))).toBe(false);
});

test("of a subscription that is no longer charged the latest missing period, if one was agreed", () => {
  const latest = (series: Series, until: string, made = 1) =>
    latestAfter(series, { first: at("2027-02-28"), until: at(until), made }).map((day) =>
      day.toISOString().slice(0, 10),
    );
  expect(latest(monthly, "2027-03-30")).toEqual([]);
  expect(latest(monthly, "2027-03-31")).toEqual(["2027-03-31"]);
  expect(latest(monthly, "2027-05-20")).toEqual(["2027-04-30"]);
  // A date that the gateway named late is still the first one's.
  expect(latestAfter(monthly, { first: at("2027-03-10"), until: at("2027-03-12"), made: 1 })).toEqual([]);
  const of = (more: Partial<Terms>): Series => ({ ...monthly, terms: { ...monthly.terms, ...more } });
  expect(latest(of({ endsOn: "2027-04-29" }), "2027-05-20")).toEqual(["2027-03-31"]);
  expect(latest(of({ endsOn: "2027-02-28" }), "2027-05-20")).toEqual([]);
  expect(latest(of({ billingCycles: 3 }), "2027-09-20")).toEqual(["2027-03-31"]);
  expect(latest(of({ billingCycles: 2 }), "2027-09-20")).toEqual([]);
});
