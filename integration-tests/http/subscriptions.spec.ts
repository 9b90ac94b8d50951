import { workThrough } from "../../src/workflows/work-through";
import { withStore } from "../support/boot";
import {
  charge,
  chargeRows,
  contractRow,
  eventKinds,
  follow,
  offerPlan,
  openItems,
  subscribe,
} from "../support/subscriber";

/** From the first payment to the orders of its renewals: what the gateway charges becomes one order each. */
withStore("subscriptions", (stage) => {
  beforeEach(async () => {
    await offerPlan(stage());
  });

  const orders = async (): Promise<{ id: string; total: number; payment_status: string; metadata: object | null }[]> =>
    (await stage().admin.get("/admin/orders?fields=id,total,payment_status,metadata&order=created_at").expect(200)).body
      .orders;

  test("a plan in the cart begins a contract: the gateway is told the terms, and the store keeps them", async () => {
    const subscribed = await subscribe(stage());
    const { gateway, admin } = stage();
    const [sent] = (await gateway.requests()).filter(({ operation }) => operation === "authorise");
    expect(sent?.body.subscription).toMatchObject({
      contract_name: "Vase of the month",
      contract_amount: "100.00",
      interval: "month",
    });
    expect(await contractRow(stage(), subscribed)).toMatchObject({
      state: "active",
      recurring_id: expect.stringMatching(/./),
      customer_id: subscribed.customer.id,
      order_id: subscribed.orderId,
      quantity: 1,
      amount: "10000",
      paid_charges: 1,
    });
    expect(await chargeRows(stage(), subscribed)).toMatchObject([{ number: 1, state: "paid", order_state: "none" }]);
    expect(await eventKinds(stage(), subscribed)).toEqual(["created", "charge_paid", "activated"]);
    // Another price tomorrow changes nothing of what was agreed.
    const { variantId } = await offerPlan(stage(), {
      name: "Vase of the week",
      amounts: { eur: "1.00" },
      interval: "week",
      interval_count: 1,
    });
    await admin.delete(`/admin/acquiring/plans/${variantId}`).expect(200);
    expect(await contractRow(stage(), subscribed)).toMatchObject({ interval: "month", amount: "10000" });
  });

  test("a renewal becomes one order with its payment captured, whoever tells of it and however often", async () => {
    const { container, ledger, gateway, pg } = stage();
    const subscribed = await subscribe(stage());
    await charge(stage(), subscribed);
    await ledger.checkAttempt(subscribed.attemptId);
    await Promise.all([workThrough(container, {}), workThrough(container, {}), workThrough(container, {})]);
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
    expect(made[1]?.metadata).toMatchObject({ acquiring_subscription_id: subscribed.contractId });
    const payment = await stage().admin.payment(String(renewal?.order_id));
    expect(payment).toMatchObject({ amount: 100, captures: [{ amount: 100 }], refunds: [] });
    const transactions = await pg("order_transaction").where({ order_id: renewal?.order_id });
    expect(transactions.map(({ amount, reference }) => [Number(amount), reference])).toEqual([[100, "capture"]]);
    expect(await pg("reservation_item").count()).toEqual([{ count: "2" }]);
    expect(await contractRow(stage(), subscribed)).toMatchObject({ paid_charges: 2, overdue: false });
    expect(await openItems(stage())).toEqual([]);
  });
});
