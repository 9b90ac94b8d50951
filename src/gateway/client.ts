import type { z } from "@medusajs/framework/zod";
import { writeForm } from "./codec/form";
import { readJson, writeJson } from "./codec/json";
import { classifyAuthorise, classifyPaymentItem, classifyRefundItem, orUnknown, unknown } from "./classify";
import type { GatewayClient, PaymentItem, Queries, RefundItem, Writes } from "./faces";
import { CodecError } from "./errors";
import type { PaymentFact, RefundFact } from "./facts";
import { authorise, authoriseBody, readAuthoriseAnswer } from "./operations/authorise";
import { BatchAnswer, batchPath, paymentBatch, refundBatch } from "./operations/batch";
import type { BatchName } from "./operations/batch";
import type { GatewayAccount } from "./options";
import type { Outcome, PaymentOutcome, RefundOutcome } from "./outcome";
import type { AuthoriseRequest } from "./payment-request";
import { createQueries } from "./queries";
import type { Transport, TransportResult } from "./transport";
import { createTransport } from "./transport";

/**
 * One funnel: sign, send, parse, classify. Nothing here retries, and nothing
 * throws for what the network or the gateway does.
 */
export function createGatewayClient({ account }: { readonly account: GatewayAccount }): GatewayClient {
  const transport = createTransport(account.baseUrl, account.profile.timeouts);
  return {
    queries: createQueries(account, transport) satisfies Queries,
    writes: createWrites(account, transport),
    close: () => transport.close(),
  };
}

function createWrites(account: GatewayAccount, transport: Transport): Writes {
  return {
    authorise: (request) => sendAuthorise(account, transport, request),
    capture: (items) => sendPayments({ account, transport, name: "capture" }, items),
    cancel: (items) => sendPayments({ account, transport, name: "cancel" }, items),
    refund: (items) => sendRefunds(account, transport, items),
  };
}

async function sendAuthorise(
  account: GatewayAccount,
  transport: Transport,
  request: AuthoriseRequest,
): Promise<PaymentOutcome> {
  const { encoding, timeouts } = account.profile;
  const result = await transport.post({
    path: authorise.path,
    ...encodeBody(encoding.authorise, authoriseBody(account, request)),
    timeoutMs: timeouts.authoriseMs,
  });
  if (result.kind !== "answered") return unanswered(result);
  if (result.status === 400 || result.status === 404) return refusedRequest(result.status);
  if (result.status !== 200) return badStatus(result.status);
  return orUnknown(() => classifyAuthorise(account, request, readAuthoriseAnswer(result.body)));
}

interface PaymentBatch {
  readonly account: GatewayAccount;
  readonly transport: Transport;
  readonly name: "capture" | "cancel";
}

async function sendPayments(
  { account, transport, name }: PaymentBatch,
  items: readonly PaymentItem[],
): Promise<PaymentOutcome[]> {
  return inBatches(account, items, async (batch) => {
    const result = await postBatch(account, transport, { name, body: paymentBatch(account, name, batch) });
    return perItem(result, batch, name === "capture" ? readCaptures : readCancels);
  });
}

function readCaptures(body: Buffer): ReadBatch<PaymentItem, PaymentFact> {
  const { return_status: status, capture_orders: orders } = parse(BatchAnswer.capture, body);
  const rows = (orders ?? []).map((values) => ({
    orderNo: values.order_no,
    classify: (item: PaymentItem) => classifyPaymentItem(item, { values, status: values.capture_status }, "captured"),
  }));
  return { status, rows };
}

function readCancels(body: Buffer): ReadBatch<PaymentItem, PaymentFact> {
  const { return_status: status, cancel_orders: orders } = parse(BatchAnswer.cancel, body);
  const rows = (orders ?? []).map((values) => ({
    orderNo: values.order_no,
    classify: (item: PaymentItem) => classifyPaymentItem(item, { values, status: values.cancel_status }, "voided"),
  }));
  return { status, rows };
}

async function sendRefunds(
  account: GatewayAccount,
  transport: Transport,
  items: readonly RefundItem[],
): Promise<RefundOutcome[]> {
  return inBatches(account, items, async (batch) => {
    const result = await postBatch(account, transport, { name: "refund", body: refundBatch(account, batch) });
    return perItem(result, batch, (body): ReadBatch<RefundItem, RefundFact> => {
      const { return_status: status, refund_orders: orders } = parse(BatchAnswer.refund, body);
      const rows = (orders ?? []).map((values) => ({
        orderNo: values.order_no,
        classify: (item: RefundItem) => classifyRefundItem(account, item, values),
      }));
      return { status, rows };
    });
  });
}

/** N items take ceil(N / limit) requests, one after another: a dead gateway is noticed at the first. */
async function inBatches<Item, Result>(
  account: GatewayAccount,
  items: readonly Item[],
  send: (batch: readonly Item[]) => Promise<Result[]>,
): Promise<Result[]> {
  const results: Result[] = [];
  const { maxItems } = account.profile.batch;
  for (let at = 0; at < items.length; at += maxItems) results.push(...(await send(items.slice(at, at + maxItems))));
  return results;
}

function postBatch(
  account: GatewayAccount,
  transport: Transport,
  { name, body }: { readonly name: BatchName; readonly body: unknown },
): Promise<TransportResult> {
  const { encoding, timeouts } = account.profile;
  return transport.post({ path: batchPath[name], ...encodeBody(encoding[name], body), timeoutMs: timeouts.otherMs });
}

interface ReadBatch<Item, F> {
  /** return_status of the envelope. */
  readonly status: string;
  readonly rows: readonly { readonly orderNo: string; readonly classify: (item: Item) => Outcome<F> }[];
}

/** Books an answer item by item: each order number at most once, in any order, nothing that was not asked. */
function perItem<Item extends { readonly orderNo: string }, F>(
  result: TransportResult,
  items: readonly Item[],
  read: (body: Buffer) => ReadBatch<Item, F>,
): Outcome<F>[] {
  const every = (outcome: Outcome<F>): Outcome<F>[] => items.map(() => outcome);
  if (result.kind !== "answered") return every(unanswered(result));
  if (result.status !== 200) return every(badStatus(result.status));
  const batch = readOrReason(result.body, read);
  if ("kind" in batch) return every(batch);
  if (batch.status !== "1")
    return every(unknown("envelope_refused", "The gateway did not accept the request as a whole."));
  return items.map((item) => {
    const rows = batch.rows.filter(({ orderNo }) => orderNo === item.orderNo);
    const asked = items.filter(({ orderNo }) => orderNo === item.orderNo);
    const [row] = rows;
    if (!row) return unknown("item_missing", "The answer left this item out.");
    // The same payment may stand twice in one batch (two refunds): then nothing says which row is whose.
    if (rows.length > 1 || asked.length > 1)
      return unknown("item_doubled", "The answer names this item more than once.");
    return orUnknown(() => row.classify(item));
  });
}

function readOrReason<Item, F>(
  body: Buffer,
  read: (body: Buffer) => ReadBatch<Item, F>,
): ReadBatch<Item, F> | Outcome<never> {
  try {
    return read(body);
  } catch (error) {
    if (error instanceof CodecError || error instanceof TypeError) return unknown("unreadable", error.message);
    throw error;
  }
}

function parse<Schema extends z.ZodType>(schema: Schema, body: Buffer): z.output<Schema> {
  const result = schema.safeParse(readJson(body));
  if (result.success) return result.data;
  throw new TypeError(
    `The answer does not have the described form (${result.error.issues[0]?.path.join(".") ?? "body"}).`,
  );
}

type Encoding = GatewayAccount["profile"]["encoding"]["authorise"];

function encodeBody(encoding: Encoding, body: unknown): { contentType: string; body: string } {
  if (encoding === "form") return { contentType: "application/x-www-form-urlencoded", body: writeForm(flat(body)) };
  const contentType = encoding === "json" ? "application/json" : "application/x-www-form-urlencoded";
  return { contentType, body: writeJson(body) };
}

const flat = (body: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries(body ?? {}).map(([name, value]) => [name, typeof value === "string" ? value : writeJson(value)]),
  );

const unanswered = (result: Exclude<TransportResult, { kind: "answered" }>): Outcome<never> =>
  result.kind === "not_sent"
    ? {
        kind: "not_sent",
        reason: { code: "not_sent", message: `The gateway could not be reached (${result.reason}).` },
      }
    : unknown("lost", `The answer was lost (${result.reason}).`);

const badStatus = (status: number): Outcome<never> =>
  unknown(`http_${String(status)}`, `The gateway answered HTTP ${String(status)}.`);

/** The interface documents both for authorise alone: the request was not accepted, nothing was created. */
const refusedRequest = (status: 400 | 404): Outcome<never> => ({
  kind: "declined",
  fact: null,
  reason: {
    code: `http_${String(status)}`,
    message: status === 400 ? "The gateway calls the request invalid." : "The gateway found no such record.",
  },
});
