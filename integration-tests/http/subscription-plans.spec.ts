import { ContainerRegistrationKeys } from "@medusajs/framework/utils";
import { syncSubscription } from "../../src/application/subscriptions/sync-subscription";
import { watchAttention } from "../../src/application/worker/watch-attention";
import { withStore } from "../support/boot";
import type { Stage } from "../support/boot";
import type { Subscribed } from "../support/subscriber";
import { charge, subscriptionRecord, follow, offerPlan, openItems, subscribe } from "../support/subscriber";

/** Plans: editing, what the shop returns, and their terms: who may subscribe, from when, until when. */
const MONTHLY = { name: "Vase of the month", amounts: { eur: "100.00" }, interval: "month", interval_count: 1 };

withStore("plans", plans, {}, { subscription: { guests: true } });

function plans(stage: () => Stage): void {
  const cancels = async (): Promise<number> => (await stage().gateway.state()).effects.cancel_subscription ?? 0;
  const asAdmin = ({ subscriptionId }: Subscribed, key = "leaving-2") =>
    stage().admin.post(`/admin/acquiring/subscriptions/${subscriptionId}/cancel`, { key, note: "by phone" });

  const variant = async (handle = "tall-vase"): Promise<{ id: string; productId: string }> => {
    const { body } = await stage().admin.get(`/admin/products?handle=${handle}&fields=id,*variants`).expect(200);
    return { id: body.products[0].variants[0].id, productId: body.products[0].id };
  };

  test("a plan is created, read, changed and removed, and the shop gets it only in its currency", async () => {
    const { admin, shop } = stage();
    const { id, productId } = await variant();
    const made = await admin.put(`/admin/acquiring/plans/${id}`, MONTHLY).expect(200);
    expect(made.body).toMatchObject({ variant_id: id, amounts: { eur: "100.00" }, active: 0, billing_cycles: null });
    const changed = await admin
      .put(`/admin/acquiring/plans/${id}`, { ...MONTHLY, amounts: { eur: "90" }, billing_cycles: 12 })
      .expect(200);
    expect(changed.body).toMatchObject({ id: made.body.id, amounts: { eur: "90.00" }, billing_cycles: 12 });
    const list = await admin.get(`/admin/acquiring/plans?product_id=${productId}`).expect(200);
    expect(list.body).toMatchObject({ variants: [{ id, plan: { amounts: { eur: "90.00" } } }], currencies: ["eur"] });
    const plans = async (currency: string): Promise<object[]> =>
      (await shop.get(`/store/acquiring/plans?variant_id=${id}&variant_id=none&currency_code=${currency}`).expect(200))
        .body.plans;
    expect(await plans("EUR")).toMatchObject([{ variant_id: id, amount: "90.00", currency: "EUR", interval: "month" }]);
    expect(await plans("usd")).toEqual([]);
    await admin.delete(`/admin/acquiring/plans/${id}`).expect(200);
    expect(await plans("eur")).toEqual([]);
    await admin.delete(`/admin/acquiring/plans/${id}`).expect(404);
    const anew = await admin.put(`/admin/acquiring/plans/${id}`, MONTHLY).expect(200);
    expect(anew.body.id).not.toBe(made.body.id);
  });

  test("a plan that somebody else saved or removed meanwhile is not replaced", async () => {
    const { admin } = stage();
    const { id } = await variant();
    const save = (updated_at: string | null, price: string) =>
      admin.put(`/admin/acquiring/plans/${id}`, { ...MONTHLY, amounts: { eur: price }, updated_at });
    await admin.delete(`/admin/acquiring/plans/${id}`);
    const { body: first } = await save(null, "9.00").expect(200);
    expect((await save(null, "8.00").expect(409)).body).toMatchObject({ code: "plan_changed" });
    const { body: second } = await save(first.updated_at, "19.00").expect(200);
    expect(second).toMatchObject({ id: first.id, amounts: { eur: "19.00" } });
    expect((await save(first.updated_at, "9.00").expect(409)).body).toEqual({
      type: "conflict",
      code: "plan_changed",
      message: expect.stringContaining("Read the current version and repeat your change."),
    });
    await admin.delete(`/admin/acquiring/plans/${id}`).expect(200);
    await save(second.updated_at, "9.00").expect(409);
    await admin.put(`/admin/acquiring/plans/${id}`, MONTHLY).expect(200);
  });

  test.each([
    [{ ...MONTHLY, amounts: { eur: "0.00" } }, /^amounts\.eur: must be above zero/],
    [{ ...MONTHLY, amounts: { eur: "1.001" } }, /^amounts\.eur: .*decimals/],
    [{ ...MONTHLY, amounts: { usd: "1.00" } }, /^amounts\.usd: is not a currency of this store/],
    [{ ...MONTHLY, amounts: {} }, /^amounts: needs one currency/],
    [{ ...MONTHLY, interval: "hour" }, /^interval: /],
    [{ ...MONTHLY, interval_count: 0 }, /^interval_count: /],
    [{ ...MONTHLY, ends_on: "2020-01-01" }, /^ends_on: is in the past/],
    [{ ...MONTHLY, starts_on: "2030-01-02", ends_on: "2030-01-01" }, /^ends_on: must be after starts_on/],
    [{ ...MONTHLY, trial: true }, /trial/],
  ])("the invalid field of %j is named", async (input, message) => {
    const { id } = await variant();
    const { body } = await stage().admin.put(`/admin/acquiring/plans/${id}`, input).expect(400);
    expect(body.message).toMatch(message);
  });

  test("an unknown variant or product is not found, and the shop's query is validated", async () => {
    const { admin, shop } = stage();
    await admin.put("/admin/acquiring/plans/variant_none", MONTHLY).expect(404);
    await admin.get("/admin/acquiring/plans?product_id=prod_none").expect(404);
    await shop.get("/store/acquiring/plans?currency_code=eur").expect(400);
  });

  test("Medusa's own queries lead from a variant to its plan and back", async () => {
    const { container, admin } = stage();
    const { id } = await variant();
    await admin.put(`/admin/acquiring/plans/${id}`, MONTHLY).expect(200);
    const query = container.resolve(ContainerRegistrationKeys.QUERY);
    const variants = await query.graph({
      entity: "product_variant",
      fields: ["id", "acquiring_plan.name"],
      filters: { id },
    });
    expect(variants.data[0]).toMatchObject({ acquiring_plan: { name: MONTHLY.name } });
    const plans = await query.graph({ entity: "acquiring_plan", fields: ["id", "product_variant.id"] });
    expect(plans.data[0]).toMatchObject({ product_variant: { id } });
  });

  test("if guests may subscribe, one without an account can, and the renewal is ordered for the same email address", async () => {
    const { admin, shop, work, pg, gateway, ledger } = stage();
    await admin.put(`/admin/acquiring/plans/${(await variant()).id}`, MONTHLY).expect(200);
    const { checkout } = await shop.order();
    await work();
    const subscription = await pg("acquiring_subscription").where({ cart_id: checkout.cartId }).first();
    const guest = await pg("customer").where({ id: subscription.customer_id }).first();
    expect([subscription.state, subscription.email, guest.has_account]).toEqual(["active", "ada@example.test", false]);
    await shop.get("/store/acquiring/subscriptions").expect(401);
    const { order_no } = await pg("acquiring_payment_attempt").where({ id: subscription.attempt_id }).first();
    await gateway.control("renew", { order_no });
    await ledger.checkAttempt(subscription.attempt_id);
    await work();
    const { body } = await admin.get("/admin/orders?fields=id,total,email,customer_id,payment_status").expect(200);
    const same = { total: 100, email: "ada@example.test", customer_id: subscription.customer_id };
    expect(body.orders).toMatchObject([same, same]);
    expect(body.orders.map((order: { payment_status: string }) => order.payment_status).sort()).toEqual([
      "authorized",
      "captured",
    ]);
  });

  test("a subscription with an end ends after its last charge, and one more charge raises an item", async () => {
    await offerPlan(stage(), {
      name: "Twice",
      amounts: { eur: "100.00" },
      interval: "month",
      interval_count: 1,
      billing_cycles: 2,
    });
    const subscribed = await subscribe(stage());
    await charge(stage(), subscribed);
    await follow(stage(), subscribed);
    expect(await subscriptionRecord(stage(), subscribed)).toMatchObject({ state: "ended", next_charge_at: null });
    expect((await asAdmin(subscribed).expect(200)).body).toMatchObject({ outcome: "refused" });
    await charge(stage(), subscribed, { anyway: true });
    await follow(stage(), subscribed);
    expect(await openItems(stage())).toEqual(["renewal_amount_changed"]);
    await watchAttention(stage().container);
    expect(await openItems(stage())).toEqual(["renewal_amount_changed"]);
  });

  test("one that ended by its terms, but is still charged, can be cancelled and is then inactive", async () => {
    await offerPlan(stage());
    const subscribed = await subscribe(stage());
    const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
    await stage().pg("acquiring_subscription").update({ ends_on: yesterday });
    await follow(stage(), subscribed);
    await syncSubscription(stage().container, { id: subscribed.subscriptionId });
    expect(await subscriptionRecord(stage(), subscribed)).toMatchObject({ state: "ended", gateway_status: "active" });
    expect((await asAdmin(subscribed).expect(200)).body).toMatchObject({ outcome: "done" });
    expect(await subscriptionRecord(stage(), subscribed)).toMatchObject({ state: "ended", gateway_status: "inactive" });
    expect(await cancels()).toBe(1);
    expect((await asAdmin(subscribed, "leaving-7").expect(200)).body).toMatchObject({ outcome: "refused" });
    expect(await cancels()).toBe(1);
  });

  test("a plan with a later start takes its first payment now and its next charge on that day", async () => {
    const begins = new Date(Date.now() + 10 * 86_400_000).toISOString().slice(0, 10);
    await offerPlan(stage(), { ...MONTHLY, starts_on: begins });
    const subscribed = await subscribe(stage());
    const [sent] = (await stage().gateway.requests()).filter(({ operation }) => operation === "authorise");
    expect(sent?.body.subscription).toMatchObject({ contract_start: expect.stringContaining(begins.slice(0, 4)) });
    const { body } = await stage().admin.get("/admin/acquiring/subscriptions").expect(200);
    expect(body.subscriptions).toMatchObject([{ state: "active", next_charge_on: begins, paid_charges: 0 }]);
    const mine = await subscribed.customer.get("/store/acquiring/subscriptions").expect(200);
    expect(mine.body.subscriptions).toMatchObject([
      { next_charge_on: begins, charges: [{ number: 1, state: "authorised" }] },
    ]);
  });
}
