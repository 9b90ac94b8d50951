import { z } from "@medusajs/framework/zod";

/** The regular comparison of the gateway, the ledger and Medusa. All of it is our choice; the interface says nothing. */
export const ReconcileOptions = z.strictObject({
  /** Hours between two comparisons by the server itself; 0 switches them off. */
  everyHours: z.number().int().min(0).max(720).default(24),
  /** Payments of so many days, by the time they began, are compared. */
  days: z.number().int().min(1).max(3_650).default(90),
  /** A payment that changed within so many minutes, or has a write under way that is younger, is left out. */
  graceMinutes: z.number().int().min(1).max(1_440).default(15),
});
export type ReconcileOptions = z.output<typeof ReconcileOptions>;
