/* The profile's part for decisions on payments that the gateway holds. */

import { z } from "@medusajs/framework/zod";

const flag = z.string().min(1).max(20);

export const ReviewProfile = z.strictObject({
  /** The `review_flag` that approves a held payment (0.7; the gateway's interface shows the value, not its meaning). */
  approveFlag: flag.default("1"),
  /** The `review_flag` that rejects one. No default: a wrong guess would approve. Until it is set, a reject is refused. */
  rejectFlag: flag.optional(),
  /** Items in one review request (interface: 100). */
  maxItems: z.number().int().min(1).max(100).default(100),
});
