import { z } from "@medusajs/framework/zod";
import { foremost } from "../../domain/disputes";
import type { Dispute } from "../../domain/snapshot";

/**
 * The attempt's `disputes` column: every dispute, oldest first, amounts as text in minor units. Rows of an earlier version have no
 * `opened_at`, `due_at` and `key`.
 */
const Column = z.array(
  z.object({
    status: z.enum(["open", "won", "lost"]),
    amount: z.string().regex(/^\d+$/).nullable(),
    reason: z.string().nullable(),
    reference: z.string().nullable(),
    at: z.string(),
    opened_at: z.string().optional(),
    due_at: z.string().nullable().default(null),
    key: z.string().optional(),
  }),
);

export type RecordedDispute = Dispute & Required<Pick<Dispute, "at" | "openedAt" | "dueAt" | "key">>;

/** The same of an element `d` of the column, in SQL. */
export const DISPUTE_KEY = "coalesce(d->>'key', d->>'reference', d->>'opened_at', d->>'at')";
export const DISPUTE_OPENED_AT = "coalesce(d->>'opened_at', d->>'at')::timestamptz";

export const disputesIn = (column: unknown): readonly RecordedDispute[] =>
  // Almost every attempt has none, and this runs for each of a million.
  column === null || column === undefined
    ? []
    : Column.parse(column).map(({ amount, opened_at: opened, due_at: dueAt, key, ...dispute }) => ({
        ...dispute,
        amount: amount === null ? null : BigInt(amount),
        openedAt: opened ?? dispute.at,
        dueAt,
        key: key ?? dispute.reference ?? opened ?? dispute.at,
      }));

export const disputeOf = (column: unknown): RecordedDispute | null => foremost(disputesIn(column));

export const disputesColumn = (disputes: readonly Dispute[], now: Date): readonly object[] =>
  disputes.map(({ status, amount, reason, reference, dueAt, ...dispute }) => {
    const at = dispute.at ?? now.toISOString();
    const openedAt = dispute.openedAt ?? at;
    return {
      ...{ status, amount: amount?.toString() ?? null, reason, reference, at },
      ...{ opened_at: openedAt, due_at: dueAt ?? null, key: dispute.key ?? reference ?? openedAt },
    };
  });
