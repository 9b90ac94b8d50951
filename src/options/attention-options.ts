import { z } from "@medusajs/framework/zod";

/** When a person is told, and how long is kept what nobody needs any more. All of it is our choice; the interface says nothing. */
export const AttentionOptions = z.strictObject({
  /** After how many ms money that pays for no order is shown. The shop and the server have completed a healthy cart within seconds. */
  paidWithoutOrderMs: z.number().int().min(60_000).max(86_400_000).default(900_000),
  signatureMismatch: z
    .strictObject({
      /** Raise attention when, of the signed messages of the last `windowMs`, at least `minimum` and this percentage did not verify. */
      percent: z.number().int().min(1).max(100).default(10),
      minimum: z.number().int().min(1).default(5),
      windowMs: z.number().int().min(60_000).max(86_400_000).default(3_600_000),
    })
    .prefault({}),
});
export type AttentionOptions = z.output<typeof AttentionOptions>;

export const RetentionOptions = z.strictObject({
  /** After how many days a message that was handled is removed from the inbox; what waits is never removed. */
  inboxDays: z.number().int().min(7).max(3_650).default(90),
});
export type RetentionOptions = z.output<typeof RetentionOptions>;
