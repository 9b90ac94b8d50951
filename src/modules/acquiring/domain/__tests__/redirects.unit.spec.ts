import type { PaymentFact, PaymentReading } from "../../../../gateway/model/facts";
import { createOrderNo } from "../../../../gateway/model/ids";
import { createCurrency, createMoney } from "../../../../gateway/model/money";
import { barePayment } from "../../../../gateway/reading/normalize";
import { reduce, reduceExpiry } from "../reducer";
import type { AttemptMode, AttemptSnapshot, FactContext } from "../snapshot";
import { attemptStates, isOpen } from "../states";
import type { AttemptState } from "../states";

/** What facts mean for a payment that the customer is led away for. */
const EUR = createCurrency("EUR");
const query: FactContext = { source: "query", askedAt: 3_600_000, operationId: null, unknownFinalAfterMs: 900_000 };

const attempt = (state: AttemptState, mode: AttemptMode, hasReturned = false): AttemptSnapshot => ({
  state,
  mode,
  hasReturned,
  hold: null,
  currency: EUR,
  requested: 1_000n,
  authorised: 0n,
  captured: 0n,
  refunded: 0n,
  refundPending: 0n,
  gatewayPaymentId: null,
  operations: [{ id: "op_1", kind: "authorise", amount: 1_000n, status: "pending", sentAt: 0 }],
});

const fact = (reading: PaymentReading, code: string): PaymentFact => ({
  ...barePayment(createOrderNo("acq_1"), reading),
  money: createMoney(1_000n, EUR),
  waitsForCustomer: code === "-2",
});

test.each<[string, AttemptMode, AttemptState, boolean, PaymentReading, string, AttemptState]>([
  [
    "undecided while the customer is busy is no news",
    "card",
    "action_required",
    false,
    "pending",
    "-1",
    "action_required",
  ],
  [
    "undecided after the customer came back waits for the gateway",
    "card",
    "action_required",
    true,
    "pending",
    "-1",
    "pending",
  ],
  ["code -2 waits for the customer even then", "apm", "action_required", true, "pending", "-2", "action_required"],
  [
    "a declined card on the hosted page is one try",
    "checkout",
    "action_required",
    false,
    "declined",
    "0",
    "action_required",
  ],
  [
    "a declined card is final once the customer is back",
    "checkout",
    "action_required",
    true,
    "declined",
    "0",
    "declined",
  ],
  ["a declined challenge is final at once", "card", "action_required", false, "declined", "0", "declined"],
  ["an address that was lost can be asked for anew", "apm", "unknown", false, "pending", "-2", "action_required"],
  ["a card that the gateway keeps undecided is held", "card", "unknown", false, "pending", "-2", "pending"],
  ["money counts at any time", "checkout", "action_required", false, "authorised", "1", "authorised"],
  ["not found is not failed", "checkout", "action_required", true, "not_found", "2", "action_required"],
])("%s", (_name, mode, state, hasReturned, reading, code, end) => {
  expect(reduce(attempt(state, mode, hasReturned), fact(reading, code), query).state).toBe(end);
});

test("only an undecided redirect can expire, and it moves no money", () => {
  for (const state of attemptStates) {
    const before = attempt(state, "apm");
    const after = reduceExpiry(before);
    const mayExpire = isOpen(state) && (state === "action_required" || state === "pending");
    expect([state, after.state]).toEqual([state, mayExpire ? "expired" : state]);
    expect(after.amounts.authorised).toBe(0n);
  }
});

test.each(["authorised", "captured"] as const)(
  "%s after it expired is late money, and an item is raised",
  (reading) => {
    const decision = reduce(attempt("expired", "checkout"), fact(reading, "1"), query);
    expect([decision.state, decision.attention.map(({ kind }) => kind)]).toEqual([
      reading,
      ["late_or_duplicate_payment"],
    ]);
  },
);
