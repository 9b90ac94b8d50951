import { z } from "@medusajs/framework/zod";

/** A write kept outside the database before it is sent: enough to query the gateway; no card or bank data. */
export const SentWrite = z.object({
  id: z.string().min(1).max(60),
  account: z.string().min(1).max(50),
  kind: z.string().min(1).max(30),
  orderNo: z.string().max(60).nullable(),
  gatewayPaymentId: z.string().max(60).nullable(),
  /** Of a payout, which has no order number. */
  requestId: z.string().max(60).nullable(),
  /** Missing in lines of an older version, and of a payout. */
  idempotencyKey: z.string().max(300).optional(),
  currency: z.string().max(3),
  /** Integer minor units as text. */
  minor: z.string().regex(/^\d{1,20}$/),
  /** ISO 8601. */
  sentAt: z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?Z$/),
});
export type SentWrite = z.output<typeof SentWrite>;

/** The newest writes of this process. A database without one of them has lost commits. */
export class SentMemory {
  readonly #writes: SentWrite[] = [];

  add(write: SentWrite): void {
    this.#writes.push(write);
    if (this.#writes.length >= 2 * REMEMBERED) this.#writes.splice(0, this.#writes.length - REMEMBERED);
  }

  forget(): void {
    this.#writes.length = 0;
  }

  newest(): readonly SentWrite[] {
    return this.#writes.slice(-REMEMBERED);
  }
}

/** Commits are lost from the end: the newest ones prove enough. Our choice. */
const REMEMBERED = 500;
