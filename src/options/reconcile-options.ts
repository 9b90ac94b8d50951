import { z } from "@medusajs/framework/zod";

/** The regular comparison of the gateway, the ledger and Medusa. All values are our choice; the interface says nothing. */
export const ReconcileOptions = z.strictObject({
  /** Hours between two automatic comparisons; 0 switches them off. */
  everyHours: z.number().int().min(0).max(720).default(24),
  /** Payments that began within this many days are compared. */
  days: z.number().int().min(1).max(3_650).default(90),
  /** A payment that changed within this many minutes, or has a younger write in progress, is left out. */
  graceMinutes: z.number().int().min(1).max(1_440).default(15),
});
export type ReconcileOptions = z.output<typeof ReconcileOptions>;
