/**
 * What the client made of an answer that arrived whole and means something else
 * than it should: money moves in our books only for a clear answer about the very
 * order, amount, currency and transaction that was asked about.
 */
export type Received = readonly [kind: string, code: string | null];

export const SETTLED: Received = ["settled", null];
export const UNREADABLE: Received = ["unknown", "unreadable"];
export const OTHER_AMOUNT: Received = ["unknown", "other_amount"];

/** A busy machine is no reason to give an answer up. */
export const PATIENT = { timeouts: { connectMs: 10_000, authoriseMs: 10_000, otherMs: 10_000 } };
