import type { GatewayBook } from "./gateway-book";
import type { JournalAttempt } from "./journal-book";
import type { Violation } from "./violation";

/** The request log against the journal: nothing is repeated before a query, nothing is acknowledged without a row. */
/** The customer's browser may post the hosted page's form twice: the gateway accepts an order number once. */
const WRITES = new Set(["authorise", "capture", "cancel", "refund", "review", "cancelsubscription"]);
const QUERIES = new Set(["retrievalTrans", "retrievalRefund"]);

/** Faults with a response that proves nothing about this order. */
const PROVES_NOTHING = new Set([
  "truncate",
  "empty",
  "html",
  "garbage",
  "wrong-content",
  "wrong-order",
  "wrong-amount",
  "missing-item",
]);

/** Promise 2: after a write without an answer, the next write of its kind for that order follows a query. */
export function checkSends({ requests }: GatewayBook, orderNo: string): Violation[] {
  const found: Violation[] = [];
  const unanswered = new Map<string, number>();
  for (const { seq, operation, order_nos: orderNos, answered, fault } of requests) {
    if (!orderNos.includes(orderNo)) continue;
    if (QUERIES.has(operation)) unanswered.clear();
    if (!WRITES.has(operation)) continue;
    const first = unanswered.get(operation);
    if (first !== undefined) {
      const words = `Request ${String(seq)} sends a ${operation} again; ${String(first)} had no answer and no query came between.`;
      found.push({ code: "sent_again_before_query", words, ids: { order_no: orderNo } });
    }
    if (!answered || (fault && PROVES_NOTHING.has(fault))) unanswered.set(operation, seq);
  }
  return found;
}

/** Promise 6: every notification answered with 200 is in a committed row. */
export function checkNotifications(gateway: GatewayBook, attempt: JournalAttempt, atRest: boolean): Violation[] {
  const { row, deliveries, pendingNotifications } = attempt;
  const ids = { attempt: row.id, order_no: row.order_no };
  const acknowledged = gateway.acknowledged.get(row.order_no) ?? 0;
  const found: Violation[] = [];
  if (acknowledged > deliveries) {
    const words = `${String(acknowledged)} notifications were acknowledged, ${String(deliveries)} are stored.`;
    found.push({ code: "acknowledged_without_row", words, ids });
  }
  if (atRest && pendingNotifications > 0) {
    const words = `${String(pendingNotifications)} stored notifications were never thought about.`;
    found.push({ code: "notification_waiting", words, ids });
  }
  return found;
}
