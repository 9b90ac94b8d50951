import { checkSubscriptions } from "../../src/application/subscriptions/check-subscriptions";
import { recoverOpen } from "../../src/application/worker/recover";
import { syncSubscription } from "../../src/application/subscriptions/sync-subscription";
import type request from "supertest";
import { SubscriptionsAnswer } from "../../src/api-schema/store-subscription";
import { withStore } from "../support/boot";
import { Customer } from "../support/customer";
import { cardInput } from "../support/shop";
import type { Subscribed } from "../support/subscriber";
import {
  PLAN,
  charge,
  chargeRows,
  subscriptionRecord,
  eventKinds,
  follow,
  offerPlan,
  openItems,
  subscribe,
} from "../support/subscriber";

/** How subscriptions end: by the customer, an admin, the order or the gateway; and which cannot start. */
withStore(
  "endings",
  (stage) => {
    beforeEach(async () => {
      await offerPlan(stage());
    });

    const cancels = async (): Promise<number> => (await stage().gateway.state()).effects.cancel_subscription ?? 0;
    const asCustomer = (customer: Customer, { subscriptionId }: Subscribed, key = "leaving-1") =>
      customer.post(`/store/acquiring/subscriptions/${subscriptionId}/cancel`, { key });
    const asAdmin = (subscribed: Subscribed, key = "leaving-2") =>
      stage().admin.post(`/admin/acquiring/subscriptions/${subscribed.subscriptionId}/cancel`, {
        key,
        note: "by phone",
      });

    test("a customer sees and cancels only their own subscriptions; a double click is one request", async () => {
      const subscribed = await subscribe(stage());
      const other = await Customer.register(stage().base, stage().shop, "eve");
      const list = async (who: Customer) => (await who.get("/store/acquiring/subscriptions").expect(200)).body;
      const own = await list(subscribed.customer);
      expect(SubscriptionsAnswer.parse(own)).toEqual(own);
      expect(own.subscriptions).toMatchObject([
        {
          id: subscribed.subscriptionId,
          state: "active",
          amount: "100.00",
          can_cancel: true,
          charges: [{ number: 1, order: { id: subscribed.orderId } }],
        },
      ]);
      expect((await list(other)).subscriptions).toEqual([]);
      await stage().shop.get("/store/acquiring/subscriptions").expect(401);
      await asCustomer(other, subscribed).expect(404);
      expect(await cancels()).toBe(0);
      const [first, second] = await Promise.all([
        asCustomer(subscribed.customer, subscribed),
        asCustomer(subscribed.customer, subscribed),
      ]);
      expect([first.status, second.status]).toEqual([200, 200]);
      const again = await asCustomer(subscribed.customer, subscribed, "leaving-anew").expect(200);
      expect(again.body).toMatchObject({
        outcome: "cancelled",
        subscription: { state: "cancelled", can_cancel: false },
      });
      expect(again.body.subscription.next_charge_at).toBeNull();
      expect(await cancels()).toBe(1);
      expect(await eventKinds(stage(), subscribed)).toEqual(expect.arrayContaining(["cancel_requested", "cancelled"]));
    });

    test("an admin cancels one, with name and note; a prepared charge still becomes an order, a second one does not", async () => {
      const subscribed = await subscribe(stage());
      const done = await asAdmin(subscribed).expect(200);
      expect(done.body).toMatchObject({ outcome: "done", subscription: { state: "cancelled" } });
      const kinds = done.body.subscription.events.map((event: Record<string, unknown>) => [event.kind, event.actor]);
      expect(kinds).toEqual(expect.arrayContaining([["cancelled", "admin"]]));
      const request = done.body.subscription.events.find(({ kind }: { kind: string }) => kind === "cancel_requested");
      expect(request).toMatchObject({ actor_name: "admin@example.test", note: "by phone" });
      // Times on the wire are whole seconds.
      await stage().gateway.control("clock", { ms: 60_000 });
      await charge(stage(), subscribed, { anyway: true });
      await follow(stage(), subscribed);
      expect(await chargeRows(stage(), subscribed)).toMatchObject([{}, { order_state: "made" }]);
      expect(await openItems(stage())).toEqual([]);
      await charge(stage(), subscribed, { anyway: true });
      await follow(stage(), subscribed);
      expect(await chargeRows(stage(), subscribed)).toMatchObject([{}, {}, { order_state: "held" }]);
      expect(await openItems(stage())).toEqual(["renewal_amount_changed"]);
      expect(await subscriptionRecord(stage(), subscribed)).toMatchObject({ state: "cancelled" });
    });

    test("a cancellation whose response is lost is queried and never sent again", async () => {
      const { gateway, hurry } = stage();
      const subscribed = await subscribe(stage());
      await gateway.fault("cancelsubscription", "drop-after-apply");
      const sent = await asAdmin(subscribed).expect(200);
      expect(sent.body).toMatchObject({ outcome: "unknown", subscription: { state: "cancelling" } });
      expect((await asAdmin(subscribed, "leaving-3").expect(200)).body.outcome).toBe("unknown");
      expect(await cancels()).toBe(1);
      await hurry();
      expect(await subscriptionRecord(stage(), subscribed)).toMatchObject({
        state: "cancelled",
        cancel_actor: "admin",
      });
      const requests = (await gateway.requests()).filter(({ operation }) => operation === "cancelsubscription");
      expect(requests).toHaveLength(1);
    });

    test("a request that never arrived is distinguished, raises an item, and may be sent again", async () => {
      const { gateway, ledger, hurry } = stage();
      const subscribed = await subscribe(stage());
      await gateway.fault("cancelsubscription", "drop-before");
      expect((await asAdmin(subscribed).expect(200)).body).toMatchObject({ subscription: { state: "cancelling" } });
      ledger.useClock(() => new Date(Date.now() + 20 * 60_000));
      await hurry();
      expect(await subscriptionRecord(stage(), subscribed)).toMatchObject({ state: "active" });
      await follow(stage(), subscribed);
      expect(await openItems(stage())).toEqual(["subscription_cancel_unknown"]);
      expect((await asAdmin(subscribed, "leaving-4").expect(200)).body).toMatchObject({ outcome: "done" });
      expect(await cancels()).toBe(1);
      expect(await openItems(stage())).toEqual([]);
    });

    test("a subscription that ends, and goes on, and ends, and goes on, raises an item each time", async () => {
      const { container, ledger, pg } = stage();
      const subscribed = await subscribe(stage());
      const start = Date.now();
      /** The gateway's status of the subscription, and what is shown then. */
      const seen = async (minutes: number, status: "active" | "inactive"): Promise<string[]> => {
        const now = new Date(start + minutes * 60_000);
        ledger.useClock(() => now);
        const said = JSON.stringify({ status, reportedAt: now.toISOString() });
        const payment = pg("acquiring_payment_attempt").where({ id: subscribed.attemptId });
        await payment.update({ recurring: pg.raw("recurring || ?::jsonb", [said]) });
        await syncSubscription(container, { id: subscribed.subscriptionId });
        return openItems(stage());
      };
      const subscription = { subscription_id: subscribed.subscriptionId, kind: "cancelled" };
      for (const [before, minutes] of [20, 80, 140].entries()) {
        expect(await seen(minutes, "inactive")).toEqual([]);
        // Each end is in the history and passed to the shop's own handlers.
        expect(await pg("acquiring_subscription_event").where(subscription)).toHaveLength(before + 1);
        expect(
          await pg("acquiring_subscription_task").where(subscription).whereNotNull("due_at").update({ due_at: null }),
        ).toBe(1);
        expect(await seen(minutes + 20, "active")).toEqual(["subscription_cancel_unknown"]);
      }
    });

    test("a subscription charged after its cancellation raises an item, keeps it, and can be cancelled again", async () => {
      const { admin, gateway, ledger, pg, work } = stage();
      const subscribed = await subscribe(stage());
      await gateway.fault("cancelsubscription", "drop-before");
      await asAdmin(subscribed).expect(200);
      const { id: operationId } = await pg("acquiring_operation").where({ kind: "cancel_subscription" }).first();
      await ledger.manualResolution.decide({ operationId, resolution: "happened", actorId: "user_1" });
      await work();
      expect(await subscriptionRecord(stage(), subscribed)).toMatchObject({
        state: "cancelled",
        cancel_actor: "admin",
      });
      ledger.useClock(() => new Date(Date.now() + 20 * 60_000));
      for (let days = 0; days < 2; days += 1) {
        await follow(stage(), subscribed);
        expect(await subscriptionRecord(stage(), subscribed)).toMatchObject({ state: "active", cancelled_at: null });
        expect(await openItems(stage())).toEqual(["subscription_cancel_unknown"]);
      }
      // Times on the wire are whole seconds.
      await gateway.control("clock", { ms: 60_000 });
      await charge(stage(), subscribed);
      await charge(stage(), subscribed);
      await follow(stage(), subscribed);
      expect((await chargeRows(stage(), subscribed)).map(({ order_state }) => order_state)).toContain("held");
      expect((await asAdmin(subscribed, "leaving-5").expect(200)).body).toMatchObject({ outcome: "done" });
      expect(await openItems(stage())).toEqual(["renewal_amount_changed"]);
      // Cancelled in the portal meanwhile: the refusal says so, and no item is needed.
      const other = await subscribe(stage(), "grace");
      await gateway.control("cancel-subscription", { order_no: other.orderNo });
      const ended = await admin
        .post(`/admin/acquiring/subscriptions/${other.subscriptionId}/cancel`, { key: "leaving-6", note: "" })
        .expect(200);
      expect(ended.body).toMatchObject({ outcome: "done", subscription: { state: "cancelled" } });
      expect(await subscriptionRecord(stage(), other)).toMatchObject({ cancel_actor: "gateway" });
      expect(await openItems(stage())).toEqual(["renewal_amount_changed"]);
    });

    test("a subscription whose order was cancelled is cancelled, also when the first request was lost", async () => {
      const { admin, gateway, hurry, ledger } = stage();
      const subscribed = await subscribe(stage());
      await gateway.fault("cancelsubscription", "drop-before");
      await admin.post(`/admin/orders/${subscribed.orderId}/cancel`).expect(200);
      await hurry();
      expect(await subscriptionRecord(stage(), subscribed)).toMatchObject({ state: "cancelling" });
      ledger.useClock(() => new Date(Date.now() + 20 * 60_000));
      await hurry();
      expect(await subscriptionRecord(stage(), subscribed)).toMatchObject({
        state: "cancelled",
        cancel_actor: "system",
      });
      expect(await cancels()).toBe(1);
      expect(await openItems(stage())).toEqual([]);
    });

    /** Without its event, as if the process died. */
    const cancelSilently = ({ orderId }: Subscribed): Promise<unknown> =>
      stage().pg("order").where({ id: orderId }).update({ status: "canceled", canceled_at: new Date() });
    const requests = async (): Promise<number> =>
      (await stage().gateway.requests()).filter(({ operation }) => operation === "cancelsubscription").length;
    const SIGN = { account: "*", reason: "person", details: "A backup was restored.", since: null, by: "ada" } as const;

    test("the hourly check ends the subscription of a cancelled order whose event was lost, once", async () => {
      const { container } = stage();
      const [subscribed, other] = [await subscribe(stage()), await subscribe(stage(), "grace")];
      await cancelSilently(subscribed);
      await checkSubscriptions(container);
      expect(await subscriptionRecord(stage(), subscribed)).toMatchObject({
        state: "cancelled",
        cancel_actor: "system",
      });
      await checkSubscriptions(container);
      expect(await requests()).toBe(1);
      expect(await subscriptionRecord(stage(), other)).toMatchObject({ state: "active" });
    });

    test("the hourly check never repeats a cancellation that is unknown, and tries one again that recovery mode refused", async () => {
      const { admin, container, gateway, ledger } = stage();
      const subscribed = await subscribe(stage());
      await ledger.recovery.begin(SIGN);
      await admin.post(`/admin/orders/${subscribed.orderId}/cancel`).expect(200);
      await checkSubscriptions(container);
      expect(await requests()).toBe(0);
      expect(await subscriptionRecord(stage(), subscribed)).toMatchObject({ state: "active" });
      await recoverOpen(container);
      expect(await ledger.recovery.open()).toEqual([]);
      await gateway.fault("cancelsubscription", "drop-after-apply");
      await checkSubscriptions(container);
      await checkSubscriptions(container);
      expect(await subscriptionRecord(stage(), subscribed)).toMatchObject({ state: "cancelling" });
      expect(await requests()).toBe(1);
    });

    test("the hourly check does not repeat a cancellation that the gateway declined", async () => {
      const { container, gateway, pg } = stage();
      const subscribed = await subscribe(stage());
      await cancelSilently(subscribed);
      await gateway.fault("cancelsubscription", "drop-before");
      await checkSubscriptions(container);
      await pg("acquiring_operation").where({ kind: "cancel_subscription" }).update({ status: "declined" });
      await pg("acquiring_subscription").update({ state: "active" });
      await checkSubscriptions(container);
      expect(await pg("acquiring_operation").where({ kind: "cancel_subscription" })).toHaveLength(1);
      expect(await cancels()).toBe(0);
    });

    test("a returned first payment cancels its subscription after a recovery", async () => {
      const { base, container, ledger, pg, shop, work } = stage();
      const customer = await Customer.register(base, shop, "ada");
      const checkout = await customer.checkout();
      await customer.payBy(checkout, { type: "card", card: cardInput("4111111111111111") }).expect(200);
      const { id } = await pg("acquiring_payment_attempt").where({ cart_id: checkout.cartId }).first();
      // The recovery does not query voided payments.
      await ledger.gate.run({
        ...{ attemptId: id, kind: "void", amount: null, idempotencyKey: `void_${String(id)}` },
        ...{ actor: "admin", actorId: "user_1" },
      } as const);
      // One that waits for its order is followed again anyway.
      await pg("acquiring_subscription").update({ created_at: new Date(Date.now() - 2 * 3_600_000) });
      await ledger.recovery.begin(SIGN);
      await work();
      expect(await requests()).toBe(0);
      await recoverOpen(container);
      ledger.useClock(() => new Date(Date.now() + 61_000));
      await work();
      expect(await requests()).toBe(1);
    });

    test("a returned first payment cancels its subscription, also when the first request was lost", async () => {
      const { base, gateway, hurry, ledger, pg, shop } = stage();
      const customer = await Customer.register(base, shop, "ada");
      const checkout = await customer.checkout();
      await customer.payBy(checkout, { type: "card", card: cardInput("4111111111111111") }).expect(200);
      const attempt = await pg("acquiring_payment_attempt").where({ cart_id: checkout.cartId }).first();
      const own = { attempt_id: attempt.id };
      await gateway.fault("cancelsubscription", "drop-before");
      await pg("acquiring_payment_attempt").where({ id: attempt.id }).update({ reversal_reason: "late" });
      await hurry();
      expect(await pg("acquiring_subscription").where(own).first()).toMatchObject({ state: "cancelling" });
      ledger.useClock(() => new Date(Date.now() + 20 * 60_000));
      await hurry();
      await hurry();
      expect(await pg("acquiring_subscription").where(own).first()).toMatchObject({
        state: "cancelled",
        cancel_actor: "system",
      });
      const requests = await pg("acquiring_operation")
        .where({ ...own, kind: "cancel_subscription" })
        .orderBy("sequence");
      expect(requests.map(({ idempotency_key: key, status }) => [key.split("_").at(-1), status])).toEqual([
        // Proven not to have arrived, so another may be sent.
        ["reversed", "declined"],
        ["reversed-1", "settled"],
      ]);
      expect(await cancels()).toBe(1);
    });

    test("a cancellation in the gateway's portal is recorded, and cancelling the order cancels it as configured", async () => {
      const { gateway, admin } = stage();
      const subscribed = await subscribe(stage());
      await gateway.control("cancel-subscription", { order_no: subscribed.orderNo });
      await admin.post(`/admin/acquiring/subscriptions/${subscribed.subscriptionId}/check`, {}).expect(200);
      expect(await subscriptionRecord(stage(), subscribed)).toMatchObject({
        state: "cancelled",
        gateway_status: "inactive",
      });
      const other = await subscribe(stage(), "grace");
      await admin.post(`/admin/orders/${other.orderId}/cancel`).expect(200);
      await stage().hurry();
      expect(await subscriptionRecord(stage(), other)).toMatchObject({ state: "cancelled", cancel_actor: "system" });
      expect(await cancels()).toBe(1);
    });

    test("a manual refund cancels the subscription only if it bought no order", async () => {
      const { base, gateway, ledger, pg, shop, work } = stage();
      const giveBack = (attemptId: string) =>
        ledger.gate.run({
          ...{ attemptId, kind: "void", amount: null, idempotencyKey: `void_${attemptId}` },
          ...{ actor: "admin", actorId: "user_1" },
        } as const);
      const subscribed = await subscribe(stage());
      expect(await giveBack(subscribed.attemptId)).toMatchObject({ kind: "settled" });
      await work();
      expect(await subscriptionRecord(stage(), subscribed)).toMatchObject({ state: "active" });
      const customer = await Customer.register(base, shop, "grace");
      const checkout = await customer.checkout();
      await customer.payBy(checkout, { type: "card", card: cardInput("4111111111111111") }).expect(200);
      const { id } = await pg("acquiring_payment_attempt").where({ cart_id: checkout.cartId }).first();
      await giveBack(id);
      await work();
      expect(await pg("acquiring_subscription").where({ attempt_id: id }).first()).toMatchObject({
        state: "cancelled",
        cancel_actor: "system",
      });
      // As if another payment had paid the cart's order.
      await pg("payment")
        .where({
          payment_session_id: (await pg("acquiring_payment_attempt").where({ id: subscribed.attemptId }).first())
            .session_id,
        })
        .update({ data: JSON.stringify({ order_no: "ANOTHER" }) });
      await pg("acquiring_payment_attempt")
        .where({ id: subscribed.attemptId })
        .update({ subscription_due_at: new Date(0) });
      await work();
      expect(await subscriptionRecord(stage(), subscribed)).toMatchObject({
        state: "cancelled",
        cancel_actor: "system",
      });
      expect(await gateway.state()).toMatchObject({ effects: { cancel_subscription: 2 } });
    });

    describe("a cart that cannot start a subscription is refused with its own code, and nothing is sent", () => {
      const card = { type: "card", card: cardInput("4111111111111111") };
      const nothingSent = async (): Promise<void> => {
        const sent = (await stage().gateway.requests()).filter(({ operation }) => operation === "authorise");
        expect(sent).toEqual([]);
        expect(await stage().pg("acquiring_subscription")).toEqual([]);
      };
      const codeOf = async (asked: request.Test, status = 409): Promise<string> =>
        (await asked.expect(status)).body.code;

      test("a guest, two plans, another payment method, another currency, an ended plan", async () => {
        const { shop, base, pg } = stage();
        expect(await codeOf(shop.payBy(await shop.checkout(), card), 401)).toBe("login_required");
        const customer = await Customer.register(base, shop, "ada");
        const checkout = await customer.checkout();
        const offered = await shop.post("/store/acquiring/payment-methods", { cart_id: checkout.cartId }).expect(200);
        const modes = offered.body.payment_methods.map(({ mode }: { mode: string }) => mode);
        expect([...new Set(modes)]).toEqual(["card", "checkout"]);
        const apm = await shop.checkoutFor("apm");
        expect(await codeOf(shop.payBy(apm, { type: "apm", method: "bancontact" }))).toBe("subscription_method");
        await pg("acquiring_plan").update({ amounts: JSON.stringify({ usd: "1.00" }) });
        expect(await codeOf(customer.payBy(checkout, card))).toBe("subscription_currency");
        await pg("acquiring_plan").update({ amounts: JSON.stringify({ eur: "1.00" }), ends_on: "2020-01-01" });
        expect(await codeOf(customer.payBy(checkout, card))).toBe("subscription_ended");
        const mug = await offerPlan(stage(), { ...PLAN, name: "Mug of the month" }, "stoneware-mug");
        await customer
          .post(`/store/carts/${checkout.cartId}/line-items`, { variant_id: mug.variantId, quantity: 1 })
          .expect(200);
        const session = await shop.session(checkout.collectionId);
        expect(await codeOf(customer.payBy({ session }, card))).toBe("subscription_single");
        await nothingSent();
      });

      test("a cart that costs nothing, or is paid by another provider, is not completed", async () => {
        const { shop, pg } = stage();
        const other = await shop.checkout();
        await shop
          .post(`/store/payment-collections/${other.collectionId}/payment-sessions`, {
            provider_id: "pp_system_default",
          })
          .expect(200);
        expect(await codeOf(shop.post(`/store/carts/${other.cartId}/complete`))).toBe("subscription_method");
        await pg("price").update({ amount: 0, raw_amount: JSON.stringify({ value: "0", precision: 20 }) });
        const { body } = await shop
          .post("/store/carts", {
            region_id: (await pg("region").first("id")).id,
            items: [{ variant_id: (await pg("acquiring_plan").first("variant_id")).variant_id, quantity: 1 }],
          })
          .expect(200);
        expect(await codeOf(shop.post(`/store/carts/${body.cart.id}/complete`))).toBe("subscription_free");
        await nothingSent();
      });
    });
  },
  {},
  { subscription: { cancelWithOrder: true } },
);
