import { NOON } from "../../__tests__/ledger-rows";
import { cycleOf, orderOfCycle, payable, payRefusal } from "../billing-cycle";
import { chargeRow, subscriptionRecord } from "./records";

const DAY_MS = 86_400_000;
const after = (days: number): Date => new Date(NOON.getTime() + days * DAY_MS);
const SUBSCRIPTION = subscriptionRecord();
const declined = (id: string, days: number, more: object = {}) =>
  chargeRow({ id, attempt_id: id, state: "declined", order_state: "none", charged_at: after(days), ...more });

test("a retry some days later belongs to the same billing period, the next month's charge does not", () => {
  const first = declined("a", 31);
  const retry = declined("b", 36);
  const next = declined("c", 61);
  expect(cycleOf(SUBSCRIPTION, [next, retry, first], first).map(({ id }) => id)).toEqual(["b", "a"]);
});

test.each([
  ["not_declined", { state: "paid" as const }],
  ["not_declined", { attempt_id: "acqpay_1" }],
  ["not_agreed", { amount: "1001" }],
  ["not_agreed", { currency: "USD" }],
  ["paid", { order_id: "order_2", order_state: "made" as const }],
  [null, { amount: "999" }],
  [null, { order_id: "order_2", order_state: "due" as const }],
])("a declined renewal: %s if it is %j", (refusal, more) => {
  const charge = declined("a", 31, more);
  expect(payRefusal(SUBSCRIPTION, charge, [charge])).toBe(refusal);
});

test("another charge of the same period that is undecided or was made refuses, and so does a missing first order", () => {
  const charge = declined("a", 31);
  for (const [state, refusal] of [
    ["pending", "undecided"],
    ["paid", "charged"],
    ["refunded", "charged"],
  ] as const)
    expect(payRefusal(SUBSCRIPTION, charge, [declined("b", 33, { state }), charge])).toBe(refusal);
  expect(payRefusal(subscriptionRecord({ order_id: null }), charge, [charge])).toBe("no_order");
});

test("only the newest declined charge of a period can be paid, and its order is the period's", () => {
  const renewals = [
    declined("c", 61),
    declined("b", 33, { order_id: "order_2", order_state: "due" }),
    declined("a", 31),
  ];
  expect(payable(SUBSCRIPTION, renewals).map(({ id }) => id)).toEqual(["c", "b"]);
  const [, , oldest] = renewals;
  const cycle = oldest ? cycleOf(SUBSCRIPTION, renewals, oldest) : [];
  expect([orderOfCycle(cycle, "due"), orderOfCycle(cycle, "made")]).toEqual(["order_2", null]);
});
