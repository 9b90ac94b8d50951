import type { Transaction } from "./transaction";

/** Maps states to the wire's codes (our defaults, section 2 of the list of what the interface leaves open). */

/** order_status of results and notifications. */
export function orderStatus({ state }: Transaction): string {
  if (state === "declined" || state === "doubtful") return "0";
  if (state === "pending" || state === "review") return "-1";
  if (state === "challenge" || state === "opened") return "-2";
  return state === "unmapped" ? "7" : "1";
}

/** As order_status, but a void counts as failed, and unknown is not 7: that is an unregistered address. */
export function queryResult(transaction: Transaction): string {
  if (transaction.state === "voided") return "0";
  return transaction.state === "unmapped" ? "9" : orderStatus(transaction);
}

/** payment_status of queries and notifications. */
export function paymentStatus({ state, refunds }: Transaction): string {
  if (state === "unmapped") return "7777";
  if (state === "captured") return refunds.some(({ failed }) => !failed) ? "4100" : "3000";
  return state === "authorised" ? "2000" : "1000";
}

/** yyyyMMddHHmmss in UTC, or empty. */
export const stamp = (iso: string | null): string => (iso ? iso.replace(/\D/g, "").slice(0, 14) : "");
