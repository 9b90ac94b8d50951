import { z } from "@medusajs/framework/zod";
import { AdminPayment } from "./payment";

/**
 * Admin actions on one payment; the routes are in `routes.ts`. Each answers 200 with `ActionResult`, whatever the
 * gateway's answer; 400 names an invalid field, 403 a missing permission, 404 an unknown payment.
 */
const key = z
  .string()
  .regex(/^[A-Za-z0-9_-]{16,64}$/, "key: 16 to 64 letters, digits, _ or -; a new one for each operation.");
const amount = z.string().regex(/^\d{1,15}(\.\d{1,4})?$/, 'amount: a decimal in major units such as "30.00".');

/** `key`: idempotency key. Sent twice, as by a double click, it is one operation with one answer. */
export const Action = z.strictObject({ key });
export type Action = z.infer<typeof Action>;

export const AmountAction = z.strictObject({ key, amount });
export type AmountAction = z.infer<typeof AmountAction>;

export const RefundAction = z.strictObject({
  key,
  amount,
  /** For the order's records, not for the customer; at most 200 characters. */
  note: z.string().trim().max(200).optional(),
  /** ID of one of Medusa's refund reasons. */
  reason_id: z.string().max(64).optional(),
});
export type RefundAction = z.infer<typeof RefundAction>;

export const QueryAction = z.strictObject({});
export type QueryAction = z.infer<typeof QueryAction>;

export const ReplayAction = z.strictObject({ notification_id: z.string().max(64) });
export type ReplayAction = z.infer<typeof ReplayAction>;

/** Manual resolution of an operation that is `unknown` and cannot be queried. */
export const DecideAction = z.strictObject({
  operation_id: z.string().max(64),
  resolution: z.enum(["happened", "did_not_happen"]),
  note: z.string().trim().min(1).max(500),
});
export type DecideAction = z.infer<typeof DecideAction>;

/**
 * `done`: it happened. `pending`: accepted by the gateway, not decided by the bank. `refused`: it did not happen;
 * `message` says why and what to do. `unknown`: sent without a clear answer; it is queried and not sent again.
 * `not_sent`: nothing was sent; it may be tried again.
 */
export const ActionOutcome = z.enum(["done", "pending", "refused", "unknown", "not_sent"]);
export type ActionOutcome = z.infer<typeof ActionOutcome>;

export const ActionResult = z.object({
  outcome: ActionOutcome,
  /** The gateway's code or ours; null if `done`. */
  code: z.string().nullable(),
  message: z.string().nullable(),
  payment: AdminPayment,
});
export type ActionResult = z.infer<typeof ActionResult>;
