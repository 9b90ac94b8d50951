import { createCurrency } from "../../../gateway/model/money";
import { automaticState, refundedAutomatically } from "../automatic-state";
import { feeOf } from "../decide-refund";
import { noteOf, reasonKindOf } from "../follow-refund";

/** The restocking fee, and whether the server refunds by itself. */
describe("a restocking fee", () => {
  test.each([
    [{ percent: "10" }, 2000n, "EUR", 200n],
    [{ percent: "12.5" }, 999n, "EUR", 125n],
    [{ percent: "100" }, 999n, "JPY", 999n],
    [{ amount: "5" }, 2000n, "EUR", 500n],
    [{ amount: "0.005" }, 2000n, "KWD", 5n],
  ])("%j of %s minor units of %s is %s", (asked, surplus, code, fee) => {
    expect(feeOf(asked, surplus, createCurrency(code))).toBe(fee);
  });

  test.each([
    [{ percent: "0" }, "amount: must be above 0 and at most 20.00 EUR."],
    [{ percent: "101" }, "amount: must be above 0 and at most 20.00 EUR."],
    [{ amount: "20.01" }, "amount: must be above 0 and at most 20.00 EUR."],
    [{ amount: "1.001" }, "amount: 1.001 EUR has more decimals than the currency's 2."],
  ])("%j of 20.00 EUR is refused", (asked, message) => {
    expect(() => feeOf(asked, 2000n, createCurrency("EUR"))).toThrow(message);
  });
});

describe("an automatic refund", () => {
  const cause = (kind: "return" | "claim" | "overpaid" | "edit" | "exchange", number: number | null = null) => ({
    ...{ kind, id: null, number, amount: "20.00", items: [] },
  });
  const known = {
    currency: "EUR",
    minor: 2000n,
    causes: [cause("return")],
    ...{ dispute: null, dismissed: null, stored: undefined, payments: [], isCancelled: false },
    ...{ plan: "a".repeat(32), not_covered: null, refused_because: null, wasDismissed: false, isChanging: false },
  };
  const limit = { automatic: { EUR: "50.00" } };

  test.each([
    ["due", {}],
    ["disputed", { dispute: "open" as const }],
    ["disputed", { dispute: "lost" as const }],
    ["dismissed", { dismissed: { at: "2026-01-01T00:00:00.000Z", by: "user_1" } }],
    ["stopped", { stored: { stopped: "declined" } }],
    ["stopped", { stored: { stopped: "over_limit" } }],
    ["over_limit", { minor: 5001n, stored: { stopped: "over_limit" } }],
    ["not_explained", { causes: [cause("return"), cause("overpaid")] }],
    ["over_limit", { minor: 5001n }],
    ["due", { minor: 5000n }],
    ["over_limit", { not_covered: "1.00" }],
    ["blocked", { plan: null }],
    ["blocked", { isChanging: true }],
    ["left_to_staff", { wasDismissed: true }],
    ["off", { minor: 0n }],
    ["off", { isCancelled: true }],
    ["off", { currency: "USD" }],
  ])("is %s with %j", (state, more) => {
    expect(automaticState(limit, { ...known, ...more })).toBe(state);
  });

  test("is off without the option", () => {
    expect(automaticState({}, known)).toBe("off");
  });

  test("nothing was refunded automatically without payments", () => {
    expect(refundedAutomatically([])).toBe(0n);
  });

  test.each([
    [[cause("return", 3)], "return", "Automatic refund, return 3"],
    [[cause("return", 3), cause("claim", 1)], "claim", "Automatic refund, return 3, claim 1"],
    [[cause("exchange", 2)], "exchange", "Automatic refund, exchange 2"],
    [[cause("edit")], "cancelled", "Automatic refund"],
  ])("of %j has the reason %s", (causes, reason, note) => {
    expect([reasonKindOf({ causes }), noteOf({ causes })]).toEqual([reason, note]);
  });
});
