import { completeCartWorkflow } from "@medusajs/medusa/core-flows";
import { wrongInBooks } from "../support/books";
import { withStore } from "../support/boot";
import type { Checkout } from "../support/shop";
import { pass } from "../support/waiting";

/** Another plugin's handler of a new order may fail: Medusa then reverts the order and the payment. */
let isFailing = false;
const hooks: { readonly validate: unknown; readonly orderCreated?: (handler: () => void) => void } =
  completeCartWorkflow.hooks;
hooks.orderCreated?.(() => {
  if (isFailing) throw new Error("The warehouse is away.");
});

withStore(
  "rolled-back-held",
  (stage) => {
    beforeEach(() => {
      isFailing = false;
    });

    /** Pays, makes Medusa revert the completion, and pays the cart again. */
    async function paidTwice(betweenThem: () => Promise<unknown>): Promise<string> {
      const { shop, gateway } = stage();
      const first = await shop.checkout();
      await shop.pay(first).expect(200);
      isFailing = true;
      await shop.post(`/store/carts/${first.cartId}/complete`);
      isFailing = false;
      await betweenThem();
      await gateway.control("settings", { captureMode: "manual" });
      const anew: Checkout = { ...first, session: await shop.session(first.collectionId) };
      await shop.pay(anew).expect(200);
      const done = await shop.complete(anew);
      await pass(stage(), 3);
      return done.order?.id ?? "";
    }

    async function firstPayment(): Promise<{ readonly id: string; readonly attemptId: string }> {
      const [id = ""] = await stage().pg("payment").orderBy("created_at").limit(1).pluck("id");
      const [attemptId = ""] = await stage().pg("acquiring_payment_attempt").orderBy("created_at").limit(1).pluck("id");
      return { id, attemptId };
    }

    const sums = (): Promise<unknown> => stage().pg("order_transaction").where({ deleted_at: null }).select("amount");

    test("its refund is not recorded in the other payment's order by Medusa's button, but is from its own page", async () => {
      const { admin, gateway, pg } = stage();
      await gateway.control("settings", { captureMode: "automatic" });
      await paidTwice(async () => gateway.notify((await gateway.state()).transactions[0]?.order_no ?? ""));
      const { id, attemptId } = await firstPayment();
      const refused = await admin.post(`/admin/payments/${id}/refund`, { amount: 100 }).expect(400);
      expect(refused.body.message).toContain("on the payment's own page");
      expect((await gateway.state()).effects).toMatchObject({ authorise: 2, refund: 0 });
      const request = { key: "rolled-back-held-1", amount: "100.00" };
      await admin.post(`/admin/acquiring/payments/${attemptId}/refund`, request).expect(200);
      await pass(stage(), 25 * 60);
      expect((await gateway.state()).effects).toMatchObject({ refund: 1 });
      expect(await sums()).toEqual([]);
      expect(await wrongInBooks({ pg, gatewayUrl: gateway.url }, { atRest: true })).toEqual([]);
    });

    test("its refund is in no order when the other payment's order is cancelled", async () => {
      const { admin, gateway, pg } = stage();
      await gateway.control("settings", { captureMode: "automatic" });
      const orderId = await paidTwice(async () =>
        gateway.notify((await gateway.state()).transactions[0]?.order_no ?? ""),
      );
      await admin.post(`/admin/orders/${orderId}/cancel`).expect(200);
      const { id, attemptId } = await firstPayment();
      expect(await pg("order_transaction").where({ deleted_at: null }).pluck("reference_id")).toEqual([id]);
      await pass(stage(), 5);
      expect(await sums()).toEqual([]);
      const { body } = await admin.get(`/admin/orders/${orderId}?fields=summary`).expect(200);
      expect(body.order.summary).toMatchObject({ paid_total: 0, refunded_total: 0, pending_difference: 100 });
      // The first one is held for an admin, on its own page.
      expect((await gateway.state()).effects).toMatchObject({ authorise: 2, cancel: 1, refund: 0 });
      const request = { key: "rolled-back-held-2", amount: "100.00" };
      await admin.post(`/admin/acquiring/payments/${attemptId}/refund`, request).expect(200);
      await pass(stage(), 25 * 60);
      expect(await sums()).toEqual([]);
      expect(await wrongInBooks({ pg, gatewayUrl: gateway.url }, { atRest: true })).toEqual([]);
    });

    test("its authorisation is not captured by Medusa's button", async () => {
      const { admin, gateway } = stage();
      await gateway.fault("cancel", "drop-before");
      await paidTwice(() => Promise.resolve());
      const { id } = await firstPayment();
      const refused = await admin.post(`/admin/payments/${id}/capture`).expect(400);
      expect(refused.body.message).toContain("on the payment's own page");
      expect((await gateway.state()).effects).toMatchObject({ authorise: 2, capture: 0 });
      expect(await sums()).toEqual([]);
    });
  },
  {},
  { lateMoney: "hold" },
);
