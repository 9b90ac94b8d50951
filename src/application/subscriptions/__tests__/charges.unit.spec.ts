import { attemptRow, NOON } from "../../__tests__/ledger-rows";
import { renewalPayload, subscriptionPayload } from "../hook-payloads";
import { isCharged, renewalOrderId } from "../renewal-order";
import { canOrder, shapeCharge, shapeTerms } from "../subscription-rows";
import { factOf } from "../sync-charge";
import { chargeRow, subscriptionRecord } from "./records";

/** From a payment to a charge, from a charge to its order, and what the shop is told of it. */
const MIDNIGHT = "2026-11-25T00:00:00.000Z";
const recurring = { chargedAt: MIDNIGHT, reportedAt: NOON.toISOString() };

describe("the charge of a payment", () => {
  test.each([
    ["created", "pending", "pending"],
    ["action_required", "pending", "pending"],
    ["pending", "pending", "pending"],
    ["unknown", "pending", "pending"],
    ["authorised", "authorised", "paid"],
    ["captured", "paid", "paid"],
    ["voided", "refunded", "refunded"],
    ["declined", "declined", "declined"],
    ["expired", "declined", "declined"],
  ] as const)("that is %s is %s if it is the first, and %s if it is a renewal", (state, first, renewal) => {
    expect(factOf(attemptRow({ state })).state).toBe(first);
    expect(factOf(attemptRow({ state, renewal_of: "acqpay_0" })).state).toBe(renewal);
  });

  test.each([
    ["0", "0", "paid"],
    ["1000", "999", "paid"],
    ["1000", "1000", "refunded"],
    ["600", "600", "refunded"],
    ["0", "1000", "paid"],
  ])("with %s captured and %s refunded is %s", (captured, refunded, state) => {
    expect(factOf(attemptRow({ captured, refunded })).state).toBe(state);
  });

  test("whose refund is still on its way is paid", () => {
    expect(factOf(attemptRow({ refund_pending: "1000" })).state).toBe("paid");
  });

  test("has the requested amount, though less was captured", () => {
    const { amount, currency } = factOf(attemptRow({ currency: "JPY", requested: "1200", captured: "1000" }));
    expect([amount, currency]).toEqual([1200n, "JPY"]);
  });

  test.each([
    ["declined", "Insufficient funds"],
    ["expired", "Insufficient funds"],
    ["captured", null],
    ["unknown", null],
  ] as const)("that is %s has the message %j", (state, message) => {
    expect(factOf(attemptRow({ state, result_message: "Insufficient funds" })).message).toBe(message);
  });

  test.each([
    ["a renewal was made when the gateway says", "acqpay_0", recurring, MIDNIGHT],
    ["a renewal without the gateway's time was made when its row was", "acqpay_0", null, NOON.toISOString()],
    [
      "the first was made when its row was: the gateway's time is that of the latest",
      null,
      recurring,
      NOON.toISOString(),
    ],
  ])("%s", (_what, of, column, at) => {
    expect(factOf(attemptRow({ renewal_of: of, recurring: column })).chargedAt.toISOString()).toBe(at);
  });
});

describe("the order of a renewal", () => {
  test("has the charge's ID, so that there is only one", () => {
    expect(renewalOrderId({ id: "acqchg_01ABC" })).toBe("order_01ABC");
    expect(renewalOrderId({ id: "01_acqchg_2" })).toBe("order_01_acqchg_2");
  });

  test.each([
    ["10", "eur", "EUR", "1000", true],
    ["10.004", "eur", "EUR", "1000", true],
    ["10.005", "eur", "EUR", "1000", false],
    ["9.995", "eur", "EUR", "1000", true],
    ["9.99", "eur", "EUR", "1000", false],
    ["10", "usd", "EUR", "1000", false],
    ["1000", "jpy", "JPY", "1000", true],
    ["10", "jpy", "JPY", "1000", false],
    ["1", "kwd", "KWD", "1000", true],
    ["10", "kwd", "KWD", "1000", false],
  ])("of %s %s is what a charge of %s %s (minor units) paid for: %s", (total, code, currency, amount, isSame) => {
    const order = { total, currency_code: code };
    expect(isCharged(order, chargeRow({ currency, amount }))).toBe(isSame);
  });

  test.each([
    ["paid", "held", true],
    ["paid", "due", true],
    ["paid", "made", false],
    ["paid", "none", false],
    ["refunded", "held", false],
    ["declined", "due", false],
    ["authorised", "due", false],
    ["pending", "due", false],
  ] as const)(
    "can be made by an admin for a charge that is %s and whose order is %s: %s",
    (state, order, isPossible) => {
      expect(canOrder(chargeRow({ state, order_state: order }))).toBe(isPossible);
    },
  );
});

describe("what the shop's handlers get", () => {
  const subscription = {
    subscription_id: "acqsub_1",
    customer_id: "cus_1",
    order_id: "order_1",
    variant_id: "variant_1",
    quantity: 2,
  };

  test("of a subscription: IDs and the quantity, nothing else", () => {
    expect(subscriptionPayload(subscriptionRecord({ email: "a@example.com" }))).toEqual(subscription);
  });

  test.each([
    ["EUR", "1000", "10.00"],
    ["EUR", "5", "0.05"],
    ["JPY", "1000", "1000"],
    ["KWD", "1000", "1.000"],
    ["CLF", "1", "0.0001"],
    ["EUR", "900719925474099312", "9007199254740993.12"],
  ])("of a renewal of %s %s in minor units: the amount %s", (currency, amount, major) => {
    const payload = renewalPayload(subscriptionRecord(), chargeRow({ currency, amount }));
    expect(payload).toEqual({ ...subscription, charge_id: "acqchg_01ABC", number: 2, amount: major, currency });
  });

  test("the amount is what was charged, not what was agreed, and the order is the first one", () => {
    const payload = renewalPayload(subscriptionRecord(), chargeRow({ amount: "900", order_id: "order_2" }));
    expect([payload.amount, payload.order_id]).toEqual(["9.00", "order_1"]);
  });
});

describe("what the dashboard shows", () => {
  const orders = new Map([["order_2", { id: "order_2", display_id: 12 }]]);

  test.each([
    ["order_2", { id: "order_2", display_id: 12 }],
    ["order_deleted", null],
    [null, null],
  ])("of a charge with the order %s: %j", (id, order) => {
    expect(shapeCharge(chargeRow({ order_id: id }), orders).order).toEqual(order);
  });

  test("of a charge in a currency without decimals: major units, and the payment's ID", () => {
    const shown = shapeCharge(chargeRow({ currency: "JPY", amount: "1000" }), orders);
    expect([shown.amount, shown.payment_id, shown.charged_at]).toEqual(["1000", "acqpay_2", NOON.toISOString()]);
  });

  test("of the terms: the agreed ones, field by field", () => {
    const terms = {
      billing_cycles: 12,
      promotion_cycles: 2,
      starts_on: "2027-01-01",
      ends_on: "2027-12-31",
      price_id: "P1",
    };
    expect(shapeTerms(subscriptionRecord(terms))).toEqual(terms);
  });
});
