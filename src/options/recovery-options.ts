import { z } from "@medusajs/framework/zod";

/** How lost commits of the database are detected. All values are our choice; the interface says nothing. */
export const RecoveryOptions = z.strictObject({
  /**
   * A file on a volume that is not restored together with the database: each write is recorded there before it is sent.
   * Without it a restored backup is detected only from Postgres and the gateway. No default: only you know such a
   * volume.
   */
  epochFile: z
    .string()
    .regex(/^\//, "must be an absolute path, such as /var/lib/shop/acquiring-epoch")
    .max(500)
    .optional(),
  /**
   * Every server of this store writes to the same `epochFile`: then it knows every operation that was sent, and the first
   * of several captures of a payment can be recorded with its amount.
   */
  epochFileShared: z.boolean().default(false),
  /** Another store with this plugin uses the same gateway accounts, so order numbers unknown to the ledger are no sign of lost commits. */
  sharedAccounts: z.boolean().default(false),
});
export type RecoveryOptions = z.output<typeof RecoveryOptions>;
