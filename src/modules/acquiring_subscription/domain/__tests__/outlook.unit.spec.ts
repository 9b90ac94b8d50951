import type { Evidence } from "../next-state";
import { nextSubscriptionState } from "../next-state";
import type { Situation } from "../next-charge";
import { nextChargeOf } from "../next-charge";
import type { Terms } from "../terms";

const evidence = (over: Partial<Evidence>): Evidence => ({
  gatewayState: "active",
  payment: "good",
  isDone: false,
  ...over,
});

test.each([
  ["pending", { payment: "open", gatewayState: "unnamed" }, "pending"],
  ["pending", { gatewayState: "unnamed" }, "pending"],
  ["pending", { payment: "lost", gatewayState: "unnamed" }, "failed"],
  ["pending", {}, "active"],
  ["pending", { gatewayState: "over" }, "cancelled"],
  ["active", { gatewayState: "cancelling" }, "cancelling"],
  ["active", { gatewayState: "over" }, "cancelled"],
  ["active", { gatewayState: "over", isDone: true }, "ended"],
  ["active", { isDone: true }, "ended"],
  ["active", { payment: "lost" }, "active"],
  ["cancelling", {}, "active"],
  ["cancelling", { gatewayState: "over" }, "cancelled"],
  ["cancelled", {}, "active"],
  ["cancelled", { gatewayState: "cancelling" }, "cancelled"],
  ["cancelled", { isDone: true, gatewayState: "over" }, "cancelled"],
  ["ended", {}, "active"],
  ["ended", { isDone: true }, "ended"],
  ["failed", {}, "active"],
] as const)("a subscription that is %s and of which %j is known is then %s", (state, known, expected) => {
  expect(nextSubscriptionState(state, evidence(known))).toBe(expected);
});

const HOUR = 3_600_000;
const at = (text: string): Date => new Date(`${text}:00.000Z`);
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
const situation = (over: Partial<Situation>): Situation => ({
  terms,
  state: "active",
  anchor: at("2027-01-31T10:00"),
  lastChargedAt: at("2027-01-31T10:00"),
  charges: 1,
  reported: null,
  boughtAt: at("2027-01-31T10:00"),
  cancelledAt: null,
  graceMs: 48 * HOUR,
  now: at("2027-02-27T10:00"),
  ...over,
});

test("a charge is late only after the grace period, and is looked for before", () => {
  const look = (now: string): [boolean, string | undefined] => {
    const { isOverdue, nextCheckAt } = nextChargeOf(situation({ now: at(now) }));
    return [isOverdue, nextCheckAt?.toISOString().slice(0, 16)];
  };
  expect(look("2027-02-20T10:00")).toEqual([false, "2027-02-21T10:00"]);
  expect(look("2027-02-28T09:00")).toEqual([false, "2027-02-28T11:00"]);
  expect(look("2027-02-28T11:00")).toEqual([false, "2027-02-28T22:00"]);
  expect(look("2027-03-01T10:00")).toEqual([false, "2027-03-02T10:00"]);
  expect(look("2027-03-02T09:59")).toEqual([false, "2027-03-02T10:00"]);
  expect(look("2027-03-02T10:00")).toEqual([true, "2027-03-03T10:00"]);
});

test("a cancelled subscription is checked until a prepared charge can no longer come", () => {
  const cancelled = (now: string) => nextChargeOf(situation({ state: "cancelled", now: at(now) })).nextCheckAt;
  expect(cancelled("2027-02-20T10:00")).toEqual(at("2027-02-21T10:00"));
  expect(cancelled("2027-03-02T09:00")).toEqual(at("2027-03-02T10:00"));
  expect(cancelled("2027-03-02T10:00")).toBeNull();
  expect(nextChargeOf(situation({ state: "failed" }))).toEqual({
    nextChargeAt: null,
    isOverdue: false,
    nextCheckAt: null,
  });
});

test("a subscription with all charges made only waits for its end", () => {
  const done = nextChargeOf(situation({ terms: { ...terms, endsOn: "2027-02-27" } }));
  expect(done.nextChargeAt).toBeNull();
  expect(done.isOverdue).toBe(false);
  expect(done.nextCheckAt).toEqual(new Date("2027-02-28T00:00:00.000Z"));
});

test("a subscription without a gateway ID is checked hourly for a day, then daily", () => {
  const looked = (now: string) => nextChargeOf(situation({ state: "pending", now: at(now) })).nextCheckAt;
  expect(looked("2027-02-01T10:00")).toEqual(at("2027-02-01T11:00"));
  expect(looked("2027-02-01T10:01")).toEqual(at("2027-02-02T10:01"));
});
