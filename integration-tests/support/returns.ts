import type { RefundProposal } from "../../src/api-schema/admin";
import type { Stage } from "./boot";
import type { Admin } from "./shop";
import { Shop } from "./shop";

/** Orders that are paid, captured and shipped, and what comes back of them. */
export interface Shipped {
  readonly orderId: string;
  readonly itemId: string;
  readonly attemptId: string;
  readonly orderNo: string;
}

/** Mugs of 24.50 EUR each, by default four: 98.00 EUR. */
export async function shippedOrder(
  { shop, admin, pg }: Stage,
  quantity = 4,
  handle = "stoneware-mug",
): Promise<Shipped> {
  const checkout = await shop.checkout(handle, quantity);
  await shop.pay(checkout).expect(200);
  const orderId = (await shop.complete(checkout)).order?.id ?? "";
  const { id: paymentId } = await admin.payment(orderId);
  await admin.post(`/admin/payments/${paymentId}/capture`).expect(200);
  const { body } = await admin.get(`/admin/orders/${orderId}?fields=*items`).expect(200);
  const itemId = String(body.order.items[0].id);
  await admin.post(`/admin/orders/${orderId}/fulfillments`, { items: [{ id: itemId, quantity }] }).expect(200);
  const attempt = await pg("acquiring_payment_attempt").orderBy("created_at", "desc").first("id", "order_no");
  return { orderId, itemId, attemptId: attempt.id, orderNo: attempt.order_no };
}

interface ReturnShipping {
  readonly shipping_option_id: string;
  readonly custom_amount: number;
}

/** Medusa's own return, requested. */
export async function requestReturn(
  { admin, pg }: Pick<Stage, "admin" | "pg">,
  { orderId, itemId }: Pick<Shipped, "orderId" | "itemId">,
  quantity: number,
  shipping?: ReturnShipping,
): Promise<{ id: string; receive: (as?: "received" | "damaged") => Promise<void> }> {
  const { id: location } = await pg("stock_location").first("id");
  const begun = await admin.post("/admin/returns", { order_id: orderId, location_id: location }).expect(200);
  const path = `/admin/returns/${String(begun.body.return.id)}`;
  const items = [{ id: itemId, quantity }];
  await admin.post(`${path}/request-items`, { items }).expect(200);
  if (shipping) await admin.post(`${path}/shipping-method`, shipping).expect(200);
  await admin.post(`${path}/request`).expect(200);
  const receive = async (as: "received" | "damaged" = "received"): Promise<void> => {
    await admin.post(`${path}/receive`).expect(200);
    await admin.post(`${path}/${as === "received" ? "receive" : "dismiss"}-items`, { items }).expect(200);
    await admin.post(`${path}/receive/confirm`).expect(200);
  };
  return { id: String(begun.body.return.id), receive };
}

/** Requested and received. */
export async function receiveReturn(
  stage: Pick<Stage, "admin" | "pg">,
  order: Pick<Shipped, "orderId" | "itemId">,
  quantity: number,
  shipping?: ReturnShipping,
): Promise<string> {
  const { id, receive } = await requestReturn(stage, order, quantity, shipping);
  await receive();
  return id;
}

/** What a claim or an exchange takes back has arrived: one item. */
export async function confirmReceipt(
  { admin, pg }: Pick<Stage, "admin" | "pg">,
  { orderId, itemId }: Pick<Shipped, "orderId" | "itemId">,
): Promise<void> {
  const { id } = await pg("return").where({ order_id: orderId }).first("id");
  const path = `/admin/returns/${String(id)}`;
  await admin.post(`${path}/receive`).expect(200);
  await admin.post(`${path}/receive-items`, { items: [{ id: itemId, quantity: 1 }] }).expect(200);
  await admin.post(`${path}/receive/confirm`).expect(200);
}

/** The same shop in another currency, with mugs for this price. */
export async function sellIn(stage: Stage, currency: string, price: number): Promise<Stage> {
  const { admin, base, pg, shop } = stage;
  const { id } = await pg("region").first("id");
  await admin.post(`/admin/regions/${String(id)}`, { currency_code: currency }).expect(200);
  const { body } = await admin.get("/admin/products?handle=stoneware-mug&fields=id,variants.id").expect(200);
  const [product] = body.products;
  const prices = [{ currency_code: currency, amount: price }];
  await admin.post(`/admin/products/${product.id}/variants/${product.variants[0].id}`, { prices }).expect(200);
  for (const option of await pg("shipping_option").select("id", "name"))
    await admin
      .post(`/admin/shipping-options/${option.id}`, {
        prices: [{ currency_code: currency, amount: option.name.startsWith("Pick up") ? 0 : 5 }],
      })
      .expect(200);
  return { ...stage, shop: new Shop(base, shop.publishableKey, String(id)) };
}

const pathOf = (orderId: string, name: string): string => `/admin/acquiring/orders/${orderId}/${name}`;

/** Requests of one admin about an order's refund. */
export const refundDesk = (admin: Admin, orderId: string) => ({
  read: async (): Promise<RefundProposal> => (await admin.get(pathOf(orderId, "refund-proposal")).expect(200)).body,
  refund: (plan: string | null, more: object = {}) => admin.post(pathOf(orderId, "refund-proposal"), { plan, ...more }),
  fee: (body: object) => admin.post(pathOf(orderId, "restocking-fee"), body),
  dismiss: (body: object) => admin.post(pathOf(orderId, "dismiss-refund"), body),
});

/** Amounts of Medusa's refunds, oldest first. */
export async function refundsOf({ pg }: Pick<Stage, "pg">): Promise<number[]> {
  const rows: unknown[] = await pg("refund").where({ deleted_at: null }).orderBy("created_at").pluck("amount");
  return rows.map(Number);
}
