import type { AdminPayment } from "../../../../api-schema/admin";
import type { AttemptReport } from "../../../../modules/acquiring";
import type { MedusaOrders } from "../../../orders/load-medusa-orders";
import { shapePayment } from "../payment-shape";

/** A payment as the dashboard shows it. */
const AT = new Date("2026-11-21T10:00:00Z");
const LATER = new Date("2026-11-21T10:05:00Z");

const ATTEMPT = {
  ...{ id: "acqatt_1", account: "main", mode: "checkout", method: null, session_id: "payses_1", order_no: "acq_1" },
  ...{ currency: "EUR", requested: "1000", authorised: "1000", captured: "0", refunded: "0", refund_pending: "0" },
  ...{ state: "authorised", gateway_payment_id: "17", card_mask: "411111******1111", card_brand: "visa" },
  ...{ risk: null, three_ds: null, result_code: null, redirect_cancelled_at: null, returned_at: null },
  ...{ action_expires_at: null, pending_expires_at: null, disputes: null, created_at: AT },
};
const ENTRY = {
  ...{ id: "e1", attempt_id: "acqatt_1", kind: "authorised", operation_id: null, amount: "1000", actor: "gateway" },
  ...{ source: "response", code: null, message: null, occurred_at: AT },
};
const OPERATION = {
  ...{ id: "op1", kind: "capture", status: "unknown", amount: "400", sent_at: AT, result_message: "time-out" },
};

const SIDE: MedusaOrders = {
  orderOf: () => ({ id: "order_1", display_id: 7 }),
  paymentOf: () => "pay_1",
  nameOf: (id) => (id === "user_ada" ? "Ada" : null),
};
const DECIDED: Pick<AdminPayment, "hold" | "actions" | "method_name" | "capture_plan"> = {
  capture_plan: null,
  hold: null,
  actions: { capture: { most: "10.00", partial: true }, void: { amount: "10.00" }, refund: null, review: null },
  method_name: "Card",
};

function shaped({ attempt = {}, ...more }: { readonly attempt?: object; readonly [part: string]: unknown } = {}) {
  const empty = { operations: [], entries: [], attention: [], auditRecords: [], notifications: [] };
  const report = { ...empty, attempt: { ...ATTEMPT, ...attempt }, ...more };
  return shapePayment(report as unknown as AttemptReport, SIDE, DECIDED);
}

test("a payment is shown with its order, its card's mask, and the actions and hold decided elsewhere", () => {
  expect(shaped()).toMatchObject({
    ...DECIDED,
    id: "acqatt_1",
    order: { id: "order_1", display_id: 7 },
    medusa_payment_id: "pay_1",
    card: { mask: "411111******1111", brand: "visa" },
    created_at: "2026-11-21T10:00:00.000Z",
    expires_at: null,
    dispute: null,
  });
  expect(shaped({ attempt: { card_mask: null } }).card).toBeNull();
});

test.each([
  ["EUR", "1234", "12.34"],
  ["JPY", "1234", "1234"],
  ["KWD", "1234", "1.234"],
  ["EUR", "900719925474099312", "9007199254740993.12"],
])("amounts in %s have its decimals: %s is %s", (currency, requested, shown) => {
  expect(shaped({ attempt: { currency, requested } }).amounts.requested).toBe(shown);
});

test("a refund on its way counts as refunded, and can no longer be refunded", () => {
  expect(shaped({ attempt: { captured: "1000", refunded: "300", refund_pending: "200" } }).amounts).toEqual({
    requested: "10.00",
    authorised: "10.00",
    captured: "10.00",
    refunded: "5.00",
    refund_pending: "2.00",
    refundable: "5.00",
  });
});

test.each([
  ["action_required", { action_expires_at: AT, pending_expires_at: LATER }, AT.toISOString()],
  ["pending", { action_expires_at: AT, pending_expires_at: LATER }, LATER.toISOString()],
  ["authorised", { action_expires_at: AT, pending_expires_at: LATER }, null],
])("a payment that is %s expires at the time of that state", (state, times, at) => {
  expect(shaped({ attempt: { state, ...times } }).expires_at).toBe(at);
});

test.each([
  ["sending", true],
  ["unknown", true],
  ["pending", true],
  ["settled", false],
  ["declined", false],
  ["not_sent", false],
])("an operation that is %s is open: %j", (status, isOpen) => {
  const open = { id: "op1", kind: "capture", status, amount: "4.00", since: AT.toISOString(), message: "time-out" };
  expect(shaped({ operations: [{ ...OPERATION, status }] }).open_operations).toEqual(isOpen ? [open] : []);
});

test.each([
  ["authorised", null, "authorised"],
  ["expired", "expired", "expired"],
  ["expired", "cancelled", "cancelled_by_customer"],
  ["expired", "given_up", "replaced"],
  ["declined", "cancelled", "declined"],
  ["declined", "given_up", "declined"],
])("the entry %s with the code %j is shown as %s", (kind, code, shown) => {
  expect(shaped({ entries: [{ ...ENTRY, kind, code }] }).timeline.map((entry) => entry.kind)).toEqual([shown]);
});

test("an entry of an unknown kind is an error, and not shown as another", () => {
  expect(() => shaped({ entries: [{ ...ENTRY, kind: "invented" }] })).toThrow();
});

test("the timeline keeps the journal's order, and an entry without an amount has none", () => {
  const entries = [
    { ...ENTRY, id: "e1" },
    { ...ENTRY, id: "e2", kind: "capture_sent", amount: null },
    { ...ENTRY, id: "e3", kind: "captured", amount: "400" },
  ];
  expect(shaped({ entries }).timeline.map(({ id, amount }) => [id, amount])).toEqual([
    ["e1", "10.00"],
    ["e2", null],
    ["e3", "4.00"],
  ]);
});

const SENT = { ...ENTRY, kind: "refund_sent", operation_id: "op1", actor: "admin" };
const RECORD = { action: "refund_sent", operation_id: "op1", at: AT, actor_id: "user_ada", note: "broken" };
const NOBODY = [null, null];

test.each([
  ["its own record", SENT, RECORD, ["Ada", "broken"]],
  ["a record by somebody unknown", SENT, { ...RECORD, actor_id: "user_gone" }, [null, "broken"]],
  ["the record of another operation", SENT, { ...RECORD, operation_id: "op2" }, NOBODY],
  ["the record of another action", SENT, { ...RECORD, action: "capture_sent" }, NOBODY],
  ["a record of another time", SENT, { ...RECORD, at: LATER }, NOBODY],
  ["a record, although the gateway acted", { ...SENT, actor: "gateway" }, RECORD, NOBODY],
])("who acted and why comes from the entry's own audit record: %s", (_which, entry, record, shown) => {
  const [found] = shaped({ entries: [entry], auditRecords: [record] }).timeline;
  expect([found?.actor_name, found?.note]).toEqual(shown);
});

test.each([
  [{ risk: { action: "accept", score: "12", reasons: [] } }, "risk", { action: "accept", score: "12", reasons: [] }],
  [{ risk: "of an older version" }, "risk", null],
  [{ risk: undefined }, "risk", null],
  [{ three_ds: { used: true, result: "Y" } }, "three_ds", { used: true, result: "Y", eci: null }],
  [{ three_ds: { used: true, result: "Y", eci: "05" } }, "three_ds", { used: true, result: "Y", eci: "05" }],
  [{ three_ds: { used: "yes" } }, "three_ds", null],
] as const)("the stored %j is shown as %s %j: what cannot be read is left out", (attempt, part, shown) => {
  expect(shaped({ attempt })[part]).toEqual(shown);
});

test("a dispute is shown with its amount in the payment's currency, if it has one", () => {
  const dispute = { status: "open", amount: "250", reason: "fraud", reference: "d1", at: AT.toISOString() };
  expect(shaped({ attempt: { disputes: [dispute] } }).dispute).toMatchObject({ status: "open", amount: "2.50" });
  expect(shaped({ attempt: { disputes: [{ ...dispute, amount: null }] } }).dispute?.amount).toBeNull();
});

test("an attention item has the action of its kind", () => {
  const item = {
    id: "at1",
    attempt_id: "acqatt_1",
    kind: "amount_mismatch",
    message: "9.00, not 10.00",
    raised_at: AT,
  };
  expect(shaped({ attention: [item] }).attention).toEqual([
    {
      id: "at1",
      kind: "amount_mismatch",
      action: "check_portal",
      message: "9.00, not 10.00",
      raised_at: AT.toISOString(),
    },
  ]);
});

test("a notification is shown without its body", () => {
  const notification = { id: "n1", status: "applied", signature: "valid", received_at: AT, deliveries: 2 };
  expect(shaped({ notifications: [{ ...notification, body: "card=4111111111111111" }] }).notifications).toEqual([
    { ...notification, received_at: AT.toISOString() },
  ]);
});

test("instalments are shown in major units of the payment's currency; a payment without a plan has none", () => {
  const instalments = { plan: "card-3", count: 3, monthly: "3333", last: "3334" };
  expect(shaped({ attempt: { currency: "KWD", instalments } }).instalments).toEqual({
    ...{ plan: "card-3", count: 3, monthly_amount: "3.333", last_amount: "3.334" },
  });
  expect(shaped().instalments).toBeNull();
});
