import { signFields } from "../../src/simulator/notifications/signature";
import type { LoadRequest } from "../harness/load";
import { BENCH_KEY } from "../harness/store";

/**
 * Signed notifications as the gateway sends them, each different. Without `more` they name unknown payments.
 */
export function message(
  number: number,
  orderNo = `acq_${String(number).padStart(26, "0")}`,
  more: Readonly<Record<string, string>> = {},
): string {
  const fields: Record<string, string> = {
    merchant_id: "100001",
    account_id: "100001001",
    order_no: orderNo,
    transaction_id: `1${String(number).padStart(19, "0")}`,
    currency: "EUR",
    amount: "100.00",
    order_status: "1",
    result_info: "0000:Success",
    risk_action: "ACCEPT",
    note: `n${String(number)}`,
    ...more,
  };
  return new URLSearchParams({ ...fields, encryption_data: signFields("result", fields, BENCH_KEY) }).toString();
}

export const requestOf = (path: string, body: string): LoadRequest => ({
  method: "POST",
  path,
  headers: { "content-type": "application/x-www-form-urlencoded" },
  body,
});

let last = 0;

/** Requests that are new in this process. */
export function freshRequests(path: string, count: number): LoadRequest[] {
  last += count;
  const first = last - count;
  return Array.from({ length: count }, (_, index) => requestOf(path, message(first + index)));
}
