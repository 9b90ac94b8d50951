import { withStore } from "../support/boot";
import { receiveReturn, refundDesk, shippedOrder } from "../support/returns";
import type { Stage } from "../support/boot";
import type { Checkout } from "../support/shop";

/**
 * Medusa does not round totals: a tax of 7.333 % or a discount split in three has more decimals than the currency. Such
 * a cart is paid in whole minor units, and Medusa's sums balance all the same.
 */
const TAX = { name: "Sales tax", code: "sales", rate: 7.333 };

const DAY = 86_400_000;
let days = 0;

withStore("unrounded", (stage) => {
  beforeEach(() => {
    days = 0;
  });
  beforeAll(async () => {
    const { admin } = stage();
    const { body } = await admin.get("/admin/tax-regions?country_code=de").expect(200);
    const rate = { ...TAX, tax_region_id: body.tax_regions[0].id, is_default: true };
    await admin.post("/admin/tax-rates", rate).expect(200);
  });

  /** 24.50 and 7.333 % of it: 26.296585. */
  const taxed = (): Promise<Checkout> => stage().shop.checkout("stoneware-mug");

  const ordered = async (): Promise<{ orderId: string; paymentId: string }> => {
    const { orderId } = await stage().shop.order("stoneware-mug");
    return { orderId, paymentId: (await stage().admin.payment(orderId)).id };
  };

  const outstanding = async (orderId: string): Promise<number> => {
    const { body } = await stage().admin.get(`/admin/orders/${orderId}?fields=summary`).expect(200);
    return body.order.summary.pending_difference;
  };

  const ledgerOf = async ({ pg }: Stage): Promise<unknown> => {
    const row = await pg("acquiring_payment_attempt").orderBy("created_at", "desc").first();
    return [row.state, Number(row.authorised), Number(row.captured), Number(row.refunded)];
  };

  const differences = async (): Promise<unknown> => {
    const { rows } = await stage().pg.raw("SELECT kind FROM acquiring_attention_item WHERE cleared_at IS NULL");
    return rows;
  };

  /** The bank has processed a refund, a lost answer was queried, and its result is recorded. */
  const nextDay = async ({ gateway, hurry, ledger }: Stage): Promise<void> => {
    await gateway.control("clock", { ms: DAY });
    days += 1;
    ledger.useClock(() => new Date(Date.now() + days * DAY));
    await hurry();
    await hurry();
  };

  describe("taxes computed on request, which Medusa does without changing the payment collection", () => {
    const region = (automatic: boolean) =>
      stage().admin.post(`/admin/regions/${stage().shop.regionId}`, { automatic_taxes: automatic }).expect(200);

    test("the first payment says that the amount has changed, the next session is for the new one", async () => {
      const { shop, gateway } = stage();
      await region(false);
      try {
        const { cartId, collectionId, session } = await shop.checkout("stoneware-mug", 2);
        await shop.post(`/store/carts/${cartId}/taxes`).expect(200);
        const { body } = await shop.pay({ session }).expect(409);
        expect(body.code).toBe("amount_changed");
        expect(await gateway.sent("authorise")).toBe(0);
        const again = await shop.session(collectionId);
        await shop.pay({ session: again }).expect(200);
        const [transaction] = (await gateway.state()).transactions;
        expect(transaction?.amount).toBe("52.59");
        expect((await shop.complete({ cartId })).order).not.toBeNull();
      } finally {
        await region(true);
      }
    });

    test("a cart that is paid keeps its session", async () => {
      const { shop, pg } = stage();
      await region(false);
      try {
        const { cartId, session } = await shop.checkout("stoneware-mug", 3);
        await shop.pay({ session }).expect(200);
        await shop.post(`/store/carts/${cartId}/taxes`).expect(200);
        await shop.pay({ session }).expect(409);
        expect(await pg("payment_session").where({ id: session.id, deleted_at: null })).toHaveLength(1);
      } finally {
        await region(true);
      }
    });
  });

  test("it is paid, ordered and captured, and nothing is outstanding", async () => {
    const { admin, gateway, hurry, pg } = stage();
    const { session } = await taxed();
    expect((await pg("payment_session").where({ id: session.id }).first("raw_amount")).raw_amount.value).toBe(
      "26.296585",
    );
    const { orderId, paymentId } = await ordered();
    const [transaction] = (await gateway.state()).transactions;
    expect(transaction?.amount).toBe("26.30");
    await admin.post(`/admin/payments/${paymentId}/capture`).expect(200);
    await hurry();
    expect(await ledgerOf(stage())).toEqual(["captured", 2630, 2630, 0]);
    expect(await outstanding(orderId)).toBe(0);
    await admin.post(`/admin/payments/${paymentId}/refund`).expect(200);
    await nextDay(stage());
    expect(await ledgerOf(stage())).toEqual(["captured", 2630, 2630, 2630]);
    expect(await differences()).toEqual([]);
  });

  test("an automatic capture is recorded in full, and a refund of a third is refused until it is rounded", async () => {
    const { admin, gateway, hurry } = stage();
    await gateway.control("settings", { captureMode: "automatic" });
    const { orderId, paymentId } = await ordered();
    const [transaction] = (await gateway.state()).transactions;
    await gateway.notify(transaction?.order_no ?? "");
    await hurry();
    expect(await ledgerOf(stage())).toEqual(["captured", 2630, 2630, 0]);
    expect(await outstanding(orderId)).toBe(0);
    const { body } = await admin.get(`/admin/orders/${orderId}?fields=payment_status`).expect(200);
    expect(body.order.payment_status).toBe("captured");
    const third = await admin.post(`/admin/payments/${paymentId}/refund`, { amount: 26.296585 / 3 }).expect(400);
    expect(third.body.message).toMatch(/^amount: .* has more decimals than the currency's 2\. Nothing was sent/);
    expect(await gateway.sent("refund")).toBe(0);
    await admin.post(`/admin/payments/${paymentId}/refund`, { amount: 8.77 }).expect(200);
    await nextDay(stage());
    expect(await ledgerOf(stage())).toEqual(["captured", 2630, 2630, 877]);
    expect(await differences()).toEqual([]);
  });

  test("returns whose parts end in half a cent are refunded exactly, with nothing left", async () => {
    const { admin, pg } = stage();
    const { id } = await pg("tax_rate").where({ code: TAX.code }).first("id");
    await admin.post(`/admin/tax-rates/${String(id)}`, { rate: 1 }).expect(200);
    // 24.745 each.
    const order = await shippedOrder(stage(), 6);
    const desk = refundDesk(admin, order.orderId);
    for (const [quantity, surplus] of [
      [1, "24.74"],
      [5, "123.73"],
    ] as const) {
      await receiveReturn(stage(), order, quantity);
      const shown = await desk.read();
      expect(shown).toMatchObject({ surplus, not_covered: null, causes: [{ kind: "return", amount: surplus }] });
      await desk.refund(shown.plan).expect(200);
    }
    await nextDay(stage());
    expect(await ledgerOf(stage())).toEqual(["captured", 14847, 14847, 14847]);
    expect(await desk.read()).toMatchObject({ surplus: null });
    expect(await outstanding(order.orderId)).toBe(0);
    expect(await differences()).toEqual([]);
  });

  test("a capture and a refund whose responses were lost are recorded once, with Medusa's own amounts", async () => {
    const { admin, gateway, pg } = stage();
    const { orderId, paymentId } = await ordered();
    for (const [call, fault] of [
      ["capture", "drop-after-apply"],
      ["refund", "drop-after-apply"],
    ] as const) {
      await gateway.fault(call, fault);
      await admin.post(`/admin/payments/${paymentId}/${call}`);
      await nextDay(stage());
    }
    expect(await ledgerOf(stage())).toEqual(["captured", 2630, 2630, 2630]);
    const sums = await pg("payment_collection")
      .join("payment", "payment.payment_collection_id", "payment_collection.id")
      .where("payment.id", paymentId)
      .first("captured_amount", "refunded_amount");
    expect([Number(sums.captured_amount), Number(sums.refunded_amount)].map((sum) => sum.toFixed(2))).toEqual([
      "26.30",
      "26.30",
    ]);
    const effects = (await gateway.state()).effects;
    expect([effects.capture, effects.refund]).toEqual([1, 1]);
    const transactions = await pg("order_transaction").where({ order_id: orderId, deleted_at: null });
    expect(transactions.map(({ reference }: { reference: string }) => reference).sort()).toEqual(["capture", "refund"]);
    expect(await differences()).toEqual([]);
  });
});
