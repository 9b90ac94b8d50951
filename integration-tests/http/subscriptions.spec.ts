import { AdminSubscriptionAnswer } from "../../src/api-schema/admin/routes";
import { armFailpoint } from "../../src/modules/acquiring/runtime/failpoint";
import { checkSubscriptions } from "../../src/application/subscriptions/check-subscriptions";
import { syncSubscription } from "../../src/application/subscriptions/sync-subscription";
import { noteRenewalFailure } from "../../src/application/subscriptions/renewal-outcome";
import { chargeOf } from "../../src/application/subscriptions/hook-payloads";
import { workerRound } from "../../src/application/worker/worker-round";
import { withStore } from "../support/boot";
import {
  charge,
  chargeRows,
  subscriptionRecord,
  eventKinds,
  follow,
  offerPlan,
  openItems,
  subscribe,
} from "../support/subscriber";
import { Customer } from "../support/customer";
import { CARDS } from "../support/shop";
import { Traveller } from "../support/traveller";

const DAY_MS = 86_400_000;
const SHOP = "http://localhost:8000";
const CARD_PAGE = { action: "pay", card: CARDS.approved, expiry: "12/39", security_code: "123", name: "Ada L" };

/** From the first payment to the orders of its renewals: each charge becomes one order. */
withStore("subscriptions", (stage) => {
  beforeEach(async () => {
    await offerPlan(stage());
  });

  const orders = async (): Promise<{ id: string; total: number; payment_status: string; metadata: object | null }[]> =>
    (await stage().admin.get("/admin/orders?fields=id,total,payment_status,metadata&order=created_at").expect(200)).body
      .orders;

  test("a plan in the cart starts a subscription: the gateway gets the terms, and the store keeps them", async () => {
    const subscribed = await subscribe(stage());
    const { gateway, admin } = stage();
    const [sent] = (await gateway.requests()).filter(({ operation }) => operation === "authorise");
    expect(sent?.body.subscription).toMatchObject({
      contract_name: "Vase of the month",
      contract_amount: "100.00",
      interval: "month",
    });
    expect(await subscriptionRecord(stage(), subscribed)).toMatchObject({
      state: "active",
      recurring_id: expect.stringMatching(/./),
      customer_id: subscribed.customer.id,
      order_id: subscribed.orderId,
      quantity: 1,
      amount: "10000",
      paid_charges: 0,
    });
    expect(await chargeRows(stage(), subscribed)).toMatchObject([
      { number: 1, state: "authorised", order_state: "none" },
    ]);
    expect(await eventKinds(stage(), subscribed)).toEqual(["created", "charge_authorised", "activated"]);
    // It is captured when the shop delivers.
    const payment = await admin.payment(subscribed.orderId);
    await admin.post(`/admin/payments/${payment.id}/capture`).expect(200);
    await stage().work();
    expect(await subscriptionRecord(stage(), subscribed)).toMatchObject({ paid_charges: 1 });
    expect(await chargeRows(stage(), subscribed)).toMatchObject([{ number: 1, state: "paid", order_state: "none" }]);
    // A later price change does not affect agreed terms.
    const { variantId } = await offerPlan(stage(), {
      name: "Vase of the week",
      amounts: { eur: "1.00" },
      interval: "week",
      interval_count: 1,
    });
    await admin.delete(`/admin/acquiring/plans/${variantId}`).expect(200);
    expect(await subscriptionRecord(stage(), subscribed)).toMatchObject({ interval: "month", amount: "10000" });
  });

  test("cards that are declined on the gateway's page of a first payment raise nothing, and the next one pays for it", async () => {
    const { base, shop, gateway, hurry, pg } = stage();
    const customer = await Customer.register(base, shop, "ada");
    const checkout = await customer.checkout();
    const path = `/store/payment-collections/${checkout.collectionId}/payment-sessions`;
    const made = await customer.post(path, { provider_id: "pp_acquiring-checkout_main" }).expect(200);
    const session = made.body.payment_collection.payment_sessions[0];
    const hosted = { type: "checkout", presentation: "page" };
    const { body } = await customer.payBy({ session }, hosted, { return_to: SHOP }).expect(200);
    const attempt = () => pg("acquiring_payment_attempt").where({ cart_id: checkout.cartId }).first();
    const { order_no: orderNo } = await attempt();
    const told = async (firing: object = {}) => {
      expect(await gateway.notify(orderNo, firing)).toEqual([200]);
      await hurry();
    };
    const traveller = new Traveller(SHOP);
    const page = await traveller.followHosted(body.payment.action.url);
    const again = await traveller.submit(page, { ...CARD_PAGE, card: CARDS.declined });
    await told();
    await told({ overrides: { order_status: "-1", payment_status: "1000" } });
    expect(await pg("acquiring_inbox_event").where({ source: "notify" }).pluck("status")).toEqual([
      "applied",
      "applied",
    ]);
    expect(await attempt()).toMatchObject({ state: "action_required", gateway_payment_id: null });
    expect(await openItems(stage())).toEqual([]);
    await traveller.submit(again, CARD_PAGE);
    await told();
    expect(await attempt()).toMatchObject({ state: "authorised", gateway_payment_id: expect.stringMatching(/./) });
    expect(await openItems(stage())).toEqual([]);
  });

  test("a renewal becomes one order with its payment captured, however often it is reported", async () => {
    const { container, ledger, gateway, pg } = stage();
    const subscribed = await subscribe(stage());
    await charge(stage(), subscribed);
    await ledger.checkAttempt(subscribed.attemptId);
    await Promise.all([workerRound(container, {}), workerRound(container, {}), workerRound(container, {})]);
    await gateway.notify(subscribed.orderNo, { times: 3 });
    for (let round = 0; round < 3; round += 1) await follow(stage(), subscribed);
    const [, renewal, ...others] = await chargeRows(stage(), subscribed);
    expect(others).toEqual([]);
    expect(renewal).toMatchObject({ number: 2, state: "paid", order_state: "made" });
    const made = await orders();
    expect(made.map(({ id, total, payment_status }) => [id, total, payment_status])).toEqual([
      [subscribed.orderId, 100, "authorized"],
      [renewal?.order_id, 100, "captured"],
    ]);
    expect(made[1]?.metadata).toMatchObject({ acquiring_subscription_id: subscribed.subscriptionId });
    const payment = await stage().admin.payment(String(renewal?.order_id));
    expect(payment).toMatchObject({ amount: 100, captures: [{ amount: 100 }], refunds: [] });
    const transactions = await pg("order_transaction").where({ order_id: renewal?.order_id });
    expect(transactions.map(({ amount, reference }) => [Number(amount), reference])).toEqual([[100, "capture"]]);
    expect(await pg("reservation_item").count()).toEqual([{ count: "2" }]);
    expect(await subscriptionRecord(stage(), subscribed)).toMatchObject({ paid_charges: 1, overdue: false });
    expect(await openItems(stage())).toEqual([]);
  });

  test("a declined renewal creates no order and raises an item until a later one is paid", async () => {
    const subscribed = await subscribe(stage());
    await charge(stage(), subscribed, { outcome: "decline" });
    await follow(stage(), subscribed);
    expect(await chargeRows(stage(), subscribed)).toMatchObject([
      { number: 1 },
      { number: 2, state: "declined", order_state: "none", order_id: null },
    ]);
    expect(await openItems(stage())).toEqual(["renewal_failed"]);
    expect(await orders()).toHaveLength(1);
    await charge(stage(), subscribed);
    await follow(stage(), subscribed);
    expect(await openItems(stage())).toEqual([]);
    expect(await orders()).toHaveLength(2);
    expect(await subscriptionRecord(stage(), subscribed)).toMatchObject({ paid_charges: 1, state: "active" });
  });

  test("a renewal with another amount is recorded, and becomes an order only by an admin's decision", async () => {
    const { admin } = stage();
    const subscribed = await subscribe(stage());
    await charge(stage(), subscribed, { amount: "120.01" });
    await follow(stage(), subscribed);
    expect(await openItems(stage())).toEqual(["renewal_amount_changed"]);
    expect(await orders()).toHaveLength(1);
    const path = `/admin/acquiring/subscriptions/${subscribed.subscriptionId}`;
    const { body } = await admin.get(path).expect(200);
    expect(AdminSubscriptionAnswer.parse(body)).toEqual(body);
    const [renewal] = body.subscription.charges;
    expect(renewal).toMatchObject({ number: 2, amount: "120.01", order: null, can_order: true });
    const attention = await admin.get("/admin/acquiring/attention").expect(200);
    expect(attention.body.items).toMatchObject([
      { action: "make_renewal_order", subscription: { id: subscribed.subscriptionId } },
    ]);
    const made = await admin.post(`${path}/order`, { charge_id: renewal.id }).expect(200);
    expect(made.body).toMatchObject({
      outcome: "done",
      subscription: { charges: [{ order: { id: expect.any(String) }, can_order: false }, {}] },
    });
    expect((await orders())[1]).toMatchObject({ total: 120.01, payment_status: "captured" });
    expect(await openItems(stage())).toEqual([]);
    await admin.post(`${path}/order`, { charge_id: renewal.id }).expect(200);
    expect(await orders()).toHaveLength(2);
  });

  test("a lower amount counts as a promotion only if the store alone set the terms; an order is in the charged currency", async () => {
    const { admin, pg } = stage();
    const subscribed = await subscribe(stage());
    await pg("acquiring_subscription").update({ promotion_cycles: 3 });
    await charge(stage(), subscribed, { amount: "80.00" });
    await follow(stage(), subscribed);
    expect(await openItems(stage())).toEqual([]);
    await pg("acquiring_payment_attempt").where({ id: subscribed.attemptId }).update({ mode: "checkout" });
    await charge(stage(), subscribed, { amount: "70.00" });
    await follow(stage(), subscribed);
    const [, , renewal] = await chargeRows(stage(), subscribed);
    expect(renewal).toMatchObject({ order_state: "held" });
    await pg("acquiring_payment_attempt").where({ id: renewal?.attempt_id }).update({ currency: "USD" });
    await pg("acquiring_charge").where({ id: renewal?.id }).update({ currency: "USD" });
    const path = `/admin/acquiring/subscriptions/${subscribed.subscriptionId}/order`;
    const { body } = await admin.post(path, { charge_id: renewal?.id }).expect(200);
    expect(body.outcome).toBe("done");
    const made = await pg("order").orderBy("created_at").select("currency_code");
    expect(made.map(({ currency_code }) => currency_code)).toEqual(["eur", "eur", "usd"]);
    expect((await orders())[2]).toMatchObject({ total: 70, payment_status: "captured" });
  });

  test("automatic promotions do not change an order that is already paid", async () => {
    const { admin, pg } = stage();
    const subscribed = await subscribe(stage());
    await pg("acquiring_subscription").update({ quantity: 3 });
    const { product_id: productId } = await subscriptionRecord(stage(), subscribed);
    const ofProduct = [{ attribute: "items.product.id", operator: "eq", values: [productId] }];
    const more = { target_rules: ofProduct, buy_rules: ofProduct, buy_rules_min_quantity: 1, apply_to_quantity: 1 };
    for (const [code, type, rules] of [
      ["EVERYTHING10", "standard", {}],
      ["TWOFORONE", "buyget", more],
    ] as const) {
      const items = { type: "percentage", target_type: "items", allocation: "each", currency_code: "eur" };
      const application_method = { ...items, value: type === "buyget" ? 100 : 10, max_quantity: 9, ...rules };
      const promotion = { code, type, status: "active", is_automatic: true, application_method };
      await admin.post("/admin/promotions", promotion).expect(200);
    }
    await charge(stage(), subscribed);
    await follow(stage(), subscribed);
    expect((await orders())[1]).toMatchObject({ total: 100, payment_status: "captured" });
    expect(await openItems(stage())).toEqual([]);
  });

  test("a renewal that cannot be ordered stays recorded, and is ordered once possible", async () => {
    const { admin, pg } = stage();
    const subscribed = await subscribe(stage());
    await pg("inventory_level").update({ stocked_quantity: 1, raw_stocked_quantity: JSON.stringify({ value: "1" }) });
    await charge(stage(), subscribed);
    await follow(stage(), subscribed);
    expect(await openItems(stage())).toEqual(["renewal_without_order"]);
    expect(await chargeRows(stage(), subscribed)).toMatchObject([{}, { state: "paid", order_state: "due" }]);
    expect(await orders()).toHaveLength(1);
    await pg("inventory_level").update({ stocked_quantity: 9, raw_stocked_quantity: JSON.stringify({ value: "9" }) });
    const [, renewal] = await chargeRows(stage(), subscribed);
    await admin
      .post(`/admin/acquiring/subscriptions/${subscribed.subscriptionId}/order`, { charge_id: renewal?.id })
      .expect(200);
    expect((await orders()).map(({ payment_status }) => payment_status)).toEqual(["authorized", "captured"]);
    expect(await openItems(stage())).toEqual([]);
  });

  test("a charge is missing after its grace period, and no longer once it has arrived", async () => {
    const { container, ledger } = stage();
    const subscribed = await subscribe(stage());
    const check = (): Promise<unknown> => checkSubscriptions(container);
    const start = Date.now();
    const at = (days: number): void => ledger.useClock(() => new Date(start + days * DAY_MS));
    at(31);
    await check();
    expect(await openItems(stage())).toEqual([]);
    at(34);
    await check();
    await check();
    expect(await openItems(stage())).toEqual(["renewal_missing"]);
    expect(await subscriptionRecord(stage(), subscribed)).toMatchObject({ overdue: true });
    await stage().gateway.control("clock", { ms: 34 * DAY_MS });
    at(36);
    await check();
    await stage().work();
    expect(await openItems(stage())).toEqual([]);
    expect(await subscriptionRecord(stage(), subscribed)).toMatchObject({ overdue: false, paid_charges: 1 });
    expect(await orders()).toHaveLength(2);
    // A skipped charge is reported as missing even if the next one arrives.
    await stage().gateway.control("script-renewal", { order_no: subscribed.orderNo, outcome: "missed" });
    await stage().gateway.control("clock", { ms: 66 * DAY_MS });
    at(100);
    await check();
    await stage().work();
    expect(await subscriptionRecord(stage(), subscribed)).toMatchObject({ overdue: false, paid_charges: 2 });
    expect(await openItems(stage())).toEqual(["renewal_missing"]);
  });

  test("a missing charge stays reported while the gateway reports other days for it, and each missing period is reported", async () => {
    const { container, ledger, pg } = stage();
    const subscribed = await subscribe(stage());
    const start = Date.now();
    const day = (days: number): Date => new Date(start + days * DAY_MS);
    /** The next charge as the gateway names it, and what is shown then. */
    const seen = async (days: number, next: number): Promise<string[]> => {
      ledger.useClock(() => day(days));
      const said = JSON.stringify({ nextChargeAt: day(next).toISOString(), reportedAt: day(days).toISOString() });
      const payment = pg("acquiring_payment_attempt").where({ id: subscribed.attemptId });
      await payment.update({ recurring: pg.raw("recurring || ?::jsonb", [said]) });
      await syncSubscription(container, { id: subscribed.subscriptionId });
      return openItems(stage());
    };
    const told = async (): Promise<number> =>
      (await eventKinds(stage(), subscribed)).filter((kind) => kind === "charge_missing").length;
    expect(await seen(31, 30)).toEqual([]);
    expect(await seen(34, 30)).toEqual(["renewal_missing"]);
    // The gateway will try again.
    expect(await seen(35, 37)).toEqual(["renewal_missing"]);
    expect(await seen(42, 37)).toEqual(["renewal_missing"]);
    expect(await told()).toBe(1);
    // A dismissed item is not raised again for the same period, only for the next.
    await pg("acquiring_attention_item").update({ cleared_at: new Date() });
    expect(await seen(43, 37)).toEqual([]);
    expect(await seen(70, 90)).toEqual(["renewal_missing"]);
    expect(await told()).toBe(2);
    // A late charge counts; with the other one nothing is missing.
    await stage().gateway.control("clock", { ms: 71 * DAY_MS });
    ledger.useClock(() => day(71));
    await follow(stage(), subscribed);
    expect(await openItems(stage())).toEqual([]);
  });

  test("the last charge of a plan with a last day is missing too, though the subscription ends before its grace period", async () => {
    const { container, ledger, pg } = stage();
    const subscribed = await subscribe(stage());
    const subscription = () => pg("acquiring_subscription").where({ id: subscribed.subscriptionId }).first();
    const due: Date = (await subscription()).next_charge_at;
    await pg("acquiring_subscription").update({ ends_on: due.toISOString().slice(0, 10) });
    const seen = async (days: number): Promise<unknown[]> => {
      ledger.useClock(() => new Date(due.getTime() + days * DAY_MS));
      await syncSubscription(container, { id: subscribed.subscriptionId });
      return [(await subscription()).state, (await subscription()).next_charge_at, await openItems(stage())];
    };
    expect(await seen(1)).toEqual(["ended", null, []]);
    expect(await seen(3)).toEqual(["ended", null, ["renewal_missing"]]);
    expect(await seen(60)).toEqual(["ended", null, ["renewal_missing"]]);
  });

  test("a process that waits for a subscription's lock, because another one follows it, acts on the state after it", async () => {
    const { container, ledger, pg, work } = stage();
    const subscribed = await subscribe(stage());
    await charge(stage(), subscribed);
    await follow(stage(), subscribed);
    const renewal = await ledger.attempts.attempt((await chargeRows(stage(), subscribed))[1]?.attempt_id as string);
    // As read before the wait: in progress.
    const old = renewal && { ...renewal, state: "pending" as const };
    await syncSubscription(container, { id: subscribed.subscriptionId }, old);
    await work();
    expect((await chargeRows(stage(), subscribed)).map(({ state }) => state)).toEqual(["authorised", "paid"]);
    expect(await pg("acquiring_attention_item").where({ cleared_at: null })).toEqual([]);
  });

  test("a failed order raises no item if it was created, or the charge refunded, meanwhile", async () => {
    const { container } = stage();
    const subscribed = await subscribe(stage());
    await charge(stage(), subscribed);
    await follow(stage(), subscribed);
    const renewal = await chargeOf(container, (await chargeRows(stage(), subscribed))[1]?.id ?? "");
    if (!renewal) throw new Error("There is no renewal.");
    await noteRenewalFailure(container, renewal, "There is no stock.");
    expect(await openItems(stage())).toEqual([]);
    expect(await eventKinds(stage(), subscribed)).not.toContain("order_failed");
  });

  test("a subscription that the gateway does not name within a day raises one item", async () => {
    const { container, ledger, pg } = stage();
    const subscribed = await subscribe(stage());
    await pg("acquiring_payment_attempt").where({ id: subscribed.attemptId }).update({ recurring_id: null });
    await pg("acquiring_subscription").update({ recurring_id: null, state: "pending" });
    const seen = async (days: number): Promise<string[]> => {
      ledger.useClock(() => new Date(Date.now() + days * DAY_MS));
      await syncSubscription(container, { id: subscribed.subscriptionId });
      return openItems(stage());
    };
    expect(await seen(0.9)).toEqual([]);
    expect(await seen(1.1)).toEqual(["subscription_unnamed"]);
    const isOpen = { cleared_at: null };
    await pg("acquiring_attention_item").update({ cleared_at: new Date() });
    expect(await seen(2.2)).toEqual([]);
    expect(await subscriptionRecord(stage(), subscribed)).toMatchObject({ state: "pending" });
    // Named after all: the item is closed.
    await pg("acquiring_attention_item").update(isOpen);
    await ledger.checkAttempt(subscribed.attemptId);
    expect(await seen(2.3)).toEqual([]);
    expect(await subscriptionRecord(stage(), subscribed)).toMatchObject({ state: "active" });
  });

  test.each([["renewal:after-order"], ["renewal:after-payment"], ["project:after-order"]] as const)(
    "a worker that dies at %s leaves one order, which another completes",
    async (point) => {
      const { ledger, pg } = stage();
      const subscribed = await subscribe(stage());
      await charge(stage(), subscribed);
      let isDead = false;
      armFailpoint((name) => {
        if (name !== point || isDead) return;
        isDead = true;
        throw new Error("The worker died.");
      });
      await follow(stage(), subscribed);
      armFailpoint(null);
      expect(isDead).toBe(true);
      ledger.useClock(() => new Date(Date.now() + 10 * 60_000));
      await stage().hurry();
      const [, renewal] = await chargeRows(stage(), subscribed);
      expect(renewal).toMatchObject({ order_state: "made" });
      expect((await orders()).map(({ payment_status }) => payment_status)).toEqual(["authorized", "captured"]);
      expect(await pg("order_transaction").where({ order_id: renewal?.order_id })).toHaveLength(1);
      expect(await pg("reservation_item").count()).toEqual([{ count: "2" }]);
    },
  );
});
