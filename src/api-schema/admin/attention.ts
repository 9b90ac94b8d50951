import { z } from "@medusajs/framework/zod";
import { AttentionAction, AttentionKind } from "./payment";

export const AttentionFilters = z.strictObject({
  status: z.enum(["open", "closed"]).default("open"),
  kind: z.preprocess((value) => (Array.isArray(value) ? value : [value]), z.array(AttentionKind)).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(20),
  offset: z.coerce.number().int().min(0).max(100_000).default(0),
});
export type AttentionFilters = z.infer<typeof AttentionFilters>;

export const ClosedReason = z.enum([
  "solved",
  "decided",
  "nothing_waits",
  "listed",
  "agrees",
  "given_back",
  "pays_for_order",
  "recorded",
  "refunded_again",
  "confirmed",
  "readable_again",
  "quiet",
  "not_authorised_any_more",
  "order_cancelled",
  "recovered",
  "dismissed",
]);
export type ClosedReason = z.infer<typeof ClosedReason>;

export const AttentionEntry = z.object({
  id: z.string(),
  account: z.string(),
  kind: AttentionKind,
  action: AttentionAction,
  /** Urgency: money is at risk, a customer is waiting, or information only. */
  level: z.enum(["money", "customer", "notice"]),
  message: z.string(),
  /** Occurrences since it was raised. */
  count: z.number().int(),
  raised_at: z.string(),
  /** The payment concerned; null if it concerns the account. */
  payment: z
    .object({
      id: z.string(),
      order_no: z.string(),
      amount: z.string(),
      currency: z.string(),
      order: z.object({ id: z.string(), display_id: z.number().int() }).nullable(),
    })
    .nullable(),
  /** The subscription of that payment, if any. */
  subscription: z.object({ id: z.string() }).nullable(),
  /** Of an item `dispute`: what its payment is disputed for. `amount`: in the payment's currency; null: not reported. */
  dispute: z.object({ id: z.string(), amount: z.string().nullable() }).nullable(),
  /** The payout concerned, if any. */
  payout: z.object({ id: z.string() }).nullable(),
  closed: z
    .object({ at: z.string(), reason: ClosedReason, by: z.string().nullable(), note: z.string().nullable() })
    .nullable(),
});
export type AttentionEntry = z.infer<typeof AttentionEntry>;

export const AttentionPage = z.object({
  items: z.array(AttentionEntry),
  count: z.number().int(),
  limit: z.number().int(),
  offset: z.number().int(),
  /** Open items by kind, for the filter. */
  open: z.array(z.object({ kind: AttentionKind, count: z.number().int() })),
});
export type AttentionPage = z.infer<typeof AttentionPage>;

export const Dismissal = z.strictObject({
  note: z.string().trim().min(1).max(500),
  /** As read: an item that says something else by now stays open. Left out: closed whatever it says. */
  message: z.string().optional(),
});
export type Dismissal = z.infer<typeof Dismissal>;
