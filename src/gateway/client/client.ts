import { randomUUID } from "node:crypto";
import { sendInChunks } from "../batching/chunked-send";
import { sendCancelSubscription } from "./cancel-subscription";
import { encodeBody } from "../codec/body";
import { isOurAccount, orUnknown, readAuthorise, unknown } from "../reading/classify-response";
import type { GatewayClient, MaySend, PaymentItem, Queries, RefundItem, ReviewItem, Writes } from "../model/client-api";
import { createRedirectForms } from "../redirects/redirect-forms";
import type { CountUnreadable } from "../transport/count-unreadable-responses";
import { countingQueries, countingWrites } from "../transport/count-unreadable-responses";
import { openCheckout } from "./open-checkout";
import { authorise, authoriseBody } from "../operations/authorise";
import { batchPath, paymentBatch, refundBatch, reviewBatch, reviewFlagOf } from "../operations/batch";
import type { BatchName } from "../operations/batch";
import type { GatewayAccount } from "../model/account";
import type { NotSent, Outcome, PaymentOutcome, RefundOutcome } from "../model/outcome";
import type { AuthoriseRequest } from "../model/payment-request";
import { createQueries } from "./queries";
import type { BatchRow, ReadBatch } from "../reading/read-batch";
import {
  readCancelBatch,
  readCaptureBatch,
  readOrReason,
  readRefundBatch,
  readReviewBatch,
} from "../reading/read-batch";
import { sendPayout } from "./send-payout";
import type { TransportContext } from "./transport-outcomes";
import {
  badStatus,
  built,
  noRejectFlag,
  refusedEnvelope,
  refusedRequest,
  tooLate,
  unanswered,
} from "./transport-outcomes";
import { verify } from "../signing/signing";
import type { Transport } from "../transport/transport";
import type { Observe } from "../transport/exchange-metrics";
import { createTransport } from "../transport/transport";

/** Sign, send, parse, classify. Nothing here retries, and nothing throws for network or gateway errors. */
export function createGatewayClient({
  account,
  newRequestId = randomUUID,
  observe,
  noteUnreadable = () => undefined,
}: {
  readonly account: GatewayAccount;
  readonly newRequestId?: () => string;
  readonly observe?: Observe;
  readonly noteUnreadable?: CountUnreadable;
}): GatewayClient {
  const transport = createTransport(account.baseUrl, account.profile.timeouts, observe);
  return {
    queries: countingQueries(createQueries({ account, transport, newRequestId }), noteUnreadable) satisfies Queries,
    redirectForms: createRedirectForms(account),
    writes: countingWrites(createWrites(account, transport), noteUnreadable),
    close: () => transport.close(),
  };
}

function createWrites(account: GatewayAccount, transport: Transport): Writes {
  return {
    authorise: (request, maySend) => sendAuthorise({ account, transport, maySend }, request),
    openCheckout: (request, maySend) => openCheckout({ account, transport, maySend }, request),
    capture: (items) => sendPayments({ account, transport, name: "capture" }, items),
    void: (items) => sendPayments({ account, transport, name: "cancel" }, items),
    refund: (items) => sendRefunds({ account, transport, name: "refund" }, items),
    review: (items) => sendReviews({ account, transport, name: "review" }, items),
    cancelSubscription: (item, maySend) => sendCancelSubscription({ account, transport, maySend }, item),
    payout: (request, maySend) => sendPayout({ account, transport, maySend }, request),
  };
}

async function sendAuthorise(
  { account, transport, maySend }: TransportContext,
  request: AuthoriseRequest,
): Promise<PaymentOutcome> {
  const { encoding, timeouts } = account.profile;
  const body = built(() => authoriseBody(account, request));
  if ("kind" in body) return body;
  const result = await transport.post({
    path: authorise.path,
    ...encodeBody(encoding.authorise, body.value),
    timeoutMs: timeouts.authoriseMs,
    maySend,
  });
  if (result.kind !== "answered") return unanswered(result);
  if (result.status === 400 || result.status === 404) return refusedRequest(account.profile, result);
  if (result.status !== 200) return badStatus(account.profile, result);
  return readAuthorise(account, request, result.body);
}

interface Batch {
  readonly account: GatewayAccount;
  readonly transport: Transport;
  readonly name: BatchName;
}

function sendPayments(
  batch: Batch & { readonly name: "capture" | "cancel" },
  items: readonly PaymentItem[],
): Promise<PaymentOutcome[]> {
  const { account, name } = batch;
  return sendInChunks(items, account.profile.batch.maxItems, (part) =>
    sendBatch(batch, part, {
      build: (sent) => paymentBatch(account, name, sent),
      read: (body) => (name === "capture" ? readCaptureBatch(account, body) : readCancelBatch(account, body)),
    }),
  );
}

function sendRefunds(batch: Batch, items: readonly RefundItem[]): Promise<RefundOutcome[]> {
  const { account } = batch;
  return sendInChunks(items, account.profile.batch.maxItems, (part) =>
    sendBatch(batch, part, {
      build: (sent) => refundBatch(account, sent),
      read: (body) => readRefundBatch(account, body),
    }),
  );
}

/** A decision without a configured flag is not sent; the others are. */
async function sendReviews(batch: Batch, items: readonly ReviewItem[]): Promise<PaymentOutcome[]> {
  const { account } = batch;
  const withFlag = items.filter(({ action }) => reviewFlagOf(account, action) !== null);
  const outcomes = await sendInChunks(withFlag, account.profile.review.maxItems, (part) =>
    sendBatch(batch, part, {
      build: () => reviewBatch(account, part),
      read: (body) => readReviewBatch(account, body),
    }),
  );
  return items.map((item) => outcomes[withFlag.indexOf(item)] ?? noRejectFlag);
}

async function sendBatch<Item extends BatchItem, F>(
  { account, transport, name }: Batch,
  items: readonly Item[],
  { build, read }: { build: Build<Item>; read: (body: Buffer) => ReadBatch<Item, F> },
): Promise<Outcome<F>[]> {
  const every = (outcome: Outcome<never>): Outcome<F>[] => items.map(() => outcome);
  const timely = items.filter(isTimely);
  if (timely.length === 0) return every(tooLate);
  if (timely.length < items.length) {
    const outcomes = await sendBatch({ account, transport, name }, timely, { build, read });
    return items.map((item) => outcomes[timely.indexOf(item)] ?? tooLate);
  }
  const { encoding, timeouts } = account.profile;
  const body = built(() => build(items));
  if ("kind" in body) {
    const send = (rest: readonly Item[]): Promise<Outcome<F>[]> =>
      sendBatch({ account, transport, name }, rest, { build, read });
    return withoutUnsendable(items, { refusal: body, build, send });
  }
  const result = await transport.post({
    path: batchPath[name],
    ...encodeBody(encoding[name], body.value),
    timeoutMs: timeouts.otherMs,
    // One request: the oldest item decides.
    maySend: () => items.every(isTimely),
  });
  if (result.kind !== "answered") return every(unanswered(result));
  if (result.status !== 200) return every(badStatus(account.profile, result));
  const batch = readOrReason(result.body, read);
  if ("kind" in batch) return every(batch);
  if (!isOurAccount(account, batch.envelope)) {
    return every(unknown("other_account", "The response is for another account."));
  }
  if (!isSignedAsDemanded(account, name, batch)) return every(badSignature);
  if (batch.envelope.return_status !== "1") {
    return every(refusedEnvelope(account.profile, batch.envelope));
  }
  const rows = rowsByOrder(batch);
  return items.map((item) => outcomeOfItem(item, rows));
}

type Build<Item> = (items: readonly Item[]) => Readonly<Record<string, unknown>>;

/** An item that the gateway's interface cannot carry is not sent; the other orders of the batch are. */
async function withoutUnsendable<Item, F>(
  items: readonly Item[],
  {
    refusal,
    build,
    send,
  }: { refusal: NotSent; build: Build<Item>; send: (rest: readonly Item[]) => Promise<Outcome<F>[]> },
): Promise<Outcome<F>[]> {
  const refusals = new Map<Item, NotSent>();
  for (const item of items) {
    const alone = built(() => build([item]));
    if ("kind" in alone) refusals.set(item, alone);
  }
  const sendable = items.filter((item) => !refusals.has(item));
  // Either no item can be sent, or each can alone and not together: the batch was not sent.
  if (sendable.length === 0 || sendable.length === items.length) {
    return items.map((item) => refusals.get(item) ?? refusal);
  }
  const outcomes = await send(sendable);
  return items.map((item) => refusals.get(item) ?? outcomes[sendable.indexOf(item)] ?? refusal);
}

/** Under `enforce` only; the recipe is that of the request, over the response's own items. */
function isSignedAsDemanded<F, Item>(account: GatewayAccount, name: BatchName, batch: ReadBatch<Item, F>): boolean {
  const { signing } = account.profile;
  if (signing.responses !== "enforce") return true;
  const values = {
    merchant_id: batch.envelope.merchant_id ?? "",
    account_id: batch.envelope.account_id ?? "",
    transaction_ids: batch.rows.map(({ transaction_id: id }) => id ?? "").join(""),
  };
  const given = { signature: batch.envelope.encryption_data ?? undefined, keys: account.signingKeys };
  return verify(signing, `${name}Response`, values, given) === "matched";
}

interface BatchItem {
  readonly orderNo: string;
  readonly gatewayPaymentId: string;
  readonly maySend?: MaySend;
}

const isTimely = ({ maySend }: BatchItem): boolean => maySend?.() !== false;

type RowsByOrder<Item, F> = ReadonlyMap<string, { readonly row: BatchRow<Item, F>; isDoubled: boolean }>;

function rowsByOrder<Item, F>({ rows }: ReadBatch<Item, F>): RowsByOrder<Item, F> {
  const byOrder = new Map<string, { readonly row: BatchRow<Item, F>; isDoubled: boolean }>();
  for (const row of rows) {
    const known = byOrder.get(row.order_no);
    if (known) known.isDoubled = true;
    else byOrder.set(row.order_no, { row, isDoubled: false });
  }
  return byOrder;
}

/** The response must contain the item's order number exactly once, for the requested transaction. */
function outcomeOfItem<Item extends BatchItem, F>(item: Item, rows: RowsByOrder<Item, F>): Outcome<F> {
  const found = rows.get(item.orderNo);
  if (!found) return unknown("item_missing", "The response does not contain this item.");
  const { row, isDoubled } = found;
  if (isDoubled) return unknown("item_doubled", "The response contains this item more than once.");
  if (row.transaction_id && row.transaction_id !== item.gatewayPaymentId) {
    return unknown("other_transaction", "The response is for another transaction.");
  }
  return orUnknown(() => row.classify(item));
}

const badSignature = unknown("bad_signature", "The response's signature is invalid.");
