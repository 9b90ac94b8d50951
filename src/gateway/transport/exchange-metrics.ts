import type { TransportResult } from "./transport";

/** Operation, duration, and whether there was a usable answer; nothing of the content. */
export interface Exchange {
  readonly operation: ExchangeOperation;
  readonly ms: number;
  /** No usable answer: lost, late, an error of the server, or a page in the place of an answer. */
  readonly isFailed: boolean;
}

export type ExchangeOperation =
  | "authorise"
  | "checkout"
  | "capture"
  | "void"
  | "refund"
  | "review"
  | "cancel_subscription"
  | "payout"
  | "query"
  | "query_refunds"
  | "other";

/** Must not throw, and waits for nothing. */
export type Observe = (exchange: Exchange) => void;

const OPERATIONS: Readonly<Record<string, ExchangeOperation>> = {
  "/v1/authorise": "authorise",
  "/v1/checkout": "checkout",
  "/v1/capture": "capture",
  "/v1/cancel": "void",
  "/v1/refund": "refund",
  "/v1/review": "review",
  "/v1/cancelsubscription": "cancel_subscription",
  "/v1/payout": "payout",
  "/v1/retrievalTrans": "query",
  "/v1/retrievalRefund": "query_refunds",
};

export function exchangeOf(path: string, result: TransportResult, ms: number): Exchange {
  const operation = Object.hasOwn(OPERATIONS, path) ? (OPERATIONS[path] ?? "other") : "other";
  return { operation, ms, isFailed: isFailed(operation, result) };
}

/** A refusal is an answer. Only the card page is a page. */
function isFailed(operation: ExchangeOperation, result: TransportResult): boolean {
  if (result.kind !== "answered") return true;
  if (result.status >= 500 || result.status === 429) return true;
  return operation !== "checkout" && /^text\/html\b/i.test(result.contentType);
}
