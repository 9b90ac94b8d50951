import { createMedusaContainer, PaymentSessionStatus } from "@medusajs/framework/utils";
import type { AttemptRow, OperationRow } from "../../../modules/acquiring";
import AcquiringModuleService from "../../../modules/acquiring/service";
import { attemptRow, NOON, operationRow } from "../../__tests__/ledger-rows";
import type { MedusaView, Projection } from "../load-medusa-payment";
import { paysForOrder } from "../project-attempt";
import { projectOrder } from "../project-order";
import { medusaPayment } from "./medusa-rows";

const order = { id: "order_1", status: "pending", created_at: NOON, isPaid: true };
const cancelled = { ...order, status: "canceled" };
const session = { id: "payses_1", status: "authorized", payment_collection_id: "pay_col_1" };
const waiting = { ...session, status: PaymentSessionStatus.PENDING_AUTHORIZATION };

const view = (more: Partial<MedusaView> = {}): MedusaView => ({
  session,
  payment: medusaPayment("10"),
  collectionId: "pay_col_1",
  cartId: "cart_1",
  order,
  ...more,
});

/** Nothing in it can be reached: Medusa's modules are not registered, and the ledger has no connection. */
const projection = (
  row: Partial<AttemptRow>,
  seen: MedusaView,
  operations: readonly OperationRow[] = [],
): Projection => ({
  container: createMedusaContainer(),
  ledger: AcquiringModuleService.prototype,
  row: attemptRow(row),
  operations,
  view: seen,
  tryLock: () => Promise.resolve(false),
});

describe("an attempt whose money is undecided", () => {
  test.each(["created", "unknown", "pending", "action_required"] as const)(
    "in the state %s it changes no order, even one that waits for it",
    async (state) => {
      const seen = view({ session: waiting, payment: null });
      expect(await projectOrder(projection({ state }, seen))).toBe(seen);
    },
  );

  test.each([
    ["whose authentication is not known yet", { three_ds_required: true, three_ds: null }],
    ["that is being reversed", { reversal_reason: "late" }],
  ])("money %s completes no cart", async (_what, row) => {
    const seen = view({ payment: null, order: null });
    expect(await projectOrder(projection(row, seen))).toBe(seen);
  });
});

describe("an attempt without money", () => {
  const spared: readonly [string, Partial<MedusaView>][] = [
    ["a cancelled order", { session: waiting, payment: null, order: cancelled }],
    ["an order that has a payment", { session: waiting }],
    ["an order that does not wait", { session, payment: null }],
    ["an order whose session was deleted", { session: null, payment: null }],
    ["a cart without an order", { session: waiting, payment: null, order: null }],
  ];

  test.each(spared)("a decline does not cancel %s", async (_what, more) => {
    const seen = view(more);
    expect(await projectOrder(projection({ state: "declined", captured: "0" }, seen))).toBe(seen);
  });

  test.each(spared)("an expiry does not cancel %s", async (_what, more) => {
    const seen = view(more);
    expect(await projectOrder(projection({ state: "expired", captured: "0" }, seen))).toBe(seen);
  });

  test("a voided payment that was acceptable cancels no order, though it waits", async () => {
    const seen = view({ session: waiting, payment: null });
    expect(await projectOrder(projection({ state: "voided", captured: "0" }, seen))).toBe(seen);
  });

  test.each([
    ["voided", { state: "voided", reversal_reason: "three_ds_missing" }],
    ["captured", { state: "captured", hold_decision: "rejected" }],
  ] as const)("a payment that is %s and was not acceptable spares a cancelled order", async (_state, row) => {
    const seen = view({ session: waiting, payment: null, order: cancelled });
    expect(await projectOrder(projection(row, seen))).toBe(seen);
  });
});

describe("money with a Medusa payment", () => {
  test("an open order with its payment has all it needs", async () => {
    const seen = view();
    expect(await projectOrder(projection({}, seen))).toBe(seen);
  });

  test("it needs no session: the order has its payment", async () => {
    const seen = view({ session: null });
    expect(await projectOrder(projection({}, seen))).toBe(seen);
  });

  test.each([
    ["Medusa's payment is cancelled", {}, [], { payment: medusaPayment("10", { canceled_at: NOON.toISOString() }) }],
    ["all of it was refunded", { refunded: "1000" }, [], {}],
    ["all of it is being refunded", { refunded: "600", refund_pending: "400" }, [], {}],
    ["a refund is unknown", {}, [operationRow("refund", "unknown")], {}],
    ["a void is being sent", { state: "authorised", captured: "0" }, [operationRow("void", "sending")], {}],
    ["it belongs to no cart", {}, [], { cartId: null }],
  ] as const)("no order is created if %s", async (_why, row, operations, more) => {
    const seen = view({ order: null, ...more });
    expect(await projectOrder(projection(row, seen, operations))).toBe(seen);
  });

  test.each([
    ["all of it was refunded", { refunded: "1000" }, []],
    ["a refund is unknown", {}, [operationRow("refund", "unknown")]],
  ] as const)("money of a cancelled order is not reported as held if %s", async (_why, row, operations) => {
    const seen = view({ order: cancelled });
    expect(await projectOrder(projection(row, seen, operations))).toBe(seen);
  });

  test.each([
    ["waits", "void", "unknown", waiting],
    ["waits", "refund", "sending", waiting],
    ["has no payment", "void", "sending", session],
  ] as const)("an order that %s is given no payment while the %s is %s", async (_what, kind, status, of) => {
    const seen = view({ session: of, payment: null, order: { ...order, isPaid: false } });
    const attempts = { attemptOfSession: () => Promise.resolve(attemptRow()) };
    const ledger: AcquiringModuleService = Object.create(AcquiringModuleService.prototype, {
      attempts: { value: attempts },
    });
    expect(await projectOrder({ ...projection({}, seen, [operationRow(kind, status)]), ledger })).toBe(seen);
  });

  test("money that was refunded is not reported as late, though another attempt pays for the order", async () => {
    const seen = view({ payment: medusaPayment("10", { data: { order_no: "acq_2" } }) });
    expect(await projectOrder(projection({ refunded: "1000" }, seen))).toBe(seen);
  });

  test("a renewal whose session was deleted is neither late nor duplicate", async () => {
    const seen = view({ session: null, payment: null, cartId: null });
    await expect(projectOrder(projection({ renewal_of: "acqpay_0" }, seen))).rejects.toThrow(
      "The payment session of this renewal was deleted; its money stays recorded.",
    );
  });
});

test.each([
  ["Medusa's payment names it and its order is open", true, {}, {}],
  ["the order is completed", true, {}, { order: { ...order, status: "completed" } }],
  ["the order is cancelled", false, {}, { order: cancelled }],
  ["there is no order", false, {}, { order: null }],
  ["there is no payment", false, {}, { payment: null }],
  ["the payment names another attempt", false, {}, { payment: medusaPayment("10", { data: { order_no: "acq_2" } }) }],
  ["the payment names none", false, {}, { payment: medusaPayment("10", { data: null }) }],
  ["it is being reversed", false, { reversal_reason: "late" }, {}],
])("whether an attempt pays for the order if %s: %s", (_when, pays, row, more) => {
  expect(paysForOrder(attemptRow(row), view(more))).toBe(pays);
});
