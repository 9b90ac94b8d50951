import type { Stage } from "./boot";
import { Customer } from "./customer";
import { cardInput } from "./shop";

/** A customer who subscribes to a vase, and the state at the store and the gateway. */
export const PLAN = { name: "Vase of the month", amounts: { eur: "100.00" }, interval: "month", interval_count: 1 };

export async function offerPlan(
  { admin }: Stage,
  plan: object = PLAN,
  handle = "tall-vase",
): Promise<{ variantId: string; productId: string }> {
  const { body } = await admin.get(`/admin/products?handle=${handle}&fields=id,*variants`).expect(200);
  const variantId: string = body.products[0].variants[0].id;
  await admin.put(`/admin/acquiring/plans/${variantId}`, plan).expect(200);
  return { variantId, productId: body.products[0].id };
}

export interface Subscribed {
  readonly customer: Customer;
  readonly subscriptionId: string;
  readonly attemptId: string;
  readonly orderNo: string;
  readonly orderId: string;
}

export interface Row {
  readonly [column: string]: unknown;
  readonly id: string;
}

/** Subscribes and completes the cart; the subscription follows. */
export async function subscribe(stage: Stage, name = "ada"): Promise<Subscribed> {
  const { base, shop, pg, work } = stage;
  const customer = await Customer.register(base, shop, name);
  const checkout = await customer.checkout();
  await customer.payBy(checkout, { type: "card", card: cardInput("4111111111111111") }).expect(200);
  const done = await customer.post(`/store/carts/${checkout.cartId}/complete`).expect(200);
  await work();
  const subscription = await pg("acquiring_subscription").where({ cart_id: checkout.cartId }).first();
  const attempt = await pg("acquiring_payment_attempt").where({ id: subscription.attempt_id }).first();
  return {
    customer,
    subscriptionId: subscription.id,
    attemptId: attempt.id,
    orderNo: attempt.order_no,
    orderId: done.body.order.id,
  };
}

export const subscriptionRecord = async ({ pg }: Stage, { subscriptionId }: Subscribed): Promise<Row> =>
  pg("acquiring_subscription").where({ id: subscriptionId }).first();

/** In the order of their numbers. */
export const chargeRows = async ({ pg }: Stage, { subscriptionId }: Subscribed): Promise<Row[]> =>
  pg("acquiring_charge").where({ subscription_id: subscriptionId }).orderBy("number");

export const eventKinds = async ({ pg }: Stage, { subscriptionId }: Subscribed): Promise<string[]> =>
  (await pg("acquiring_subscription_event").where({ subscription_id: subscriptionId }).orderBy(["at", "id"])).map(
    ({ kind }: { kind: string }) => kind,
  );

/** The gateway charges the subscription; by default without notification. */
export const charge = async ({ gateway }: Stage, { orderNo }: Subscribed, told: object = {}): Promise<void> => {
  await gateway.control("renew", { order_no: orderNo, ...told });
};

/** Queries the gateway about the subscription and runs everything that follows. */
export async function follow({ ledger, work }: Stage, { attemptId }: Subscribed): Promise<void> {
  await ledger.checkAttempt(attemptId);
  await work();
}

/** Kinds of open items. */
export const openItems = async ({ pg }: Stage): Promise<string[]> =>
  (await pg("acquiring_attention_item").where({ cleared_at: null }).orderBy("kind")).map(
    ({ kind }: { kind: string }) => kind,
  );
