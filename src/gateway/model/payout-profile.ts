/* The profile's part for payouts. As in `profile.ts`, the number is our confidence that the real gateway agrees. */

import { z } from "@medusajs/framework/zod";

const payoutReadings = ["paid", "pending", "failed", "cancelled", "held", "unmapped"] as const;

export const PayoutProfile = z.strictObject({
  /** Further statuses and their readings, or other readings of those below; a word that is not listed is never a success. */
  statuses: z.record(z.string().min(1).max(50), z.enum(payoutReadings)).default({}),
  /** An amount in major units that is not whole: with a point (0.5), or refused before anything leaves. */
  majorFractions: z.enum(["point", "refuse"]).default("point"),
});

/** Our default (0.6 to 0.85); see docs/configuration.md#the-profile. */
export const payoutStatuses: Readonly<Record<string, (typeof payoutReadings)[number]>> = {
  COMPLETED: "paid",
  PAID: "paid",
  NEW: "pending",
  SCHEDULED: "pending",
  IN_APPROVAL: "pending",
  PENDING_FUNDS: "pending",
  PROCESSING: "pending",
  DISPATCHED: "pending",
  SENT: "pending",
  OVERDUE: "pending",
  FAILED: "failed",
  REJECTED: "failed",
  CANCELLED: "cancelled",
  RECALLED: "cancelled",
  BLOCKED: "held",
  SUSPENDED: "held",
};

/** The unit of a payout's amount on the wire. */
export const PayoutUnit = z.enum(["major", "minor"], {
  error: 'must be "major" or "minor"; ask the gateway which it takes',
});
export type PayoutUnit = z.output<typeof PayoutUnit>;
