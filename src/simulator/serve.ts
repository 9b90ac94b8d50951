import type { IncomingMessage, ServerResponse } from "node:http";
import { authorise } from "./authorise";
import type { BatchName } from "./batch-items";
import { batch } from "./batches";
import { withoutCard } from "./card-data";
import { checkout } from "./checkout";
import type { Done, Fields, Gateway } from "./context";
import { isFields, textOf } from "./context";
import type { Faults } from "./faults";
import { deliveryUnder, isBefore, spoil } from "./faults";
import { optimise } from "./optimise";
import { queryPayments, queryRefunds } from "./queries";
import { parseFields, readBody } from "./read-body";
import type { RequestLog } from "./request-log";

/** Takes one request of the gateway's interface, applies the armed fault, answers, and logs it without card data. */
export interface Serving {
  readonly gateway: Gateway;
  readonly faults: Faults;
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
  ["optimise", optimise],
]);

export const operationNames: readonly string[] = [...OPERATIONS.keys()];

export async function serveOperation(
  { gateway, faults, log }: Serving,
  pathname: string,
  { req, res }: { readonly req: IncomingMessage; readonly res: ServerResponse },
): Promise<void> {
  const operation = pathname.slice("/v1/".length);
  const run = OPERATIONS.get(operation);
  const fields = parseFields(await readBody(req));
  if (!run || req.method !== "POST") return end(res, 404, "record not found");
  if (!fields) return end(res, 400, "invalid input");
  const armed = faults.take(operation);
  const fault = armed?.name ?? null;
  const done = isBefore(fault) ? untouched(operation, fields) : run(gateway, fields);
  const delivery = deliveryUnder(fault) ?? done.delivery ?? "answer";
  log.add({
    operation,
    order_nos: done.orderNos,
    item_count: done.orderNos.length,
    body: withoutCard(fields),
    signature_ok: done.signatureOk,
    applied: done.applied,
    answered: delivery === "answer",
  });
  if (armed?.name === "slow") await later(armed.ms);
  if (delivery === "drop") return void res.socket?.destroy();
  if (delivery === "hang") return;
  if (delivery === "error") return end(res, 500, "internal error");
  res.writeHead(done.answer.status, { "content-type": done.answer.contentType, ...done.answer.headers });
  res.end(spoil(fault, done.answer.body));
}

const later = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms).unref();
  });

/** What the log says of a request that was never looked at. */
function untouched(operation: string, fields: Fields): Done {
  const list = fields[`${operation}_orders`];
  const orderNos = Array.isArray(list)
    ? list.filter(isFields).map((item) => textOf(item, "order_no"))
    : [textOf(fields, "order_no")].filter((orderNo) => orderNo !== "");
  return { answer: { status: 500, contentType: "text/plain", body: "" }, applied: false, signatureOk: true, orderNos };
}

function end(res: ServerResponse, status: number, body: string): void {
  res.writeHead(status, { "content-type": "text/plain" });
  res.end(body);
}
