/**
 * The client's outcome for a complete response with unexpected content: money is recorded only for a clear response
 * about exactly the requested order, amount, currency and transaction.
 */
export type Received = readonly [kind: string, code: string | null];

export const SETTLED: Received = ["settled", null];
export const UNREADABLE: Received = ["unknown", "unreadable"];
export const OTHER_AMOUNT: Received = ["unknown", "other_amount"];

/** Long enough for a slow test machine. */
export const PATIENT = { timeouts: { connectMs: 10_000, authoriseMs: 10_000, otherMs: 10_000 } };
