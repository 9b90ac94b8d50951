import type { MedusaContainer } from "@medusajs/framework/types";
import type { Knex } from "@medusajs/framework/mikro-orm/knex";
import type { SubscriptionRecord } from "../../src/modules/acquiring_subscription/rows";
import { requestCancellation } from "../../src/application/subscriptions/cancel-subscription";
import { resolveSubscriptions } from "../../src/application/renewals/subscriptions-of";
import type { Command, StoryPlan } from "./commands";

/** Plan and subscription commands of a store process. */

/** Existing subscriptions keep their terms, so one variant is enough for all stories. */
export async function offerPlan(container: MedusaContainer, variantId: string, plan: StoryPlan): Promise<void> {
  await resolveSubscriptions(container).plans.put({
    variantId,
    amounts: { eur: "24.50" },
    name: `A vase every ${plan.interval}`,
    interval: plan.interval,
    intervalCount: 1,
    billingCycles: plan.cycles,
    promotionCycles: null,
    startsOn: null,
    endsOn: null,
    priceId: null,
  });
}

type End = Extract<Command, { readonly name: "cancel-subscription" }>;

/** Cancels every subscription of the cart; one that was paid twice has two. */
export async function cancelSubscriptions(
  container: MedusaContainer,
  pg: Knex,
  { cartId, key, by }: End,
): Promise<string> {
  const records: SubscriptionRecord[] = await pg<SubscriptionRecord>("acquiring_subscription")
    .where({ cart_id: cartId, deleted_at: null })
    .whereNotNull("attempt_id")
    .orderBy("created_at");
  const said: string[] = [];
  for (const { id } of records) {
    const actor = by === "admin" ? ("admin" as const) : ("customer" as const);
    const input = { id, key, actor, actorId: by === "admin" ? "user_faults" : null, note: null };
    const result = await requestCancellation(container, input);
    said.push(result.outcome);
  }
  return said.join(", ");
}
