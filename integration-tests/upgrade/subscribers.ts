import type { Knex } from "knex";
import type { Front } from "../cluster/front";
import type { Control } from "../cluster/rest";
import type { Random } from "../faults/random";
import { cardInput } from "../support/ada";
import { Customer } from "../support/customer";
import type { Shop } from "../support/shop";
import { CARDS } from "../support/shop";

/**
 * Customers who subscribe: some are charged again at once, some subscriptions are cancelled by an admin while the answer
 * gets lost. What a stopped server interrupts is counted, and left as it is.
 */
export interface SubscriberScene {
  readonly pg: Knex;
  readonly base: string;
  readonly shop: Shop;
  readonly admin: Front;
  readonly control: Control;
  readonly count: (what: string) => void;
}

const PAUSE_MS = 700;
const HANDLE = "coffee";
const PLAN = { name: "Coffee every month", amounts: { eur: "24.50" }, interval: "month", interval_count: 1 };

/** A second product, which is sold by subscription only. */
export async function offerCoffee(pg: Knex, admin: Front): Promise<void> {
  const { rows } = await pg.raw<{ rows: { channel: string; profile: string }[] }>(
    `SELECT (SELECT sales_channel_id FROM product_sales_channel LIMIT 1) AS channel,
            (SELECT shipping_profile_id FROM product_shipping_profile LIMIT 1) AS profile`,
  );
  const made = await admin.post("/admin/products", {
    ...{ title: "Coffee", handle: HANDLE, status: "published", shipping_profile_id: rows[0]?.profile },
    sales_channels: [{ id: rows[0]?.channel }],
    options: [{ title: "Edition", values: ["Standard"] }],
    variants: [
      {
        ...{ title: "Standard", manage_inventory: false, options: { Edition: "Standard" } },
        prices: [{ amount: 24.5, currency_code: "eur" }],
      },
    ],
  });
  const [variant] = await pg("product_variant as variant")
    .join("product", "product.id", "variant.product_id")
    .where({ "product.handle": HANDLE })
    .pluck<string[]>("variant.id");
  const offered = await admin.put(`/admin/acquiring/plans/${String(variant)}`, PLAN);
  if (made?.status !== 200 || offered?.status !== 200)
    throw new Error(`The plan was not offered: ${JSON.stringify([made, offered])}`);
}

let customers = 0;

export async function subscribeOnce(scene: SubscriberScene, random: Random): Promise<void> {
  const [isRenewed, isCancelled, isLost] = [random.chance(0.5), random.chance(0.7), random.chance(0.3)];
  const { pg, control, admin, count } = scene;
  try {
    const orderNo = await buyCoffee(scene);
    count("subscribed");
    if (isRenewed) await control.post("renew", { order_no: orderNo });
    if (!isCancelled) return;
    const id = await subscriptionOf(pg, orderNo);
    if (id === null) return;
    if (isLost)
      await control.post("tape", { entries: [{ operation: "cancelsubscription", fault: "drop-after-apply" }] });
    const answer = await admin.post(`/admin/acquiring/subscriptions/${id}/cancel`, { key: id.replaceAll("_", "-") });
    count(`cancelled subscription: ${String(answer?.status ?? "unheard")}`);
  } catch (error) {
    count(`subscriber: interrupted (${String(error).split("\n")[0] ?? ""})`);
    await new Promise((later) => setTimeout(later, PAUSE_MS));
  }
}

/** The order number of a paid and completed subscription; throws where a server stopped or the gateway failed. */
async function buyCoffee({ pg, base, shop }: SubscriberScene): Promise<string> {
  customers += 1;
  const customer = await Customer.register(base, shop, `subscriber-${String(customers)}`);
  const { cartId, collectionId } = await shop.checkout(HANDLE);
  await customer.post(`/store/carts/${cartId}/customer`).expect(200);
  const sessions = `/store/payment-collections/${collectionId}/payment-sessions`;
  const { body } = await customer.post(sessions, { provider_id: "pp_acquiring-card_main" }).expect(200);
  const [session] = body.payment_collection.payment_sessions;
  await customer.payBy({ session }, { type: "card", card: cardInput(CARDS.approved) }).expect(200);
  await customer.post(`/store/carts/${cartId}/complete`).expect(200);
  const [orderNo] = await pg("acquiring_payment_attempt").where({ session_id: session.id }).pluck<string[]>("order_no");
  return orderNo ?? "";
}

async function subscriptionOf(pg: Knex, orderNo: string): Promise<string | null> {
  const [id] = await pg("acquiring_subscription as subscription")
    .join("acquiring_payment_attempt as attempt", "attempt.id", "subscription.attempt_id")
    .where({ "attempt.order_no": orderNo })
    .pluck<string[]>("subscription.id");
  return id ?? null;
}
