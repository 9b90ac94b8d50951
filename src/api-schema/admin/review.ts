import { z } from "@medusajs/framework/zod";
import { AdminPayment, Hold } from "./payment";
import { PaymentRow } from "./list";

/** Held payments, oldest first, each by its payment ID. */
export const ReviewFilters = z.strictObject({
  account: z.string().max(50).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(20),
  offset: z.coerce.number().int().min(0).max(100_000).default(0),
});
export type ReviewFilters = z.infer<typeof ReviewFilters>;

export const ReviewRow = PaymentRow.extend({
  hold: Hold,
  reasons: z.array(z.object({ name: z.string(), status: z.string() })),
  billing_country: z.string().nullable(),
  may_reject: z.boolean(),
  reject_refused_because: z.string().nullable(),
});
export type ReviewRow = z.infer<typeof ReviewRow>;

export const ReviewPage = z.object({
  reviews: z.array(ReviewRow),
  count: z.number().int(),
  limit: z.number().int(),
  offset: z.number().int(),
});
export type ReviewPage = z.infer<typeof ReviewPage>;

/** Earlier payments of the same customer or e-mail address, at any account. */
export const CustomerHistoryView = z.object({
  email: z.string().nullable(),
  customer_id: z.string().nullable(),
  first_seen: z.string().nullable(),
  /** Attempts by result; `held` are undecided. */
  counts: z.object({
    paid: z.number().int(),
    declined: z.number().int(),
    refunded: z.number().int(),
    disputed: z.number().int(),
    held: z.number().int(),
    other: z.number().int(),
  }),
  /** Captured, by currency, in major units. */
  captured: z.array(z.object({ currency: z.string(), amount: z.string() })),
  /** The latest ten before this one. */
  latest: z.array(PaymentRow),
});
export type CustomerHistoryView = z.infer<typeof CustomerHistoryView>;

export const ReviewCase = z.object({ payment: AdminPayment, customer: CustomerHistoryView });
export type ReviewCase = z.infer<typeof ReviewCase>;

export const ReviewDecisions = z.strictObject({
  key: z
    .string()
    .regex(/^[A-Za-z0-9_-]{16,64}$/, "key: 16 to 64 letters, digits, _ or -; a new one for each operation."),
  payment_ids: z.array(z.string().max(64)).min(1).max(100),
  action: z.enum(["approve", "reject"]),
  note: z.string().trim().min(1, "note: say why, in a sentence.").max(500),
});
export type ReviewDecisions = z.infer<typeof ReviewDecisions>;

/** `second_person`: recorded; another user has to decide the same first. */
export const ReviewDecisionResult = z.object({
  payment_id: z.string(),
  outcome: z.enum(["approved", "rejected", "second_person", "pending", "refused", "unknown", "not_sent"]),
  message: z.string().nullable(),
});
export type ReviewDecisionResult = z.infer<typeof ReviewDecisionResult>;
