import { completeCartWorkflow } from "@medusajs/medusa/core-flows";
import { wrongInBooks } from "../support/books";
import { withStore } from "../support/boot";
import { pass } from "../support/waiting";
import type { Checkout } from "../support/shop";
import { CARDS } from "../support/shop";

/** Another plugin's handler of a new order may fail: Medusa then reverts the order and the payment. */
let isFailing = false;
const hooks: { readonly validate: unknown; readonly orderCreated?: (handler: () => void) => void } =
  completeCartWorkflow.hooks;
hooks.orderCreated?.(() => {
  if (isFailing) throw new Error("The warehouse is away.");
});

withStore("rolled-back", (stage) => {
  beforeEach(() => {
    isFailing = false;
  });

  async function paid(): Promise<Checkout> {
    const checkout = await stage().shop.checkout();
    await stage().shop.pay(checkout).expect(200);
    return checkout;
  }

  async function rollBack({ cartId }: Checkout): Promise<void> {
    isFailing = true;
    const answer = await stage().shop.post(`/store/carts/${cartId}/complete`);
    expect(answer.status).not.toBe(200);
    isFailing = false;
    expect(await orders()).toEqual([]);
  }

  const orders = (): Promise<string[]> => stage().pg("order").where({ deleted_at: null }).pluck("id");

  const later = (minutes: number): Promise<void> => pass(stage(), minutes);

  async function expectRefused({ cartId }: Checkout): Promise<void> {
    const again = await stage().shop.post(`/store/carts/${cartId}/complete`).expect(409);
    expect(again.body).toMatchObject({ code: "session_not_payable" });
    expect(await orders()).toEqual([]);
  }

  async function expectPaidAnew({ cartId, collectionId }: Checkout): Promise<void> {
    const { shop, pg, gateway } = stage();
    await gateway.control("settings", { captureMode: "manual" });
    const checkout = { cartId, collectionId, session: await shop.session(collectionId) };
    await shop.pay(checkout).expect(200);
    const done = await shop.complete(checkout);
    expect(done.type).toBe("order");
    await later(3);
    await later(25 * 60);
    expect(await orders()).toEqual([done.order?.id]);
    expect(await wrongInBooks({ pg, gatewayUrl: gateway.url }, { atRest: true })).toEqual([]);
  }

  const open = (): Promise<string[]> => stage().pg("acquiring_attention_item").whereNull("cleared_at").pluck("kind");

  test("an authorisation that Medusa voided creates no order; the cart is paid again", async () => {
    const checkout = await paid();
    await rollBack(checkout);
    expect((await stage().gateway.state()).effects).toMatchObject({ authorise: 1, cancel: 1 });
    await expectRefused(checkout);
    await expectPaidAnew(checkout);
    expect(await open()).toEqual([]);
  });

  test("a capture that Medusa refunded creates no order; the cart is paid again", async () => {
    const { gateway } = stage();
    await gateway.control("settings", { captureMode: "automatic" });
    const checkout = await paid();
    await gateway.notify((await gateway.state()).transactions[0]?.order_no ?? "");
    isFailing = true;
    await stage().work();
    await rollBack(checkout);
    expect((await gateway.state()).effects).toMatchObject({ authorise: 1, refund: 1 });
    await expectPaidAnew(checkout);
    expect((await gateway.state()).effects).toMatchObject({ authorise: 2, refund: 1 });
    expect(await open()).toEqual([]);
  });

  test("a payment that was pending then and was declined since creates no order", async () => {
    const { shop, gateway } = stage();
    const checkout = await shop.checkout();
    await shop.pay(checkout, CARDS.pending).expect(200);
    await rollBack(checkout);
    const { transactions } = await gateway.state();
    await gateway.control("decline", { order_no: transactions[0]?.order_no });
    await later(1);
    expect((await shop.complete(checkout)).type).toBe("refused");
    expect(await orders()).toEqual([]);
    await shop.pay(checkout).expect(200);
    expect((await shop.complete(checkout)).type).toBe("order");
  });

  test("a payment whose refund has no known outcome creates no order", async () => {
    const { admin, gateway, pg, work } = stage();
    await gateway.control("settings", { captureMode: "automatic" });
    const checkout = await paid();
    await rollBack(checkout);
    await gateway.notify((await gateway.state()).transactions[0]?.order_no ?? "");
    await work();
    const [id] = await pg("acquiring_payment_attempt").pluck("id");
    await gateway.fault("refund", "drop-after-apply");
    const request = { key: "rolled-back-refund-1", amount: "100.00" };
    await admin.post(`/admin/acquiring/payments/${String(id)}/refund`, request).expect(200);
    expect(await pg("acquiring_operation").where({ kind: "refund" }).pluck("status")).toEqual(["unknown"]);
    await expectRefused(checkout);
  });

  test("money that was returned before Medusa had a payment creates no order; the cart is paid again", async () => {
    const { ledger, pg } = stage();
    const checkout = await paid();
    const [attemptId = ""] = await pg("acquiring_payment_attempt").pluck("id");
    const action = { attemptId, actorId: "user_1", amount: 10_000n };
    await ledger.commands.carryOut({ ...action, kind: "capture", key: "before-order-capture" });
    await ledger.commands.carryOut({ ...action, kind: "refund", key: "before-order-refund-1" });
    await expectRefused(checkout);
    await expectPaidAnew(checkout);
  });

  test("an order whose completion died before its payment gets it, although an earlier completion was rolled back", async () => {
    const { shop, gateway, pg } = stage();
    await gateway.control("settings", { captureMode: "automatic" });
    const first = await paid();
    await gateway.notify((await gateway.state()).transactions[0]?.order_no ?? "");
    isFailing = true;
    await stage().work();
    await rollBack(first);
    await gateway.control("settings", { captureMode: "manual" });
    const checkout = { ...first, session: await shop.session(first.collectionId) };
    await shop.pay(checkout).expect(200);
    expect((await shop.complete(checkout)).type).toBe("order");
    const { id } = checkout.session;
    await pg("payment").where({ payment_session_id: id }).delete();
    await pg("payment_session").where({ id }).update({ status: "pending", authorized_at: null });
    await pg.raw("UPDATE acquiring_payment_attempt SET project_after = now()");
    await later(3);
    expect(await pg("payment").where({ payment_session_id: id }).pluck("amount")).toEqual(["100"]);
    expect((await gateway.state()).effects).toMatchObject({ authorise: 2, refund: 1, cancel: 0 });
  });

  test("a lost void is made when the payment's order is cancelled", async () => {
    const { admin, gateway } = stage();
    const checkout = await paid();
    await gateway.fault("cancel", "drop-before");
    await rollBack(checkout);
    await later(20);
    await later(40);
    const [orderId = ""] = await orders();
    expect((await gateway.state()).effects).toMatchObject({ authorise: 1, cancel: 0 });
    await admin.post(`/admin/orders/${orderId}/cancel`).expect(200);
    expect((await gateway.state()).effects).toMatchObject({ authorise: 1, cancel: 1 });
  });

  test("a payment that could not be returned gets its order, though the customer has left", async () => {
    const { gateway } = stage();
    await gateway.control("settings", { captureMode: "automatic" });
    await rollBack(await paid());
    expect((await stage().gateway.state()).effects).toMatchObject({ authorise: 1, cancel: 0 });
    await later(0.5);
    expect(await orders()).toEqual([]);
    await later(3);
    expect(await orders()).toHaveLength(1);
    expect(await open()).toEqual([]);
  });

  test("a payment that could not be returned does not prevent another one, and is returned as late money", async () => {
    const { gateway } = stage();
    await gateway.control("settings", { captureMode: "automatic" });
    const checkout = await paid();
    await rollBack(checkout);
    await gateway.notify((await gateway.state()).transactions[0]?.order_no ?? "");
    await expectPaidAnew(checkout);
    expect(await open()).toEqual(["late_or_duplicate_payment"]);
    expect((await gateway.state()).effects).toMatchObject({ authorise: 2, refund: 1 });
  });
});
