import { z } from "@medusajs/framework/zod";

/** Subscriptions billed by the gateway: who may buy one, who ends it, and when a charge counts as missing. */
export const SubscriptionOptions = z.strictObject({
  /** Whether guests may subscribe. They cannot see or cancel the subscription in the shop, so it is off by default. */
  guests: z.boolean().default(false),
  /**
   * Whether cancelling the order that began a subscription also ends the subscription. An admin may mean only the
   * goods, so it is off by default.
   */
  cancelWithOrder: z.boolean().default(false),
  /** Hours after the due day after which a charge counts as missing (our default, section 9). */
  graceHours: z.number().int().min(1).max(720).default(48),
  /**
   * Whether a declined renewal becomes a draft order at once, announced by `acquiring.balance.due`, so that the shop can
   * send a link to pay it. The gateway may charge again by itself, so it is off by default: staff or the customer asks.
   */
  draftForDeclined: z.boolean().default(false),
});
