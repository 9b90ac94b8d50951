import { ADDRESS } from "./ada";
import type { Stage } from "./boot";
import { cardInput, CARDS } from "./shop";
import type request from "supertest";

/** Orders that owe something, and customers who pay with a link. */
export interface OwingOrder {
  readonly orderId: string;
  readonly paymentId: string;
}

/** A paid and captured order of 100.00 EUR, edited to two pieces: it owes 100.00 EUR. */
export async function editedOrder({ shop, admin }: Stage): Promise<OwingOrder> {
  const { orderId } = await shop.order();
  const { id: paymentId } = await admin.payment(orderId);
  await admin.post(`/admin/payments/${paymentId}/capture`).expect(200);
  await changeQuantity({ admin }, orderId, 2);
  return { orderId, paymentId };
}

export async function changeQuantity(
  { admin }: Pick<Stage, "admin">,
  orderId: string,
  quantity: number,
): Promise<void> {
  const { body } = await admin.get(`/admin/orders/${orderId}?fields=*items`).expect(200);
  await admin.post("/admin/order-edits", { order_id: orderId }).expect(200);
  const item = `/admin/order-edits/${orderId}/items/item/${String(body.order.items[0].id)}`;
  await admin.post(item, { quantity }).expect(200);
  await admin.post(`/admin/order-edits/${orderId}/confirm`).expect(200);
}

/** A draft order of 100.00 EUR, as staff makes it on the phone. */
export async function draftOrder({ admin, pg }: Pick<Stage, "admin" | "pg">): Promise<string> {
  const { body: regions } = await admin.get("/admin/regions").expect(200);
  const [channelId] = await pg("sales_channel_stock_location").pluck("sales_channel_id");
  const [variantId] = await pg("product_variant")
    .join("product", "product.id", "product_variant.product_id")
    .where({ handle: "tall-vase" })
    .pluck("product_variant.id");
  const { body } = await admin
    .post("/admin/draft-orders", {
      region_id: regions.regions[0].id,
      sales_channel_id: channelId,
      email: "ada@example.test",
      billing_address: ADDRESS,
      shipping_address: ADDRESS,
      items: [{ variant_id: variantId, quantity: 1 }],
    })
    .expect(200);
  return body.draft_order.id;
}

export interface Link {
  readonly id: string;
  readonly token: string;
}

export async function linkFor({ admin }: Pick<Stage, "admin">, orderId: string, body: object = {}): Promise<Link> {
  const answer = await admin.post(`/admin/acquiring/orders/${orderId}/payment-links`, body).expect(200);
  return answer.body.payment_link;
}

/** A customer with nothing but a link. */
export class LinkPayer {
  constructor(
    private readonly stage: Pick<Stage, "shop">,
    readonly token: string,
  ) {}

  read(): request.Test {
    return this.stage.shop.post("/store/acquiring/payment-link", { link: this.token });
  }

  async shown(): Promise<Record<string, unknown>> {
    return (await this.read().expect(200)).body.payment_link;
  }

  methods(): request.Test {
    return this.stage.shop.post("/store/acquiring/payment-methods", { link: this.token });
  }

  /** `amount`: the part to be paid, in major units; default: all of it. */
  session(mode: "card" | "checkout" | "apm" = "card", amount?: unknown): request.Test {
    return this.stage.shop.post("/store/acquiring/payment-link/session", {
      link: this.token,
      provider_id: `pp_acquiring-${mode}_main`,
      amount,
    });
  }

  async begin(mode: "card" | "checkout" | "apm" = "card"): Promise<{ session_id: string; token: string }> {
    return (await this.session(mode).expect(200)).body.session;
  }

  payBy(session: object, method: object, more: object = {}): request.Test {
    return this.stage.shop.post("/store/acquiring/payments", { ...session, link: this.token, method, ...more });
  }

  pay(session: object, number: string = CARDS.approved): request.Test {
    return this.payBy(session, { type: "card", card: cardInput(number) });
  }
}
