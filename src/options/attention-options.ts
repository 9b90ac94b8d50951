import { z } from "@medusajs/framework/zod";

/** When an admin is alerted, and how long processed data is kept. All values are our choice; the interface says nothing. */
export const AttentionOptions = z.strictObject({
  /** Time in ms after which paid money without an order is shown. The shop and the server complete a healthy cart within seconds. */
  paidWithoutOrderMs: z.number().int().min(60_000).max(86_400_000).default(900_000),
  signatureMismatch: z
    .strictObject({
      /**
       * Raises attention when, of the signed messages of the last `windowMs`, at least `minimum` and at least this
       * percentage failed verification.
       */
      percent: z.number().int().min(1).max(100).default(10),
      minimum: z.number().int().min(1).default(5),
      windowMs: z.number().int().min(60_000).max(86_400_000).default(3_600_000),
    })
    .prefault({}),
});
export type AttentionOptions = z.output<typeof AttentionOptions>;

const days = z.number().int().min(7).max(3_650).nullable().default(null);

export const RetentionOptions = z.strictObject({
  /** Days after which a processed message is removed from the inbox; unprocessed messages are never removed. */
  inboxDays: z.number().int().min(7).max(3_650).default(90),
  /** Days after which return addresses and redirect forms of finished payments are removed. Null: kept. */
  redirectDays: days,
  /** Days after which notes of staff are replaced by markers, in the audit trail too. Null: kept. */
  noteDays: days,
  /** Days after which the text of a payment link that is over is removed. Null: kept. */
  linkDays: days,
  /** Days after which a removed saved card's mask and holder are deleted. Null: kept. */
  removedCardDays: days,
});
export type RetentionOptions = z.output<typeof RetentionOptions>;
