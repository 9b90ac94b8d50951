import { z } from "@medusajs/framework/zod";
import { Surplus, SurplusRefund } from "./surplus";

/** What a return, claim, exchange or edit left to refund for an order, and why. */

/**
 * `return`: items that were received. `return_shipping`: what a return's shipping costs the customer. `edit`: cancelled
 * items, and what else an edit changed. `deduction`: another amount that staff kept back. `earlier_refunds`: a part that
 * was refunded before. `overpaid`: paid beyond the order's total.
 */
export const RefundCauseKind = z.enum([
  ...(["return", "return_shipping", "claim", "exchange", "edit"] as const),
  ...(["restocking_fee", "deduction", "earlier_refunds", "overpaid"] as const),
]);
export type RefundCauseKind = z.infer<typeof RefundCauseKind>;

export const RefundCause = z.object({
  kind: RefundCauseKind,
  /** Of the return, claim or exchange. */
  id: z.string().nullable(),
  /** Its number on the order page. */
  number: z.number().int().nullable(),
  /** In major units; negative: it lowers the refund. All causes together are the surplus. */
  amount: z.string(),
  items: z.array(z.object({ title: z.string(), quantity: z.number() })),
});
export type RefundCause = z.infer<typeof RefundCause>;

/**
 * `off`: not configured for this currency. `due`: the server makes it. `over_limit`: more than the option allows for one
 * order. `disputed`: see `dispute`. `dismissed`: see there. `stopped`: the gateway or the bank declined it.
 * `left_to_staff`: the store's handler of the hook `refundDue` says so, or staff dismissed a part of it. `not_explained`: a part of it comes from no return,
 * claim, exchange or edit. `blocked`: see `refused_because`, or an edit, return, exchange or claim of the order is open.
 */
export const AutomaticRefund = z.enum([
  ...(["off", "due", "over_limit", "disputed"] as const),
  ...(["dismissed", "stopped", "left_to_staff", "not_explained", "blocked"] as const),
]);
export type AutomaticRefund = z.infer<typeof AutomaticRefund>;

export const RefundProposal = Surplus.extend({
  /** Why, oldest first. */
  causes: z.array(RefundCause),
  /** `open`: the customer disputes a payment of the order, or may do so again. `lost`: the bank has taken one back. */
  dispute: z.enum(["open", "lost"]).nullable(),
  /** "Not now", until the amount changes. */
  dismissed: z.object({ at: z.string(), by: z.string().nullable() }).nullable(),
  /** Of a refund that needs two people: who approved it first. Null: one person is enough. */
  second_person: z.object({ approved_by: z.string().nullable(), approved_at: z.string().nullable() }).nullable(),
  automatic: AutomaticRefund,
});
export type RefundProposal = z.infer<typeof RefundProposal>;

export const ProposedRefund = SurplusRefund;
export type ProposedRefund = z.infer<typeof ProposedRefund>;

const plan = SurplusRefund.shape.plan;

/** Keeps a part of the refund: the order's total is raised by it. Either an amount in major units or a percentage. */
export const RestockingFee = z
  .strictObject({
    plan,
    amount: z
      .string()
      .regex(/^\d{1,15}(\.\d{1,4})?$/, 'amount: a decimal in major units such as "5.00".')
      .optional(),
    percent: z
      .string()
      .regex(/^\d{1,3}(\.\d{1,2})?$/, 'percent: a decimal such as "10".')
      .optional(),
  })
  .refine(({ amount, percent }) => (amount === undefined) !== (percent === undefined), {
    message: "amount: either an amount or a percentage.",
  });
export type RestockingFee = z.infer<typeof RestockingFee>;

/** `surplus`: the amount that was shown. */
export const RefundDismissal = z.strictObject({
  surplus: z.string().max(40),
  note: z.string().trim().min(1, "note: write why.").max(200),
});
export type RefundDismissal = z.infer<typeof RefundDismissal>;
