import { randomUUID } from "node:crypto";
import { Modules } from "@medusajs/framework/utils";
import { orderBalance } from "../../src/application/orders/order-balance";
import { claimRenewal } from "../../src/application/renewals/paid-renewal";
import { emitEvents } from "../../src/application/events/emit-events";
import { SUBSCRIPTION_RENEWED } from "../../src/application/events/event-names";
import { SubscriptionNews } from "../../src/application/events/event-schema";
import { PaymentLinkResult } from "../../src/api-schema/admin";
import { OrderPaymentAnswer } from "../../src/api-schema/store-order";
import { SubscriptionsAnswer } from "../../src/api-schema/store-subscription";
import { LinkPayer } from "../support/balance";
import { wrongInBooks } from "../support/books";
import { withStore } from "../support/boot";
import { Customer } from "../support/customer";
import { later } from "../support/other-process";
import { Traveller } from "../support/traveller";
import type { Row, Subscribed } from "../support/subscriber";
import {
  charge,
  chargeRows,
  eventKinds,
  follow,
  offerPlan,
  openItems,
  subscribe,
  subscriptionRecord,
} from "../support/subscriber";

const SHOP = "http://localhost:8000";
const CARD_PAGE = { action: "pay", card: "4111111111111111", expiry: "12/39", security_code: "123", name: "Ada" };

/** A declined renewal is paid with a link; its billing period is paid once, whatever comes first. */
withStore("declined-renewals", (stage) => {
  beforeEach(async () => {
    await offerPlan(stage());
  });

  const wrong = ({ pg, gateway } = stage()): Promise<string[]> =>
    wrongInBooks({ pg, gatewayUrl: gateway.url }, { atRest: true });
  const decline = async (subscribed: Subscribed): Promise<Row> => {
    await charge(stage(), subscribed, { outcome: "decline" });
    await follow(stage(), subscribed);
    const row = (await chargeRows(stage(), subscribed)).at(-1);
    if (row?.state !== "declined") throw new Error("The charge was not declined.");
    return row;
  };
  const renew = async (subscribed: Subscribed): Promise<void> => {
    await charge(stage(), subscribed);
    await follow(stage(), subscribed);
  };
  const ask = ({ subscriptionId }: Subscribed, chargeId: unknown, more: object = {}) =>
    stage().admin.post(`/admin/acquiring/subscriptions/${subscriptionId}/payment-link`, {
      charge_id: chargeId,
      ...more,
    });
  const linkOf = async (subscribed: Subscribed, chargeId: unknown) =>
    PaymentLinkResult.parse((await ask(subscribed, chargeId).expect(200)).body).payment_link;
  const payer = (token: string | null): LinkPayer => new LinkPayer(stage(), token ?? "");
  const view = async ({ subscriptionId }: Subscribed) =>
    (await stage().admin.get(`/admin/acquiring/subscriptions/${subscriptionId}`).expect(200)).body.subscription;
  const order = async (id: string): Promise<Row> => stage().pg("order").where({ id }).first();
  const sums = async ({ gateway } = stage()): Promise<Record<string, number>> => (await gateway.state()).effects;

  test("staff asks for a declined renewal: the draft has its items, and the paid period is never charged into an order again", async () => {
    const subscribed = await subscribe(stage());
    const declined = await decline(subscribed);
    expect((await view(subscribed)).charges[0]).toMatchObject({ can_pay: true, paid_with_order: false, order: null });
    const [first, second] = await Promise.all([linkOf(subscribed, declined.id), linkOf(subscribed, declined.id)]);
    expect(second).toEqual(first);
    expect(await order(first.order_id)).toMatchObject({ status: "draft", is_draft_order: true });
    const customer = payer(first.token);
    expect(await customer.shown()).toMatchObject({ state: "open", amount: "100.00", items: [{ quantity: 1 }] });
    expect((await customer.pay(await customer.begin()).expect(200)).body.payment.state).toBe("authorised");
    expect(await order(first.order_id)).toMatchObject({ status: "pending", is_draft_order: false });
    expect(await openItems(stage())).toEqual([]);
    const renewed: unknown[] = [];
    stage()
      .container.resolve(Modules.EVENT_BUS)
      .subscribe(SUBSCRIPTION_RENEWED, async ({ data }) => {
        renewed.push(SubscriptionNews.strict().parse(data));
      });
    await emitEvents(stage().container);
    await emitEvents(stage().container);
    expect(renewed).toMatchObject([
      { id: subscribed.subscriptionId, charge_id: declined.id, order_id: first.order_id, amount_minor: "10000" },
    ]);
    expect(await eventKinds(stage(), subscribed)).toEqual(
      expect.arrayContaining(["charge_declined", "payment_requested", "paid_with_order"]),
    );
    const shown = await view(subscribed);
    expect(shown).toMatchObject({ paid_charges: 1 });
    expect(shown.charges[0]).toMatchObject({
      ...{ state: "declined", can_pay: false, paid_with_order: true },
      order: { id: first.order_id },
    });
    expect((await ask(subscribed, declined.id).expect(400)).body.message).toMatch(/was already paid/);
    // Another refused attempt of the same period needs nobody.
    await decline(subscribed);
    expect(await openItems(stage())).toEqual([]);
    // The gateway's own retry: recorded, shown, and no second order.
    await renew(subscribed);
    expect((await chargeRows(stage(), subscribed)).at(-1)).toMatchObject({ state: "paid", order_state: "held" });
    expect(await openItems(stage())).toEqual(["renewal_amount_changed"]);
    const [item] = await stage().pg("acquiring_attention_item").where({ cleared_at: null });
    expect(item.message).toMatch(/already paid with an order/);
    expect(await stage().pg("order").where({ status: "pending" })).toHaveLength(2);
    await later(stage());
    expect(await wrong()).toEqual([]);
  });

  /** A customer has opened the link of a declined charge. `expectWithdrawn`: its draft is cancelled, and nothing is paid for it. */
  const openedLink = async (subscribed: Subscribed, declined: Row) => {
    const link = await linkOf(subscribed, declined.id);
    const customer = payer(link.token);
    const session = await customer.begin();
    const before = await sums();
    const expectWithdrawn = async (): Promise<void> => {
      expect(await order(link.order_id)).toMatchObject({ status: "canceled" });
      expect(await customer.shown()).toMatchObject({ state: "order_cancelled", amount: null });
      expect((await customer.pay(session).expect(409)).body.code).toBe("order_cancelled");
      expect((await sums()).authorise).toBe(before.authorise);
    };
    return { link, expectWithdrawn };
  };

  test("the gateway's retry comes first: it becomes the order, the draft is cancelled, and its link asks for nothing", async () => {
    const subscribed = await subscribe(stage());
    const declined = await decline(subscribed);
    const { expectWithdrawn } = await openedLink(subscribed, declined);
    await renew(subscribed);
    const retried = (await chargeRows(stage(), subscribed)).at(-1);
    expect(retried).toMatchObject({ state: "paid", order_state: "made" });
    await expectWithdrawn();
    expect((await ask(subscribed, declined.id).expect(400)).body.message).toMatch(/has charged this billing period/);
    expect((await view(subscribed)).charges[1]).toMatchObject({ can_pay: false, paid_with_order: false });
    expect(await openItems(stage())).toEqual([]);
    await later(stage());
    expect(await wrong()).toEqual([]);
  });

  /** The ledger has learned that this very charge was paid after all. */
  const turnPaid = async ({ attempt_id: id, amount }: Row): Promise<void> => {
    const raw = JSON.stringify({ value: String(amount), precision: 20 });
    const paid = { authorised: amount, raw_authorised: raw, captured: amount, raw_captured: raw };
    const { pg, work } = stage();
    const due = { state: "captured", subscription_due_at: new Date(0) };
    await pg("acquiring_payment_attempt")
      .where({ id })
      .update({ ...paid, ...due });
    await work();
  };

  test("a declined charge that was paid with an order and turns out to be paid makes no second order, and staff are told", async () => {
    const subscribed = await subscribe(stage());
    const declined = await decline(subscribed);
    const link = await linkOf(subscribed, declined.id);
    const customer = payer(link.token);
    await customer.pay(await customer.begin()).expect(200);
    await turnPaid(declined);
    expect((await chargeRows(stage(), subscribed)).at(-1)).toMatchObject({ state: "paid", order_state: "held" });
    expect(await openItems(stage())).toEqual(["renewal_amount_changed"]);
    expect(await stage().pg("order").where({ status: "pending" })).toHaveLength(2);
    expect(await view(subscribed)).toMatchObject({ paid_charges: 1 });
  });

  test("a declined charge that turns out to be paid becomes the order, its draft is cancelled, and the link asks for nothing", async () => {
    const subscribed = await subscribe(stage());
    const declined = await decline(subscribed);
    const { link, expectWithdrawn } = await openedLink(subscribed, declined);
    await turnPaid(declined);
    const charged = (await chargeRows(stage(), subscribed)).at(-1);
    expect(charged).toMatchObject({ state: "paid", order_state: "made" });
    expect(charged?.order_id).not.toBe(link.order_id);
    await expectWithdrawn();
  });

  test("money for the draft of a charge that turned out to be paid is not wanted, while the draft is still open", async () => {
    const { container, pg } = stage();
    const subscribed = await subscribe(stage());
    const declined = await decline(subscribed);
    const link = await linkOf(subscribed, declined.id);
    expect((await orderBalance(container, link.order_id))?.due).not.toBeNull();
    // Between the record of the charge and the draft's cancellation.
    await pg("acquiring_charge").where({ id: declined.id }).update({ state: "paid", order_state: "due" });
    expect((await orderBalance(container, link.order_id))?.due).toBeNull();
    expect(await claimRenewal(container, link.order_id)).toBe(false);
  });

  test("a draft whose payment is being recorded is not cancelled, although its charge turns out to be paid", async () => {
    const { container } = stage();
    const subscribed = await subscribe(stage());
    const declined = await decline(subscribed);
    const link = await linkOf(subscribed, declined.id);
    expect(await claimRenewal(container, link.order_id)).toBe(true);
    await turnPaid(declined);
    expect((await chargeRows(stage(), subscribed)).at(-1)).toMatchObject({ state: "paid", order_state: "held" });
    expect(await order(link.order_id)).toMatchObject({ status: "draft" });
  });

  test("the gateway's retry is recorded while a customer is on the card page of the link: that money goes back", async () => {
    const { gateway, hurry } = stage();
    const subscribed = await subscribe(stage());
    const declined = await decline(subscribed);
    const link = await linkOf(subscribed, declined.id);
    const customer = payer(link.token);
    const session = await customer.begin("checkout");
    const page = { type: "checkout", presentation: "page" };
    const opened = await customer.payBy(session, page, { return_to: SHOP }).expect(200);
    const traveller = new Traveller(SHOP);
    const form = await traveller.followHosted(opened.body.payment.action.url);
    await renew(subscribed);
    expect(await order(link.order_id)).toMatchObject({ status: "canceled" });
    await traveller.submit(form, CARD_PAGE);
    await hurry();
    await hurry();
    expect((await gateway.state()).transactions.at(-1)?.state).toBe("voided");
    expect(await openItems(stage())).toEqual(["late_or_duplicate_payment"]);
    expect(await order(link.order_id)).toMatchObject({ status: "canceled" });
    const [, refused, made] = await chargeRows(stage(), subscribed);
    expect(refused).toMatchObject({ state: "declined", order_state: "none" });
    expect(made).toMatchObject({ state: "paid", order_state: "made" });
    await later(stage());
    expect(await wrong()).toEqual([]);
  });

  test("the customer pays their own declined renewal, in one link however often it is asked for", async () => {
    const subscribed = await subscribe(stage());
    const { customer, subscriptionId } = subscribed;
    const list = async () => {
      const { body } = await customer.get("/store/acquiring/subscriptions").expect(200);
      expect(SubscriptionsAnswer.parse(body)).toEqual(body);
      return body.subscriptions[0].charges[0];
    };
    const pay = (who: Customer) => who.post(`/store/acquiring/subscriptions/${subscriptionId}/pay`);
    expect((await pay(customer).expect(409)).body.code).toBe("nothing_to_pay");
    await decline(subscribed);
    expect(await list()).toMatchObject({ state: "declined", can_pay: true, paid_with_order: false, order: null });
    const other = await Customer.register(stage().base, stage().shop, "eve");
    await pay(other).expect(404);
    await stage().shop.post(`/store/acquiring/subscriptions/${subscriptionId}/pay`, {}).expect(401);
    const [first, second] = await Promise.all([pay(customer).expect(200), pay(customer).expect(200)]);
    expect(second.body).toEqual(first.body);
    const { order_payment: asked } = OrderPaymentAnswer.parse(first.body);
    expect(asked).toMatchObject({ state: "open", amount: "100.00", currency: "EUR" });
    // The draft is not the customer's order yet.
    expect(await list()).toMatchObject({ can_pay: true, order: null });
    const link = payer(asked.token);
    await link.pay(await link.begin()).expect(200);
    expect(await list()).toMatchObject({ can_pay: false, paid_with_order: true, order: { id: expect.any(String) } });
    expect((await pay(customer).expect(409)).body.code).toBe("nothing_to_pay");
    await later(stage());
    expect(await wrong()).toEqual([]);
  });

  test("a declined charge after which the gateway was asked again, one that is not agreed and an unknown one are refused", async () => {
    const { admin, pg } = stage();
    const subscribed = await subscribe(stage());
    const [bought] = await chargeRows(stage(), subscribed);
    expect((await ask(subscribed, bought?.id).expect(404)).body.message).toMatch(/has no renewal/);
    const declined = await decline(subscribed);
    await ask(subscribed, "acqchg_none").expect(404);
    expect((await ask(subscribed, declined.id, { methods: ["apm:shells"] }).expect(400)).body.message).toMatch(
      /^methods: "apm:shells" is not configured/,
    );
    expect((await ask(subscribed, declined.id, { expires_in_days: 91 }).expect(400)).body.message).toMatch(
      /^expires_in_days:/,
    );
    await pg("acquiring_charge").where({ id: declined.id }).update({ amount: "10001" });
    expect((await ask(subscribed, declined.id).expect(400)).body.message).toMatch(/higher than agreed/);
    await pg("acquiring_charge").where({ id: declined.id }).update({ amount: "10000" });
    await pg("acquiring_subscription").update({ order_id: null });
    expect((await ask(subscribed, declined.id).expect(400)).body.message).toMatch(/no first order/);
    await pg("acquiring_subscription").update({ order_id: subscribed.orderId });
    // A draft that staff cancelled is replaced by another one.
    const first = await linkOf(subscribed, declined.id);
    await pg("order").where({ id: first.order_id }).update({ status: "canceled" });
    const second = await linkOf(subscribed, declined.id);
    expect(second.order_id).not.toBe(first.order_id);
    expect(await payer(first.token).shown()).toMatchObject({ state: "order_cancelled" });
    expect(await payer(second.token).shown()).toMatchObject({ state: "open" });
    await admin.post(`/admin/acquiring/payment-links/${second.id}/send`, { key: randomUUID() });
  });

  test("a draft that staff converted or marked as paid counts as the period's order", async () => {
    const { admin } = stage();
    const subscribed = await subscribe(stage());
    const link = await linkOf(subscribed, (await decline(subscribed)).id);
    await admin.post(`/admin/draft-orders/${link.order_id}/convert-to-order`).expect(200);
    await renew(subscribed);
    expect((await chargeRows(stage(), subscribed)).at(-1)).toMatchObject({ state: "paid", order_state: "held" });
    expect(await order(link.order_id)).toMatchObject({ status: "pending" });
    expect(await openItems(stage())).toEqual(["renewal_amount_changed"]);
    expect(await subscriptionRecord(stage(), subscribed)).toMatchObject({ state: "active" });
  });
});
