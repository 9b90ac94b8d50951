import { acquiringResolveOperationWorkflow } from "../../src/workflows";
import { withStore } from "../support/boot";
import type { Stage } from "../support/boot";
import { allBooks, threeBooks } from "../support/three-books";
import { retryWaiting, until } from "../support/waiting";

/** Partial captures and refunds through Medusa's own routes, and captures that need manual resolution. */
const MINUTE = 60_000;

withStore(
  "partial_money",
  (stage) => {
    beforeEach(async () => {
      await stage().gateway.control("settings", { multipleCaptures: true });
    });

    const capture = ({ admin }: Stage, paymentId: string, amount: number) =>
      admin.post(`/admin/payments/${paymentId}/capture`, { amount });
    const refund = ({ admin }: Stage, paymentId: string, amount: number) =>
      admin.post(`/admin/payments/${paymentId}/refund`, { amount });
    const operations = async ({ pg }: Stage): Promise<{ id: string; status: string; kind: string }[]> => {
      const { rows } = await pg.raw("SELECT id, kind, status FROM acquiring_operation ORDER BY sequence");
      return rows;
    };
    const attention = async ({ pg }: Stage): Promise<string[]> => {
      const { rows } = await pg.raw("SELECT kind FROM acquiring_attention_item WHERE cleared_at IS NULL ORDER BY kind");
      return rows.map(({ kind }: { kind: string }) => kind);
    };

    test("a payment is captured in three parts and refunded in parts, and all three records agree after each", async () => {
      const { shop, admin, gateway } = stage();
      const { orderId } = await shop.order();
      const { id } = await admin.payment(orderId);
      for (const [amount, captured] of [
        [30, 3_000],
        [20.01, 5_001],
        [49.99, 10_000],
      ] as const) {
        await capture(stage(), id, amount).expect(200);
        expect(await threeBooks(stage(), orderId)).toEqual(allBooks(captured, 0));
      }
      for (const [amount, refunded] of [
        [10, 1_000],
        [0.01, 1_001],
        [89.99, 10_000],
      ] as const) {
        await refund(stage(), id, amount).expect(200);
        expect(await threeBooks(stage(), orderId)).toEqual(allBooks(10_000, refunded));
      }
      await refund(stage(), id, 0.01).expect(400);
      expect((await gateway.state()).effects).toMatchObject({ authorise: 1, capture: 3, refund: 3 });
    });

    test("a partially captured payment can be refunded only up to that part", async () => {
      const { shop, admin } = stage();
      const { orderId } = await shop.order();
      const { id } = await admin.payment(orderId);
      await capture(stage(), id, 60).expect(200);
      await refund(stage(), id, 25.5).expect(200);
      await refund(stage(), id, 34.51).expect(400);
      await refund(stage(), id, 34.5).expect(200);
      expect(await threeBooks(stage(), orderId)).toEqual(allBooks(6_000, 6_000));
      await capture(stage(), id, 40).expect(200);
      await refund(stage(), id, 40).expect(200);
      expect(await threeBooks(stage(), orderId)).toEqual(allBooks(10_000, 10_000));
    });

    test.each([
      ["drop-after-apply", "happened", 7_000],
      ["drop-before", "did_not_happen", 3_000],
    ] as const)(
      "a second capture whose response is lost (%s) stays unknown until it is resolved manually: %s",
      async (fault, resolution, captured) => {
        const { shop, admin, gateway, hurry, ledger, container, pg } = stage();
        const { orderId } = await shop.order();
        const { id } = await admin.payment(orderId);
        await capture(stage(), id, 30).expect(200);
        await gateway.fault("capture", fault);
        expect((await capture(stage(), id, 40).expect(400)).body.message).toContain("being checked");
        const later = Date.now() + 20 * MINUTE;
        ledger.useClock(() => new Date(later));
        await hurry();
        const [open] = (await operations(stage())).filter(({ status }) => status === "unknown");
        expect([open?.kind, await attention(stage())]).toEqual(["capture", ["unknown_outcome"]]);
        await capture(stage(), id, 10).expect(400);
        expect((await gateway.requests()).filter(({ operation }) => operation === "capture").length).toBe(2);

        const input = { operationId: open?.id ?? "", resolution, actorId: "user_1" };
        const both = await Promise.allSettled([
          acquiringResolveOperationWorkflow(container).run({ input }),
          acquiringResolveOperationWorkflow(container).run({ input }),
        ]);
        expect(both.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
        await Promise.all([hurry(), hurry()]);
        expect(await threeBooks(stage(), orderId)).toEqual(allBooks(captured, 0));
        expect(await attention(stage())).toEqual([]);
        const { rows } = await pg.raw(
          "SELECT actor, actor_id FROM acquiring_audit_record WHERE operation_id = ? AND action = ?",
          [open?.id ?? "", `decided_${resolution}`],
        );
        expect(rows).toEqual([{ actor: "admin", actor_id: "user_1" }]);
        await capture(stage(), id, 10).expect(200);
        expect(await threeBooks(stage(), orderId)).toEqual(allBooks(captured + 1_000, 0));
      },
    );

    /** 30 of 100 are captured, and 40 more are on their way. */
    const further = async ({ shop, admin, pg, gateway }: Stage) => {
      const { orderId, checkout } = await shop.order();
      const { order_no: orderNo } = await pg("acquiring_payment_attempt")
        .where({ session_id: checkout.session.id })
        .first();
      const { id } = await admin.payment(orderId);
      await capture(stage(), id, 30).expect(200);
      const tell = async (firing: object = {}) => {
        expect(await gateway.notify(orderNo, { kind: "capture", ...firing })).toEqual([200]);
        await stage().work();
      };
      const again = (times = 1) => retryWaiting(stage(), times);
      return { orderId, id, tell, again };
    };

    test("a notification of a further capture that arrives before the response waits for it and raises nothing", async () => {
      const { gateway, pg } = stage();
      const { orderId, id, tell, again } = await further(stage());
      await gateway.slowly("capture");
      const answered = capture(stage(), id, 40).then(({ status }: { status: number }) => status);
      await until(async () => (await gateway.state()).effects.capture === 2);
      await tell();
      await again(8);
      expect(await pg("acquiring_inbox_event").where({ status: "pending" }).pluck("result")).toEqual([
        "Our capture is not decided yet.",
      ]);
      expect([await attention(stage()), await operations(stage())]).toMatchObject([
        [],
        [{}, {}, { status: "sending" }],
      ]);
      expect(await answered).toBe(200);
      await again();
      expect(await pg("acquiring_inbox_event").where({ status: "pending" })).toEqual([]);
      expect(await attention(stage())).toEqual([]);
      expect(await threeBooks(stage(), orderId)).toEqual(allBooks(7_000, 0));
    });

    test("a notification of a further capture whose response is lost raises an item after a few tries; another amount at once", async () => {
      const { gateway, pg } = stage();
      const { id, tell, again } = await further(stage());
      await gateway.fault("capture", "drop-after-apply");
      await capture(stage(), id, 40).expect(400);
      await tell();
      await again(4);
      expect(await attention(stage())).toEqual([]);
      await again();
      expect(await attention(stage())).toEqual(["amount_mismatch"]);
      const messages = () => pg("acquiring_attention_item").pluck("message");
      expect(await messages()).toEqual([expect.stringContaining("then decide about that capture")]);
      await tell({ overrides: { amount: "71.00" } });
      expect(await messages()).toEqual([expect.stringContaining("another captured amount")]);
    });

    test.each([
      ["happened", [], []],
      ["did_not_happen", [], ["amount_mismatch"]],
      ["happened", ["71.00"], ["amount_mismatch"]],
    ] as const)(
      "the item about such a notification is closed by the decision that makes the amounts agree (%s, also told: %p)",
      async (resolution, alsoTold, left) => {
        const { gateway, ledger, hurry, container, pg } = stage();
        const { id, tell, again } = await further(stage());
        await gateway.fault("capture", "drop-after-apply");
        await capture(stage(), id, 40).expect(400);
        await tell();
        await again(5);
        for (const amount of alsoTold) {
          await tell({ overrides: { amount } });
          await tell({ overrides: { note: "told again" } });
          await again(5);
        }
        expect(await attention(stage())).toEqual(["amount_mismatch"]);
        const later = Date.now() + 20 * MINUTE;
        ledger.useClock(() => new Date(later));
        await hurry();
        expect(await attention(stage())).toEqual(["amount_mismatch", "unknown_outcome"]);
        const operationId = (await operations(stage())).find(({ status }) => status === "unknown")?.id ?? "";
        await acquiringResolveOperationWorkflow(container).run({
          input: { operationId, resolution, actorId: "user_1" },
        });
        expect(await attention(stage())).toEqual(left);
        const reasons = await pg("acquiring_attention_item").where({ kind: "amount_mismatch" }).pluck("cleared_reason");
        expect(reasons).toEqual([left.length === 0 ? "solved" : null]);
      },
    );

    test("while an order is being edited a refund that Medusa could not record is refused, and nothing is sent", async () => {
      const { shop, admin, gateway } = stage();
      const { orderId } = await shop.order();
      const { id } = await admin.payment(orderId);
      await capture(stage(), id, 100).expect(200);
      await admin.post("/admin/order-edits", { order_id: orderId }).expect(200);
      for (let time = 0; time < 2; time += 1) {
        const refused = await refund(stage(), id, 10).expect(400);
        expect(refused.body.message).toMatch(/^Nothing was refunded\. An edit, .*confirm or cancel it first/);
      }
      expect(await gateway.sent("refund")).toBe(0);
      expect((await admin.payment(orderId)).refunds).toEqual([]);
      await admin.delete(`/admin/order-edits/${orderId}`).expect(200);
      await refund(stage(), id, 10).expect(200);
      expect(await threeBooks(stage(), orderId)).toEqual(allBooks(10_000, 1_000));
    });

    test("the balance of an edited order can be refunded while it is edited again", async () => {
      const { shop, admin, gateway } = stage();
      const checkout = await shop.checkout("tall-vase", 2);
      await shop.pay(checkout).expect(200);
      const orderId = (await shop.complete(checkout)).order?.id ?? "";
      const { id } = await admin.payment(orderId);
      await capture(stage(), id, 200).expect(200);
      const { body } = await admin.get(`/admin/orders/${orderId}?fields=*items`).expect(200);
      const edit = `/admin/order-edits/${orderId}`;
      await admin.post("/admin/order-edits", { order_id: orderId }).expect(200);
      await admin.post(`${edit}/items/item/${String(body.order.items[0].id)}`, { quantity: 1 }).expect(200);
      await admin.post(`${edit}/confirm`).expect(200);
      await admin.post("/admin/order-edits", { order_id: orderId }).expect(200);
      await refund(stage(), id, 100.01).expect(400);
      expect(await gateway.sent("refund")).toBe(0);
      await refund(stage(), id, 100).expect(200);
      expect(await gateway.sent("refund")).toBe(1);
    });

    test("an operation that is not unknown cannot be resolved manually", async () => {
      const { shop, container, ledger } = stage();
      await shop.order();
      const [settled] = await operations(stage());
      const input = { operationId: settled?.id ?? "", resolution: "did_not_happen" as const, actorId: "user_1" };
      const run = acquiringResolveOperationWorkflow(container).run({ input, throwOnError: false });
      expect(JSON.stringify((await run).errors)).toContain("unknown outcome can be resolved");
      expect((await ledger.manualResolution.decide({ ...input, operationId: "acqop_none" })).kind).toBe("refused");
    });
  },
  { capture: { multiple: true } },
);
