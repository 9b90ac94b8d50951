import { z } from "@medusajs/framework/zod";

/** Contracts that the gateway charges by itself: who may buy one, who ends it, and when a charge counts as missing. */
export const SubscriptionOptions = z.strictObject({
  /** May a shopper without an account subscribe? Such a one cannot see or cancel it in the shop, so it is off until you say so. */
  guests: z.boolean().default(false),
  /** Does cancelling the order that it was bought with end the subscription too? An admin may mean the goods alone, so it is off until you say so. */
  cancelWithOrder: z.boolean().default(false),
  /** How many hours after its day a charge counts as missing (our default, section 9). */
  graceHours: z.number().int().min(1).max(720).default(48),
});
