import { z } from "@medusajs/framework/zod";
import type { Dispute } from "../domain/snapshot";

/** The attempt's `dispute` column: the latest dispute, its amount as text of integer minor units, and when we learnt it. */
const Column = z.object({
  status: z.enum(["open", "won", "lost"]),
  amount: z.string().regex(/^\d+$/).nullable(),
  reason: z.string().nullable(),
  reference: z.string().nullable(),
  at: z.string(),
});

export type RecordedDispute = Dispute & { readonly at: string };

/** Null while there is none. */
export function disputeOf(column: unknown): RecordedDispute | null {
  const read = Column.nullish().parse(column);
  return read ? { ...read, amount: read.amount === null ? null : BigInt(read.amount) } : null;
}

export const disputeColumn = ({ status, amount, reason, reference }: Dispute, at: Date): string =>
  JSON.stringify({ status, amount: amount?.toString() ?? null, reason, reference, at: at.toISOString() });
