import { z } from "@medusajs/framework/zod";
import { ActionOutcome } from "./action";

/** What was captured for an order beyond its total, as after an edit that lowers it: shown first, then refunded. */
export const SurplusItem = z.object({
  /** For `/payments/:id`. */
  payment_id: z.string(),
  amount: z.string(),
  created_at: z.string(),
});

export const Surplus = z.object({
  currency: z.string(),
  /** What the store owes the customer; null: nothing. */
  surplus: z.string().nullable(),
  /** The refunds that return it, of the newest payment first. */
  refunds: z.array(SurplusItem),
  /** The part that no payment of this provider can return; null: none. */
  not_covered: z.string().nullable(),
  /** Identifies this plan; null if there is nothing to refund now. */
  plan: z.string().nullable(),
  /** Why nothing can be refunded now, although there is a surplus. */
  refused_because: z.string().nullable(),
});
export type Surplus = z.infer<typeof Surplus>;

/** `plan`: of the plan that was shown. It is carried out exactly, or refused if it changed. */
export const SurplusRefund = z.strictObject({
  plan: z.string().regex(/^[a-f0-9]{32}$/, "plan: the text of the plan that was shown."),
  /** For the order's records, not for the customer; at most 200 characters. */
  note: z.string().trim().max(200).optional(),
  /** While the customer disputes a payment, or after the bank took it back, a refund is made only with this. */
  despite_dispute: z.boolean().optional(),
});
export type SurplusRefund = z.infer<typeof SurplusRefund>;

/** One result for each refund of the plan; after the first that is neither `done` nor `pending`, the rest is `not_sent`. */
export const SurplusResult = z.object({
  results: z.array(
    SurplusItem.extend({ outcome: ActionOutcome, code: z.string().nullable(), message: z.string().nullable() }),
  ),
  /** What is left; run again with its plan. */
  remaining: Surplus,
});
export type SurplusResult = z.infer<typeof SurplusResult>;
