import { z } from "@medusajs/framework/zod";
import type { Knex } from "knex";
import { copyCart } from "../faults/copy-cart";
import type { Random } from "../faults/random";
import { cardInput } from "../support/shop";
import type { Front, Said } from "./front";

/**
 * One customer from cart to order, and what the shop does with the order. All requests go through the load balancer;
 * all random values are drawn before any answer is read.
 */
export interface Scene {
  readonly pg: Knex;
  readonly shop: Front;
  readonly admin: Front;
  /** The cart that all others are copied from. */
  readonly templateId: string;
  readonly count: (what: string) => void;
}

const Sessions = z.object({
  payment_collection: z.object({
    payment_sessions: z.array(z.object({ id: z.string(), data: z.object({ token: z.string() }) })),
  }),
});
const Completed = z.object({ order: z.object({ id: z.string() }) });
const Paid = z.object({ payment: z.object({ state: z.string() }) });
const WithPayment = z.object({
  order: z.object({
    payment_collections: z.array(z.object({ payments: z.array(z.object({ id: z.string(), amount: z.number() })) })),
  }),
});

const CARDS: readonly [readonly [number, string], ...(readonly [number, string])[]] = [
  [70, "4111111111111111"],
  [8, "4000000000000002"],
  [5, "4000000000006975"],
  [10, "4000000000000259"],
  [4, "4000000000000341"],
  [3, "4000000000003220"],
];

export async function shopOnce(scene: Scene, random: Random): Promise<void> {
  const card = random.weighted(CARDS);
  const presses = random.chance(0.15) ? 2 : 1;
  const leaves = random.chance(0.15);
  const after = random.weighted<"nothing" | "capture" | "cancel">([
    [20, "nothing"],
    [65, "capture"],
    [15, "cancel"],
  ]);
  const percent = random.pick([100, 100, 60]);
  const refunds = random.pick([0, 0, 10, 20]);
  const { cartId, collectionId } = await copyCart(scene.pg, scene.templateId);
  scene.count("carts");
  const session = await openSession(scene, collectionId);
  if (!session) return scene.count("no session");
  const pay = { session_id: session.id, token: session.data.token, method: { type: "card", card: cardInput(card) } };
  const paid = await twice(presses, () => scene.shop.post("/store/acquiring/payments", pay));
  const state = Paid.safeParse(paid?.body).data?.payment.state ?? "unheard";
  scene.count(`paid: ${state}`);
  if (leaves || state === "payable" || state === "unheard") return;
  const done = await twice(presses, () => scene.shop.post(`/store/carts/${cartId}/complete`));
  const orderId = Completed.safeParse(done?.body).data?.order.id;
  if (orderId === undefined) return scene.count("not completed");
  scene.count("orders heard of");
  if (after === "cancel") return tell(scene, "cancel", await scene.admin.post(`/admin/orders/${orderId}/cancel`));
  if (after === "capture") await capture(scene, orderId, { percent, refunds });
}

async function openSession(
  { shop }: Scene,
  collectionId: string,
): Promise<{ id: string; data: { token: string } } | undefined> {
  const path = `/store/payment-collections/${collectionId}/payment-sessions`;
  const answer = await shop.post(path, { provider_id: "pp_acquiring-card_main", data: {} });
  return Sessions.safeParse(answer?.body).data?.payment_collection.payment_sessions[0];
}

/** A double click: two concurrent requests; the first answer counts. */
async function twice<T>(presses: number, press: () => Promise<T>): Promise<T> {
  const [first] = await Promise.all([press(), ...Array.from({ length: presses - 1 }, press)]);
  return first;
}

async function capture(
  scene: Scene,
  orderId: string,
  { percent, refunds }: { readonly percent: number; readonly refunds: number },
): Promise<void> {
  const fields = "fields=id,payment_collections.payments.id,payment_collections.payments.amount";
  const read = await scene.admin.get(`/admin/orders/${orderId}?${fields}`);
  const payment = WithPayment.safeParse(read?.body).data?.order.payment_collections[0]?.payments[0];
  if (!payment) return scene.count("no payment");
  const part = (share: number): number => Math.round(payment.amount * share) / 100;
  const amount = percent === 100 ? {} : { amount: part(percent) };
  tell(scene, "capture", await scene.admin.post(`/admin/payments/${payment.id}/capture`, amount));
  if (refunds === 0) return;
  tell(scene, "refund", await scene.admin.post(`/admin/payments/${payment.id}/refund`, { amount: part(refunds) }));
}

/** Counts a refusal by its text without variable parts. */
function tell({ count }: Scene, what: string, said: Said | null): void {
  if (said === null) count(`${what}: unheard`);
  else if (said.status === 200) count(`${what}: done`);
  else
    count(
      `${what}: refused (${String(said.body.message)
        .replaceAll(/[\w]*_?[0-9A-Z]{20,}|\d[\d.]*/g, "…")
        .slice(0, 120)})`,
    );
}
