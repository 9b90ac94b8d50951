import fc from "fast-check";
import { nextSubscriptionState } from "../next-state";
import { canCancel, subscriptionStates, isLive, maySubscriptionMove } from "../states";
import { isAgreed, isPlanOver, priceLines } from "../terms";

test("only a fact reopens a subscription that is over", () => {
  for (const from of ["ended", "failed", "cancelled"] as const) {
    expect([maySubscriptionMove(from, "active", "fact"), maySubscriptionMove(from, "active", "request")]).toEqual([
      true,
      false,
    ]);
  }
  for (const state of subscriptionStates) expect(maySubscriptionMove(state, state, "fact")).toBe(false);
});

test("only an active subscription with a gateway ID can be cancelled", () => {
  const named = { recurringId: "R1", gatewayStatus: "inactive" };
  expect(subscriptionStates.filter((state) => canCancel(state, named))).toEqual(["active"]);
  expect(canCancel("active", { ...named, recurringId: null })).toBe(false);
  expect(subscriptionStates.filter(isLive)).toEqual(["pending", "active", "cancelling"]);
});

test("a subscription that the gateway keeps charging can be cancelled in any state", () => {
  const goesOn = { gatewayState: "active", payment: "good" } as const;
  expect(nextSubscriptionState("cancelled", { ...goesOn, isDone: false })).toBe("active");
  expect(nextSubscriptionState("cancelled", { ...goesOn, isDone: true })).toBe("active");
  expect(nextSubscriptionState("active", { ...goesOn, isDone: true })).toBe("ended");
  expect(nextSubscriptionState("cancelled", { ...goesOn, gatewayState: "over", isDone: true })).toBe("cancelled");
  expect(canCancel("ended", { recurringId: "R1", gatewayStatus: "active" })).toBe(true);
});

test("a subscription starts when its first payment succeeds, and an undecided status reverts nothing", () => {
  const named = { gatewayState: "active", isDone: false } as const;
  expect(nextSubscriptionState("pending", { ...named, payment: "open" })).toBe("pending");
  expect(nextSubscriptionState("pending", { ...named, payment: "good" })).toBe("active");
  expect(nextSubscriptionState("failed", { ...named, payment: "open" })).toBe("failed");
  expect(nextSubscriptionState("failed", { ...named, payment: "good" })).toBe("active");
  expect(nextSubscriptionState("active", { ...named, gatewayState: "over", payment: "open" })).toBe("cancelled");
});

test("an amount equals the agreed one, or less while the gateway's own price applies", () => {
  const agreed = (number: number, amount: bigint, promotionCycles: number | null): boolean =>
    isAgreed({ promotionCycles }, { number, amount, agreed: 1_000n });
  expect([agreed(5, 1_000n, null), agreed(5, 999n, null), agreed(5, 1_001n, null)]).toEqual([true, false, false]);
  expect([agreed(2, 500n, 2), agreed(3, 500n, 2), agreed(2, 1_500n, 2)]).toEqual([true, false, false]);
});

test("a plan can be bought on its last day and not after it", () => {
  const plan = { endsOn: "2027-02-28" };
  expect(isPlanOver(plan, new Date("2027-02-28T23:59:59Z"))).toBe(false);
  expect(isPlanOver(plan, new Date("2027-03-01T00:00:00Z"))).toBe(true);
  expect(isPlanOver({ endsOn: null }, new Date("2027-03-01T00:00:00Z"))).toBe(false);
});

test("the lines of an order add up to the charged amount exactly", () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 10n ** 12n }), fc.integer({ min: 1, max: 500 }), (amount, quantity) => {
      const lines = priceLines(amount, quantity);
      expect(lines.reduce((sum, line) => sum + BigInt(line.quantity) * line.unit, 0n)).toBe(amount);
      expect(lines.reduce((sum, line) => sum + line.quantity, 0)).toBe(quantity);
      expect(lines.length).toBeLessThanOrEqual(2);
    }),
  );
});
