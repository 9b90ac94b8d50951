import { z } from "@medusajs/framework/zod";
import { ActionOutcome } from "./action";
import { PaymentRow } from "./list";

/**
 * Bulk captures; the routes are in `routes.ts`. The server continues without the page; if it dies, another server
 * continues and captures nothing twice.
 */
export const BulkCapture = z.strictObject({
  key: z
    .string()
    .regex(/^[A-Za-z0-9_-]{16,64}$/, "key: 16 to 64 letters, digits, _ or -; a new one for each operation."),
  /** The uncaptured amount of each is captured in full. */
  payment_ids: z.array(z.string().max(64)).min(1).max(1_000),
});
export type BulkCapture = z.infer<typeof BulkCapture>;

export const BulkQuery = z.strictObject({ after: z.coerce.number().int().min(0).max(1_000).default(0) });
export type BulkQuery = z.infer<typeof BulkQuery>;

export const BulkItem = z.object({
  number: z.number().int(),
  payment_id: z.string(),
  order: z.object({ id: z.string(), display_id: z.number().int() }).nullable(),
  amount: z.string().nullable(),
  currency: z.string(),
  /** Null while it is not finished. */
  outcome: ActionOutcome.nullable(),
  message: z.string().nullable(),
  /** The payment's current state, which may be later than the item's end. */
  now: PaymentRow.pick({ state: true, customer_left: true, amounts: true, capture: true }),
});
export type BulkItem = z.infer<typeof BulkItem>;

export const BulkRun = z.object({
  id: z.string(),
  created_at: z.string(),
  created_by: z.string(),
  finished_at: z.string().nullable(),
  total: z.number().int(),
  counts: z.object({
    done: z.number().int(),
    pending: z.number().int(),
    refused: z.number().int(),
    unknown: z.number().int(),
    not_sent: z.number().int(),
    waiting: z.number().int(),
  }),
  /** In the order in which they ended. */
  results: z.array(BulkItem),
});
export type BulkRun = z.infer<typeof BulkRun>;
