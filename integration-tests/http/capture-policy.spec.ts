import { capturePolicyRound } from "../../src/application/capture-policy/policy-round";
import { workerRound } from "../../src/application/worker/worker-round";
import { armFailpoint } from "../../src/modules/acquiring/runtime/failpoint";
import { withStore } from "../support/boot";
import { captureRules, rule } from "../support/capture-rules";
import { cardInput } from "../support/shop";
import { Traveller } from "../support/traveller";
import { receiveReturn, requestReturn } from "../support/returns";
import { allBooks, threeBooks } from "../support/three-books";

const SHOP = "http://localhost:8000";

/** Captures by the policy: what is captured when, in a store with real orders, fulfilments and shipments. */
withStore(
  "capture_policy",
  (stage) => {
    const on = captureRules(stage);
    const later = (ms: number): void => stage().ledger.useClock(() => new Date(Date.now() + ms));

    beforeEach(() => stage().gateway.control("settings", { multipleCaptures: true }));
    afterEach(() => armFailpoint(null));

    test("without a saved policy nothing is captured, and the policy page says so", async () => {
      const placed = await on.order();
      await on.ship(placed);
      await stage().work();
      expect(await on.captured(placed)).toBe(0);
      expect(await on.read()).toMatchObject({
        version: 0,
        rules: [],
        history: [],
        activity: { captured: 0, waiting: 0 },
      });
    });

    test("a policy is saved in versions that name who saved them; another version in between refuses it", async () => {
      const { pg } = stage();
      const first = await on.post(0, [rule({ capture: "on_order" })]).expect(200);
      expect(first.body).toMatchObject({ version: 1, rules: [{ capture: "on_order" }] });
      const conflict = await on.post(0, []).expect(409);
      expect(conflict.body).toMatchObject({ code: "policy_changed", message: expect.stringContaining("version: 0") });
      const both = await Promise.all([on.post(1, []), on.post(1, [rule()])]);
      expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
      const { history } = await on.read();
      expect(history.map(({ version }) => version)).toEqual([2, 1]);
      const audits = await pg("acquiring_audit_record").where({ action: "capture_policy_saved" }).orderBy("at");
      expect(audits.map(({ actor, actor_id: id }) => [actor, id])).toEqual(
        history.map(({ saved_by: id }) => ["admin", id]),
      );
    });

    test.each<[string, object[], string]>([
      [
        "an unknown account",
        [rule({ account: "gone" })],
        'rules.0.account: there is no gateway account "gone"; choose an existing one, or null for all.',
      ],
      [
        "an unknown region",
        [rule({ region_id: "reg_gone" })],
        'rules.0.region_id: there is no region "reg_gone"; choose an existing one, or null for all.',
      ],
      [
        "two rules of one scope",
        [rule(), rule({ capture: "on_order" })],
        "rules.1: rule 1 has the same scope; remove one of the two, or change the scope of one.",
      ],
      [
        "too many hours",
        [rule({ hours: 200 })],
        'rules.0.hours: 200 is not less than the 168 hours for which authorisations of account "main" are valid; write a smaller number.',
      ],
    ])("%s is refused in one sentence, and nothing is saved", async (_name, rules, message) => {
      expect((await on.post(0, rules).expect(400)).body.message).toBe(message);
      expect((await on.read()).version).toBe(0);
    });

    test("on_order captures a dozen orders in one request, as the system, and Medusa follows", async () => {
      const { gateway, pg, work } = stage();
      const orders = [];
      for (let count = 0; count < 12; count += 1) orders.push(await on.order());
      await on.save({ capture: "on_order" });
      await work();
      expect(await gateway.sent("capture")).toBe(1);
      for (const placed of orders) expect(await threeBooks(stage(), placed.orderId)).toEqual(allBooks(10_000, 0));
      const actors = await pg("acquiring_operation").where({ kind: "capture" }).pluck("actor");
      expect(new Set(actors)).toEqual(new Set(["system"]));
      expect((await on.read()).activity).toMatchObject({ captured: 12, waiting: 0 });
      await on.look();
      expect(await gateway.sent("capture")).toBe(1);
    });

    test("on_shipment captures each shipment's share, and the last one what is left", async () => {
      const { work } = stage();
      await on.save({ capture: "on_shipment" });
      const placed = await on.order(3, "stoneware-mug");
      await work();
      await on.fulfil(placed);
      await on.look();
      expect(await on.captures(placed)).toEqual([]);
      await on.ship(placed);
      await on.look();
      expect(await on.captures(placed)).toEqual(["24.50"]);
      await on.ship(placed);
      await on.look();
      expect(await on.captures(placed)).toEqual(["24.50", "24.50"]);
      expect(await threeBooks(stage(), placed.orderId)).toEqual(allBooks(4_900, 0));
      const { body } = await stage().admin.get(`/admin/acquiring/payments/${placed.attemptId}`).expect(200);
      expect(body.payment.capture_plan).toMatchObject({
        capture: "on_shipment",
        at_expiry: "remind",
        acts_at: null,
        due_now: "0",
      });
    });

    test("on_fulfilment captures what is fulfilled; a payment view says what is due", async () => {
      await on.save({ capture: "on_fulfilment" });
      const placed = await on.order(2);
      await stage().work();
      await on.fulfil(placed);
      const path = `/admin/acquiring/payments/${placed.attemptId}`;
      const before = await stage().admin.get(path).expect(200);
      expect(before.body.payment.capture_plan).toMatchObject({ due_now: "100.00" });
      await on.look();
      expect(await on.captures(placed)).toEqual(["100.00"]);
      await on.fulfil(placed);
      await on.look();
      expect(await on.captures(placed)).toEqual(["100.00", "100.00"]);
      expect((await stage().admin.get(path).expect(200)).body.payment.capture_plan).toBeNull();
    });

    test("a payment that was never looked at is due at once, and then within the hour; without a policy nothing is", async () => {
      const { ledger, work } = stage();
      const placed = await on.order();
      await work();
      const isDue = async (): Promise<boolean> => {
        const next = await ledger.nextDue([]);
        return next !== null && next <= ledger.now();
      };
      expect(await isDue()).toBe(false);
      await on.save({ capture: "on_shipment" });
      expect(await isDue()).toBe(true);
      await work();
      expect(await isDue()).toBe(false);
      const { policy_due_at: at } = await on.attempt(placed);
      expect((at?.getTime() ?? 0) - ledger.now().getTime()).toBeLessThanOrEqual(3_600_000);
    });

    test("a fulfilment wakes the policy without waiting an hour", async () => {
      await on.save({ capture: "on_fulfilment" });
      const placed = await on.order();
      await stage().work();
      const dueAt = async (): Promise<Date | null> => (await on.attempt(placed)).policy_due_at;
      expect(await dueAt()).not.toBeNull();
      await on.fulfil(placed);
      for (let tries = 0; tries < 100 && (await dueAt()) !== null; tries += 1)
        await new Promise((resolve) => setImmediate(resolve));
      await stage().work();
      expect(await on.captures(placed)).toEqual(["100.00"]);
    });

    test("a cancelled order is not captured", async () => {
      await on.save({ capture: "on_order" });
      const cancelled = await on.order();
      await stage().admin.post(`/admin/orders/${cancelled.orderId}/cancel`).expect(200);
      await on.look();
      expect(await on.captures(cancelled)).toEqual([]);
    });

    test("what was refunded before the last shipment is not captured again, and the rest of the order is", async () => {
      const { admin, work } = stage();
      await on.save({ capture: "on_shipment" });
      const placed = await on.order(2);
      await on.ship(placed);
      await on.look();
      const path = `/admin/acquiring/payments/${placed.attemptId}/refund`;
      const refund = await admin.post(path, { amount: "10.00", key: "goodwill-before-ship" }).expect(200);
      expect(refund.body.outcome).toBe("done");
      await work();
      await on.ship(placed);
      await on.look();
      expect((await on.captures(placed)).reduce((sum, amount) => sum + Number(amount), 0)).toBe(200);
      expect(await threeBooks(stage(), placed.orderId)).toEqual(allBooks(20_000, 1_000));
      const { body } = await admin.get(`/admin/orders/${placed.orderId}?fields=total,summary`).expect(200);
      expect([body.order.total, body.order.summary.pending_difference]).toEqual([190, 0]);
    });

    test("an order with more credit than items is not captured further, and keeps no other order from being captured", async () => {
      const { admin, work } = stage();
      await on.save({ capture: "on_shipment" });
      const credited = await on.order(2);
      await on.ship(credited);
      await on.look();
      const path = `/admin/acquiring/payments/${credited.attemptId}/refund`;
      await admin.post(path, { amount: "50.00", key: "goodwill-of-the-half" }).expect(200);
      await work();
      const itemId = await on.itemOf(credited.orderId);
      await receiveReturn(stage(), { orderId: credited.orderId, itemId }, 1);
      await admin.post("/admin/order-edits", { order_id: credited.orderId }).expect(200);
      const edit = `/admin/order-edits/${credited.orderId}`;
      await admin.post(`${edit}/items/item/${itemId}`, { quantity: 1 }).expect(200);
      await admin.post(`${edit}/confirm`).expect(200);
      const { body } = await admin.get(`/admin/orders/${credited.orderId}?fields=total`).expect(200);
      expect(body.order.total).toBe(-50);
      const other = await on.order();
      await on.ship(other);
      await on.look();
      expect([await on.captures(credited), await on.captures(other)]).toEqual([["100.00"], ["100.00"]]);
    });

    test.each(["received", "damaged"] as const)(
      "an item that comes back %s counts neither as ordered nor as shipped",
      async (as) => {
        await on.save({ capture: "on_shipment" });
        const placed = await on.order(3);
        await on.ship(placed);
        await on.look();
        const itemId = await on.itemOf(placed.orderId);
        await (await requestReturn(stage(), { orderId: placed.orderId, itemId }, 1)).receive(as);
        await on.ship(placed);
        await on.look();
        expect(await on.captures(placed)).toEqual(["100.00"]);
        await on.ship(placed);
        await on.look();
        expect(await on.captures(placed)).toEqual(["100.00", "100.00"]);
      },
    );

    test("two workers at once capture once, and a capture in flight is not repeated", async () => {
      const { container, gateway, pg } = stage();
      await on.save({ capture: "on_order" });
      const placed = await on.order();
      await pg("acquiring_payment_attempt").update({ policy_due_at: null });
      await Promise.all([capturePolicyRound(container), workerRound(container, {}), capturePolicyRound(container)]);
      await on.look();
      expect([await on.captures(placed), await gateway.sent("capture")]).toEqual([["100.00"], 1]);
    });

    test.each([
      "capture:before-commit",
      "capture:before-send",
      "capture:after-send",
      "capture:after-conclude",
    ] as const)("a process that dies at %s captures once", async (place) => {
      const { hurry } = stage();
      await on.save({ capture: "on_order" });
      const placed = await on.order();
      armFailpoint((name) => {
        if (name === place) throw new Error("killed");
      });
      await on.look();
      armFailpoint(null);
      for (let minutes = 3; minutes < 40; minutes += 9) {
        later(minutes * 60_000);
        await hurry();
        await on.look();
      }
      expect(await on.captures(placed)).toEqual(["100.00"]);
      expect(await threeBooks(stage(), placed.orderId)).toEqual(allBooks(10_000, 0));
    });

    test("a payment that was approved after it had expired is captured like any other once it pays for its order", async () => {
      const { shop, hurry } = stage();
      await on.save({ capture: "on_order" });
      const checkout = await shop.checkout();
      const { body } = await shop
        .payBy(checkout, { type: "card", card: cardInput("4000000000003063") }, { return_to: SHOP })
        .expect(200);
      const traveller = new Traveller(SHOP);
      const page = await traveller.follow(body.payment.action.url);
      later(31 * 60_000);
      await hurry();
      await traveller.submit(page, { decision: "approve" });
      for (let minutes = 33; minutes < 40; minutes += 2) {
        later(minutes * 60_000);
        await hurry();
        await on.look();
      }
      const attempt = await stage().ledger.attempts.attemptOfSession(checkout.session.id);
      expect(attempt).toMatchObject({ state: "captured", is_late: true, captured: "10000" });
    });

    test("a lost answer is queried and not sent again", async () => {
      const { gateway, hurry } = stage();
      await on.save({ capture: "on_order" });
      const placed = await on.order();
      await gateway.fault("capture", "drop-after-apply");
      await on.look();
      later(10 * 60_000);
      await hurry();
      await on.look();
      expect([await on.captures(placed), await gateway.sent("capture")]).toEqual([["100.00"], 1]);
      expect(await on.captured(placed)).toBe(10_000);
    });

    test("a declined capture is told once and not repeated; a larger one is tried again", async () => {
      const { gateway, pg } = stage();
      await on.save({ capture: "on_shipment" });
      const placed = await on.order(3);
      await on.ship(placed);
      await on.look();
      await gateway.control("settings", { multipleCaptures: false });
      await on.ship(placed);
      await on.look();
      await on.look();
      expect(await on.items(placed)).toEqual(["capture_due"]);
      expect(await pg("acquiring_attention_item").pluck("count")).toEqual([1]);
      expect(await gateway.sent("capture")).toBe(2);
      await gateway.control("settings", { multipleCaptures: true });
      await on.ship(placed);
      await on.look();
      expect(await on.captures(placed)).toEqual(["100.00", "200.00"]);
      await stage().ledger.watchAttention();
      expect(await on.items(placed)).toEqual([]);
    });

    test("an order whose only payment was voided is not fulfilled, until something else pays for it", async () => {
      const { admin } = stage();
      const placed = await on.order();
      await admin.post(`/admin/acquiring/payments/${placed.attemptId}/void`, { key: "void-before-ship-1" }).expect(200);
      const items = [{ id: await on.itemOf(placed.orderId), quantity: 1 }];
      const path = `/admin/orders/${placed.orderId}/fulfillments`;
      const refused = await admin.post(path, { items }).expect(400);
      expect(refused.body.message).toMatch(/^The payment of this order was voided and nothing else pays for it;/);
      const collection = await admin
        .post("/admin/payment-collections", { order_id: placed.orderId, amount: 100 })
        .expect(200);
      const { id } = collection.body.payment_collection;
      await admin
        .post(`/admin/payment-collections/${String(id)}/mark-as-paid`, { order_id: placed.orderId })
        .expect(200);
      await admin.post(path, { items }).expect(200);
    });
  },
  { capture: { multiple: true } },
);
