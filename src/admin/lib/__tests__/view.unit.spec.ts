import { LedgerState } from "../../../api-schema/admin";
import type { AdminPayment, OperationStatus } from "../../../api-schema/admin";
import { baseOf } from "../client";
import {
  dayAndTime,
  formatMoment,
  lastFour,
  pollEvery,
  DASHBOARD_POLL_MS,
  short,
  shownState,
  isExpanded,
} from "../view";

const payment = (change: Partial<AdminPayment> = {}): AdminPayment => ({
  id: "acqpay_1",
  account: "main",
  mode: "card",
  method: null,
  method_name: null,
  customer_left: null,
  expires_at: null,
  capture_plan: null,
  dispute: null,
  hold: null,
  actions: { capture: null, void: null, refund: null, review: null },
  notifications: [],
  order: null,
  state: "captured",
  currency: "EUR",
  amounts: {
    requested: "100.00",
    authorised: "100.00",
    captured: "100.00",
    refunded: "0.00",
    refund_pending: "0.00",
    refundable: "100.00",
  },
  card: null,
  instalments: null,
  three_ds: null,
  risk: null,
  order_no: "A1",
  gateway_payment_id: null,
  medusa_payment_id: null,
  created_at: "2026-11-21T08:00:00.000Z",
  open_operations: [],
  attention: [],
  timeline: [],
  ...change,
});

const capture = (status: OperationStatus): AdminPayment["open_operations"][number] => ({
  id: "acqop_1",
  kind: "capture",
  status,
  amount: "30.00",
  since: "2026-11-21T08:00:00.000Z",
  message: null,
});

const attention: AdminPayment["attention"][number] = {
  id: "acqatn_1",
  kind: "late_or_duplicate_payment",
  action: "void_or_refund",
  message: "The gateway holds money for a payment attempt that this store had closed.",
  raised_at: "2026-11-21T08:00:00.000Z",
};

test.each(["sending", "unknown", "pending"] as const)("a capture that is %s is refreshed", (status) => {
  expect(pollEvery([payment(), payment({ open_operations: [capture(status)] })])).toBe(DASHBOARD_POLL_MS);
});

test.each([
  ["100.00", DASHBOARD_POLL_MS],
  ["0", false],
])("a payment of which the policy captures %s now is refreshed: %s", (due, expected) => {
  const at = "2026-11-28T08:00:00.000Z";
  const plan = { capture: "on_shipment", at_expiry: "remind", expires_at: at, acts_at: null, due_now: due } as const;
  expect(pollEvery([payment({ state: "authorised", capture_plan: plan })])).toBe(expected);
});

test.each([
  ["created", DASHBOARD_POLL_MS],
  ["pending", DASHBOARD_POLL_MS],
  ["unknown", DASHBOARD_POLL_MS],
  ["action_required", false],
  ["authorised", false],
  ["captured", false],
  ["voided", false],
  ["declined", false],
  ["expired", false],
] as const)("an attempt that is %s without an open operation is refreshed: %p", (state, expected) => {
  expect(pollEvery([payment({ state })])).toBe(expected);
});

test("nothing is refreshed before the first response or without payments", () => {
  expect([pollEvery(undefined), pollEvery([])]).toEqual([false, false]);
});

test("the newest attempt is expanded in every state", () => {
  expect(LedgerState.options.every((state) => isExpanded(payment({ state }), true))).toBe(true);
});

test("only older attempts that cannot hold money are collapsed", () => {
  const folded = LedgerState.options.filter((state) => !isExpanded(payment({ state }), false));
  expect(folded).toEqual(["voided", "declined", "expired"]);
});

test("an older declined attempt with an attention item or an open operation is expanded", () => {
  expect(isExpanded(payment({ state: "declined", attention: [attention] }), false)).toBe(true);
  expect(isExpanded(payment({ state: "declined", open_operations: [capture("unknown")] }), false)).toBe(true);
});

test.each([
  ["captured", "100.00", "0.00", "100.00", "captured"],
  ["captured", "80.00", "0.00", "80.00", "partly_captured"],
  ["captured", "80.00", "25.50", "54.50", "partly_refunded"],
  ["captured", "100.00", "100.00", "0.00", "refunded"],
  ["authorised", "0.00", "0.00", "0.00", "authorised"],
  ["voided", "0.00", "0.00", "0.00", "voided"],
] as const)("%s with %s captured, %s refunded, %s left is shown as %s", (...row) => {
  const [state, captured, refunded, refundable, expected] = row;
  const amounts = { ...payment().amounts, captured, refunded, refundable };
  expect(shownState(payment({ state, amounts }))).toBe(expected);
});

test.each([
  ["action_required", "cancelled"],
  ["expired", "cancelled"],
  ["declined", "cancelled"],
  ["expired", "replaced"],
] as const)("a payment that is %s with the customer's step %s is shown as that", (state, customer_left) => {
  expect(shownState(payment({ state, customer_left }))).toBe(customer_left);
});

test("a time is formatted in the user's locale, and an invalid one is shown unchanged", () => {
  expect(formatMoment("2026-11-21T08:00:05.000Z", "en-GB", "UTC")).toBe("21 Nov 2026, 08:00:05");
  expect(formatMoment("yesterday", "en-GB", "UTC")).toBe("yesterday");
});

test("a long gateway text is truncated and a short one is not", () => {
  expect(short("Do not honour")).toBe("Do not honour");
  expect(short("x".repeat(5_000))).toBe(`${"x".repeat(300)}…`);
});

test.each([
  [undefined, ""],
  ["/", ""],
  ["", ""],
  ["https://shop.example", "https://shop.example"],
  ["https://shop.example/", "https://shop.example"],
])("a backend configured as %p is requested at %p", (configured, expected) => {
  expect(baseOf(configured)).toBe(expected);
});

test("in a narrow column a time has the day above it, and a card shows its last four digits", () => {
  expect(dayAndTime("2026-11-21T08:05:09Z", "en-GB", "UTC")).toEqual({ day: "21 Nov 2026", time: "08:05" });
  expect(dayAndTime("soon")).toEqual({ day: "soon", time: "" });
  expect([lastFour("411111******1111"), lastFour("4111**")]).toEqual(["•••• 1111", "4111**"]);
});
