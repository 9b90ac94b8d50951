import { generateEntityId } from "@medusajs/framework/utils";
import { findUnbegun } from "../../src/application/worker/find-unbegun";
import { wrongInBooks } from "../support/books";
import { withStore } from "../support/boot";
import { pass } from "../support/waiting";
import type { Stage } from "../support/boot";

/** Prefixes of core's IDs. */
const ROWS = { capture: "capt", refund: "ref" };

/** Rows that Medusa wrote for captures, refunds and orders before its process died, and rows that must stay. */
withStore("orphans", (stage) => {
  const later = (minutes: number): Promise<void> => pass(stage(), minutes);

  const wrong = ({ pg, gateway }: Stage): Promise<string[]> =>
    wrongInBooks({ pg, gatewayUrl: gateway.url }, { atRest: true });

  /** As after a crash between core's row and the provider's start. */
  async function orphan(table: "capture" | "refund", paymentId: string, amount: string): Promise<void> {
    const raw = JSON.stringify({ value: amount, precision: 20 });
    await stage()
      .pg(table)
      .insert({ id: generateEntityId(undefined, ROWS[table]), payment_id: paymentId, amount, raw_amount: raw });
    // Nothing else leads to it: the payment's own work is done.
    await stage().pg.raw("UPDATE acquiring_payment_attempt SET project_after = NULL");
    expect(await findUnbegun(stage().container)).toBe(1);
    expect(await findUnbegun(stage().container)).toBe(0);
  }

  test("a capture that never started is removed from Medusa after ten minutes, not before, and can be made again", async () => {
    const { shop, admin } = stage();
    const { orderId } = await shop.order();
    const { id } = await admin.payment(orderId);
    await orphan("capture", id, "40");
    await later(8);
    expect((await admin.payment(orderId)).captures).toHaveLength(1);
    await later(12);
    expect((await admin.payment(orderId)).captures).toEqual([]);
    await admin.post(`/admin/payments/${id}/capture`).expect(200);
    await later(30);
    expect(await wrong(stage())).toEqual([]);
  });

  test("a refund that never started is removed from Medusa, and one that was made stays", async () => {
    const { shop, admin } = stage();
    const { orderId } = await shop.order();
    const { id } = await admin.payment(orderId);
    await admin.post(`/admin/payments/${id}/capture`).expect(200);
    await admin.post(`/admin/payments/${id}/refund`, { amount: 30 }).expect(200);
    await orphan("refund", id, "20");
    await later(12);
    await later(60);
    expect((await admin.payment(orderId)).refunds.map(({ amount }) => amount)).toEqual([30]);
    expect(await wrong(stage())).toEqual([]);
  });

  test("a refund that never started is removed, although another one was made in the gateway's portal meanwhile", async () => {
    const { shop, admin, gateway } = stage();
    const { orderId } = await shop.order();
    const { id } = await admin.payment(orderId);
    const orderNo = (await gateway.state()).transactions[0]?.order_no ?? "";
    await orphan("capture", id, "40");
    await gateway.control("portal-capture", { order_no: orderNo, amount: "33.00" });
    await gateway.notify(orderNo, { kind: "capture" });
    await later(1);
    await later(12);
    expect((await admin.payment(orderId)).captures.map(({ amount }) => amount)).toEqual([33]);
    await orphan("refund", id, "20");
    await gateway.control("portal-refund", { order_no: orderNo, amount: "5.00" });
    await gateway.notify(orderNo);
    await later(13);
    await later(26);
    expect((await admin.payment(orderId)).refunds.map(({ amount }) => amount)).toEqual([5]);
    await later(2 * 24 * 60);
    expect(await wrong(stage())).toEqual([]);
  });

  test("an automatic capture keeps its row, although it has no operation of ours", async () => {
    const { shop, admin, gateway, pg, container } = stage();
    await gateway.control("settings", { captureMode: "automatic" });
    const { orderId } = await shop.order();
    const { transactions } = await gateway.state();
    await gateway.notify(transactions[0]?.order_no ?? "");
    await later(1);
    const { captures } = await admin.payment(orderId);
    await pg.raw("UPDATE acquiring_payment_attempt SET project_after = NULL");
    expect(await findUnbegun(container)).toBe(0);
    await pg.raw("UPDATE acquiring_payment_attempt SET project_after = now()");
    await later(60);
    await gateway.control("settings", { captureMode: "manual" });
    expect(captures).toHaveLength(1);
    expect((await admin.payment(orderId)).captures).toEqual(captures);
    expect(await wrong(stage())).toEqual([]);
  });

  test("the row of a payment captured before its order stays, however late background work runs", async () => {
    const { shop, admin, ledger, pg } = stage();
    const checkout = await shop.checkout();
    await shop.pay(checkout).expect(200);
    const [id = ""] = await pg("acquiring_payment_attempt").pluck("id");
    const action = { attemptId: id, actorId: "user_1", amount: 10_000n, key: "captured-before-1" };
    expect(await ledger.commands.carryOut({ ...action, kind: "capture" })).toEqual({ kind: "settled" });
    const orderId = (await shop.complete(checkout)).order?.id ?? "";
    await later(15);
    await later(40);
    expect((await admin.payment(orderId)).captures).toHaveLength(1);
    expect(await wrong(stage())).toEqual([]);
  });

  test("an order whose completion died after an immediate capture gets its transaction", async () => {
    const { shop, admin, gateway, pg, work } = stage();
    await gateway.control("settings", { captureMode: "automatic" });
    const checkout = await shop.checkout();
    await shop.pay(checkout).expect(200);
    const { transactions } = await gateway.state();
    await gateway.notify(transactions[0]?.order_no ?? "");
    await work();
    await gateway.control("settings", { captureMode: "manual" });
    const orderId = (await shop.complete(checkout)).order?.id ?? "";
    expect((await admin.payment(orderId)).captures).toHaveLength(1);
    await pg("order_transaction").where({ order_id: orderId }).delete();
    await pg.raw("UPDATE acquiring_payment_attempt SET project_after = now()");
    await later(0.2);
    expect(await wrong(stage())).toEqual([expect.stringContaining("medusa_totals_differ")]);
    await later(3);
    expect(await wrong(stage())).toEqual([]);
  });

  test("an order whose completion died before its payment gets the payment, and no money is returned", async () => {
    const { shop, admin, gateway, pg } = stage();
    const { orderId, checkout } = await shop.order();
    await pg.raw("DELETE FROM payment");
    await pg.raw("UPDATE payment_session SET status = 'pending', authorized_at = NULL");
    await pg.raw("UPDATE acquiring_payment_attempt SET project_after = now()");
    await later(3);
    expect((await admin.payment(orderId)).amount).toBe(100);
    expect((await shop.complete(checkout)).order?.id).toBe(orderId);
    expect((await gateway.state()).effects).toMatchObject({ authorise: 1, cancel: 0 });
    expect(await wrong(stage())).toEqual([]);
  });

  test("a capture whose transaction a dead process left out gets it, although the cancelled order's refund is of the same amount", async () => {
    const { shop, admin, pg } = stage();
    const { orderId } = await shop.order();
    const { id } = await admin.payment(orderId);
    await admin.post(`/admin/payments/${id}/capture`).expect(200);
    await pg.raw("DELETE FROM order_transaction WHERE reference = 'capture'");
    await admin.post(`/admin/orders/${orderId}/cancel`).expect(200);
    await later(3);
    await later(60);
    expect(await wrong(stage())).toEqual([]);
  });

  test("a payment collection whose sum includes a refused capture is recalculated", async () => {
    const { shop, admin, pg } = stage();
    const { orderId } = await shop.order();
    const { id } = await admin.payment(orderId);
    await admin.post(`/admin/payments/${id}/capture`, { amount: 40 }).expect(200);
    const raw = JSON.stringify({ value: "70", precision: 20 });
    await pg("payment_collection").update({ captured_amount: "70", raw_captured_amount: raw });
    expect(await wrong(stage())).toEqual([expect.stringContaining("medusa_totals_differ")]);
    await later(1);
    expect(await wrong(stage())).toEqual([]);
  });

  test("of two concurrent captures one is made, and the order's transactions contain no other", async () => {
    const { shop, admin, pg } = stage();
    const { orderId } = await shop.order();
    const { id } = await admin.payment(orderId);
    await admin.post(`/admin/payments/${id}/capture`, { amount: 40 }).expect(200);
    const raw = JSON.stringify({ value: "40", precision: 20 });
    await pg("order_transaction").insert({
      id: "ordtrx_refused",
      order_id: orderId,
      amount: "40",
      raw_amount: raw,
      currency_code: "eur",
      reference: "capture",
      reference_id: "capt_refused",
    });
    await later(3);
    expect(await wrong(stage())).toEqual([]);
  });

  test("an order that is cancelled while its capture is refused has no transaction of a refund that never happened", async () => {
    const { shop, admin, pg } = stage();
    const { orderId } = await shop.order();
    const { id } = await admin.payment(orderId);
    const raw = JSON.stringify({ value: "-40", precision: 20 });
    await pg("order_transaction").insert({
      id: "ordtrx_stray",
      order_id: orderId,
      amount: "-40",
      raw_amount: raw,
      currency_code: "eur",
      reference: "refund",
      reference_id: id,
    });
    expect(await wrong(stage())).toEqual([expect.stringContaining("medusa_totals_differ")]);
    await pg.raw("UPDATE acquiring_payment_attempt SET project_after = now()");
    await later(3);
    expect(await wrong(stage())).toEqual([]);
  });
});
