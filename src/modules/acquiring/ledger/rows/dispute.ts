import { z } from "@medusajs/framework/zod";
import { foremost } from "../../domain/disputes";
import type { Dispute } from "../../domain/snapshot";

/** The attempt's `disputes` column: every dispute, oldest first, amounts as text in minor units. */
const Column = z.array(
  z.object({
    status: z.enum(["open", "won", "lost"]),
    amount: z.string().regex(/^\d+$/).nullable(),
    reason: z.string().nullable(),
    reference: z.string().nullable(),
    at: z.string(),
  }),
);

export type RecordedDispute = Dispute & { readonly at: string };

export const disputesIn = (column: unknown): readonly RecordedDispute[] =>
  // Almost every attempt has none, and this runs for each of a million.
  column === null || column === undefined
    ? []
    : Column.parse(column).map(({ amount, ...dispute }) => ({
        ...dispute,
        amount: amount === null ? null : BigInt(amount),
      }));

export const disputeOf = (column: unknown): RecordedDispute | null => foremost(disputesIn(column));

export const disputesColumn = (disputes: readonly Dispute[], now: Date): readonly object[] =>
  disputes.map(({ status, amount, reason, reference, at }) => ({
    status,
    amount: amount?.toString() ?? null,
    reason,
    reference,
    at: at ?? now.toISOString(),
  }));
