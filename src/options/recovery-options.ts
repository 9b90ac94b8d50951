import { z } from "@medusajs/framework/zod";

/** How it is noticed that the database has lost commits. All of it is our choice; the interface says nothing. */
export const RecoveryOptions = z.strictObject({
  /**
   * A file on a volume that is not restored with the database: each write is noted there before it is sent. Without it a
   * restored backup is noticed only by what Postgres and the gateway say. No default: only you know such a volume.
   */
  epochFile: z
    .string()
    .regex(/^\//, "must be an absolute path, such as /var/lib/shop/acquiring-epoch")
    .max(500)
    .optional(),
  /** Another store with this plugin uses the same gateway accounts: order numbers that the ledger does not know are no sign of lost commits. */
  sharedAccounts: z.boolean().default(false),
});
export type RecoveryOptions = z.output<typeof RecoveryOptions>;
