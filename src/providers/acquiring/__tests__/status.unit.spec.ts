import type { AttemptRow, SessionPayment } from "../../../modules/acquiring";
import { sessionStatus } from "../status";

/** What Medusa believes of a payment decides whether an order is placed. */
const paymentIn = (state: SessionPayment["state"], amounts: Partial<AttemptRow> = {}): SessionPayment => ({
  attempt: { requested: "1000", authorised: "1000", captured: "0", ...amounts } as AttemptRow,
  state,
  amountDiffers: false,
  pollAfterMs: null,
  expiresAt: null,
});

test.each([
  ["payable", "pending"],
  ["authorised", "authorized"],
  ["checking", "requires_more"],
  ["action_required", "requires_more"],
  ["pending", "pending_authorization"],
  ["voided", "canceled"],
] as const)("a payment that is %s has the status %s", (state, status) => {
  expect(sessionStatus(paymentIn(state))).toBe(status);
});

test.each([
  ["1000", "captured"],
  ["1000.0", "captured"],
  ["999", "authorized"],
  ["1", "authorized"],
  ["1001", "authorized"],
])("of 1000 minor units, %s captured is %s", (captured, status) => {
  expect(sessionStatus(paymentIn("captured", { captured }))).toBe(status);
});

test("what was captured is compared with what was requested, not with what was authorised", () => {
  const amounts = { requested: "1000", authorised: "600", captured: "600" };
  expect(sessionStatus(paymentIn("captured", amounts))).toBe("authorized");
});

test("amounts that no float can tell apart are told apart", () => {
  const amounts = { requested: "9007199254740993", captured: "9007199254740992" };
  expect(sessionStatus(paymentIn("captured", amounts))).toBe("authorized");
});

test("a session without a payment is pending, whatever its state", () => {
  expect(sessionStatus(null)).toBe("pending");
  expect(sessionStatus({ ...paymentIn("authorised"), attempt: null })).toBe("pending");
  expect(sessionStatus({ ...paymentIn("checking"), attempt: null })).toBe("pending");
});

test("an amount in the ledger that is not an integer is never taken for a full capture", () => {
  expect(() => sessionStatus(paymentIn("captured", { captured: "999.5" }))).toThrow("not an integer");
});
