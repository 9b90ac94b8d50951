import type { IncomingMessage, ServerResponse } from "node:http";
import { authorise } from "./payments/authorise";
import type { BatchName } from "./payments/batch-items";
import { batch } from "./payments/batches";
import { withoutCard } from "./payments/card-data";
import { cancelSubscription } from "./subscriptions/cancel-subscription";
import { checkout } from "./payments/checkout";
import type { Done, Fields, Gateway } from "./context";
import { isFields, plain, textOf } from "./context";
import { deliver, send } from "./notifications/deliver";
import { worded } from "./dialect";
import { faultOf, isAnswered, isBefore } from "./faults/faults";
import { optimise } from "./payments/optimise";
import { payout } from "./payouts/payouts";
import { queryPayments, queryRefunds } from "./payments/queries";
import { parseFields, readBody } from "./http/read-body";
import type { RequestLog } from "./http/request-log";
import type { Struck, FaultScript } from "./faults/fault-script";
import { notifyFault } from "./faults/fault-script";

/** Handles one request of the gateway's interface: applies the fault script, answers, and logs it without card data. */
export interface Serving {
  readonly gateway: Gateway;
  readonly tape: FaultScript;
  readonly log: RequestLog;
}

const batched =
  (name: BatchName) =>
  (gateway: Gateway, fields: Fields): Done =>
    batch(gateway, name, fields);

const OPERATIONS: ReadonlyMap<string, (gateway: Gateway, fields: Fields) => Done> = new Map([
  ["authorise", authorise],
  ["checkout", checkout],
  ["capture", batched("capture")],
  ["cancel", batched("cancel")],
  ["refund", batched("refund")],
  ["review", batched("review")],
  ["retrievalTrans", queryPayments],
  ["retrievalRefund", queryRefunds],
  ["cancelsubscription", cancelSubscription],
  ["optimise", optimise],
  ["payout", payout],
]);

export const operationNames: readonly string[] = [...OPERATIONS.keys()];

export async function serveOperation(
  { gateway, tape, log }: Serving,
  pathname: string,
  { req, res }: { readonly req: IncomingMessage; readonly res: ServerResponse },
): Promise<void> {
  const operation = pathname.slice("/v1/".length);
  const run = OPERATIONS.get(operation);
  const fields = parseFields(await readBody(req));
  const { down, slowMs } = gateway.trouble;
  if (!run || req.method !== "POST") return send(res, plain(404, "record not found"));
  if (!fields) return send(res, plain(400, "invalid input"));
  const struck = down ? DOWN : tape.take(operation, ordersOf(gateway, operation, fields));
  const fault = struck?.fault ?? null;
  const undone = untouched(ordersOf(gateway, operation, fields));
  const done = isBefore(fault) ? undone : gateway.notifier.under(notifyFault(struck), () => run(gateway, fields));
  log.add({
    operation,
    order_nos: done.orderNos,
    item_count: done.orderNos.length,
    body: withoutCard(fields),
    signature_ok: done.signatureOk,
    applied: done.applied,
    answered: isAnswered(fault) && (done.delivery ?? "answer") === "answer",
    fault: down ? "down" : (fault?.name ?? null),
    also: struck?.also?.name ?? null,
  });
  const waitMs = slowMs + (fault?.name === "slow" || fault?.name === "delay" ? fault.ms : 0);
  if (waitMs > 0) await later(waitMs);
  deliver(res, { ...done, answer: worded(gateway.dialect, done.answer) }, fault);
}

const DOWN: Struck = { fault: faultOf("drop-before"), also: null };

const later = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms).unref();
  });

const untouched = (orderNos: readonly string[]): Done => ({
  answer: plain(500, ""),
  applied: false,
  signatureOk: true,
  orderNos,
});

const SELECTORS = ["orders", "trades", "refund_orders", "refund_references", "merchant_refunds"];

function ordersOf({ book }: Gateway, operation: string, fields: Fields): readonly string[] {
  const list = fields[`${operation}_orders`];
  if (Array.isArray(list)) return list.filter(isFields).map((item) => textOf(item, "order_no"));
  const asked = SELECTORS.flatMap((name) => textOf(fields, name).split(",")).map((id) => id.trim());
  const contract = book.subscription(textOf(fields, "recurring_id"))?.order_no ?? "";
  const payoutId = operation === "payout" ? textOf(fields, "request_id") : "";
  const named = [textOf(fields, "order_no"), contract, payoutId, ...asked].filter((name) => name !== "");
  return named.map((name) => book.byId(name)?.order_no ?? book.byRefund(name)[0]?.order_no ?? name);
}
