import { isOurAccount } from "../reading/classify-response";
import { CodecError } from "../model/errors";
import { encodeBody } from "../codec/body";
import { isObject, readJson } from "../codec/json";
import { spellingOf } from "../codec/message";
import type { PaymentFact, RefundFact } from "../model/facts";
import type { Queries, QueryAnswer, Slot } from "../model/client-api";
import type { OrderNo } from "../model/ids";
import { createOrderNo as orderNoOf } from "../model/ids";
import { MoneyError } from "../model/money";
import {
  barePayment,
  bareRefund,
  queryRefusal,
  rawOf,
  readGatewayId,
  readMoney,
  readOperationId,
  readReasonText,
  readPaymentStatus,
  readRefundStatus,
  readRisk,
  readThreeDs,
  splitInfo,
  waitsForCustomer,
} from "../reading/normalize";
import type { RowsByOrder } from "../reading/group-rows-by-order";
import { groupRowsByOrder } from "../reading/group-rows-by-order";
import type { WirePaymentRow, WireRefundRow, RefundsAnswer, RetrievalName } from "../operations/retrieval";
import {
  chunkIds,
  readPayments,
  readRefunds,
  retrievalForm,
  retrievalPath,
  unreadableByOrder,
} from "../operations/retrieval";
import type { WirePart } from "../operations/wire-values";
import { asList } from "../operations/wire-values";
import type { GatewayAccount } from "../model/account";
import { optimiseMethods } from "./optimise-methods";
import { isSubscriptionLost, readSubscriptionStatus } from "../reading/read-subscription-status";
import { safeText } from "../redaction/redact";
import { isConfigurationCode, misconfigured, readRefusal } from "../reading/refusal";
import { verify } from "../signing/signing";
import type { Transport } from "../transport/transport";

/** A query fails as a whole if one of its requests fails or cannot be read: partial results are not recorded. */
export function createQueries({
  account,
  transport,
  newRequestId,
}: {
  readonly account: GatewayAccount;
  readonly transport: Transport;
  readonly newRequestId: () => string;
}): Queries {
  const within = (slot?: Slot): Post =>
    slot ? (request) => slot(() => transport.post(request)) : (request) => transport.post(request);
  return {
    payments: (orderNos, slot) => inChunks(account, orderNos, (chunk) => askPayments(account, within(slot), chunk)),
    refunds: (orderNos, slot) => inChunks(account, orderNos, (chunk) => askRefunds(account, within(slot), chunk)),
    rankMethods: (ask) => optimiseMethods(account, transport, { ...ask, requestId: newRequestId() }),
  };
}

/** An order number may have a row per charge of its subscription: 100 of them with a year of weeks are 5 MB. */
const MOST_BYTES = 8 * 1024 * 1024;

type Post = Transport["post"];
type Failure = Exclude<QueryAnswer<never>, { kind: "answered" }>;

async function inChunks<F>(
  account: GatewayAccount,
  orderNos: readonly OrderNo[],
  ask: (chunk: readonly string[]) => Promise<QueryAnswer<F>>,
): Promise<QueryAnswer<F>> {
  const facts: F[] = [];
  for (const chunk of chunkIds(orderNos, account.profile.queries)) {
    const answer = await ask(chunk);
    if (answer.kind !== "answered") return answer;
    facts.push(...answer.facts);
  }
  return { kind: "answered", facts };
}

async function askPayments(
  account: GatewayAccount,
  post: Post,
  ids: readonly string[],
): Promise<QueryAnswer<PaymentFact>> {
  const field = account.profile.queries.ordersField;
  const read = await askJson(account, post, { name: "retrievalTrans", selector: { field, ids } });
  if ("kind" in read) return read;
  return orFailed(() => {
    const answer = readPayments(read.body);
    const unreadable = unreadableByOrder(read.body);
    const rows = answer.orders_list;
    if (!isAccepted(account, answer, rows)) return refusedEnvelope(account, answer);
    const { byOrder, isAboutOthers: isOther } = groupRowsByOrder(ids, rows);
    if (!isOurAccount(account, answer) || isOther) return aboutOthers;
    return { kind: "answered", facts: ids.flatMap((id) => paymentFacts(account, id, { byOrder, unreadable })) };
  });
}

/** About other orders: no answer to this query. A missing order would become proof that nothing happened. */
const isAboutOthers = (ids: readonly string[], rows: readonly { readonly order_no: string }[]): boolean =>
  rows.some(({ order_no: orderNo }) => !ids.includes(orderNo)) &&
  ids.some((id) => rows.every(({ order_no: orderNo }) => orderNo !== id));

/** Of several rows the successful one, `not_found` without any; with a subscription all: each may be a charge. */
function paymentFacts(
  account: GatewayAccount,
  id: string,
  {
    byOrder,
    unreadable,
  }: Pick<RowsByOrder, "byOrder"> & { readonly unreadable: ReadonlyMap<string, readonly string[]> },
): PaymentFact[] {
  const orderNo = orderNoOf(id);
  const facts = (byOrder.get(id) ?? []).map((row) =>
    paymentFact(account, orderNo, { ...row, unreadable: unreadable.get(row.order_no) ?? [] }),
  );
  if (facts.some(({ recurring }) => recurring !== null)) return facts;
  const success = facts.filter(
    ({ reading }) => reading === "authorised" || reading === "captured" || reading === "refunded",
  );
  if (success.length > 0) return success;
  const [first] = facts.filter(({ reading }) => reading !== "declined");
  return [first ?? facts[0] ?? barePayment(orderNo, "not_found")];
}

function paymentFact(
  account: GatewayAccount,
  orderNo: OrderNo,
  row: WirePaymentRow & { readonly unreadable: readonly string[] },
): PaymentFact {
  const {
    order_status: orderStatus,
    payment_status: paymentStatus,
    query_result: queryResult,
    result_info: resultInfo,
  } = row;
  const { code, message } = splitInfo(resultInfo);
  const { is3ds, fraud_check_result: fraud, subscription_result: subscription } = row;
  const reasons = fraud.value.map(({ check_items: name = "", status }) => ({ name, status }));
  const unreadable = [
    ...row.unreadable,
    ...(is3ds.isReadable ? [] : ["is3ds"]),
    ...(fraud.isReadable ? [] : ["fraud_check_result"]),
    ...(subscription.isReadable ? [] : ["subscription_result"]),
    ...(isSubscriptionLost(subscription.value?.recurring_id) ? ["recurring_id"] : []),
  ];
  return {
    ...barePayment(
      orderNo,
      readPaymentStatus(account.profile, { orderStatus, paymentStatus, queryResult, resultInfo }),
    ),
    waitsForCustomer: waitsForCustomer({ orderStatus, queryResult }),
    gatewayPaymentId: readGatewayId(row.transaction_id),
    money: readMoney(row.amount, row.currency),
    code,
    message,
    risk: readRisk(undefined, undefined, { reasons, unreadable }),
    threeDs: readThreeDs(is3ds.value, undefined),
    recurring: readSubscriptionStatus(account.profile, orderNoOf(row.order_no), {
      recurringId: subscription.value?.recurring_id,
      subscriptionName: subscription.value?.contract_name,
      period: subscription.value?.recurring_deduction_period,
      nextCharge: subscription.value?.recurring_deduction_time,
      status: statusOf(subscription.value?.recurring_status),
      charged: row.transaction_date,
    }),
    raw: rawOf({
      order_status: orderStatus,
      payment_status: paymentStatus,
      query_result: queryResult,
      result_info: resultInfo,
    }),
  };
}

/** A present but unreadable status counts as unmapped: it proves nothing. */
const statusOf = (status: WirePart<string | undefined> | undefined): string | undefined =>
  status === undefined || status.isReadable ? status?.value : "unreadable";

async function askRefunds(
  account: GatewayAccount,
  post: Post,
  ids: readonly string[],
): Promise<QueryAnswer<RefundFact>> {
  const field = account.profile.queries.refundOrdersField;
  const read = await askJson(account, post, { name: "retrievalRefund", selector: { field, ids } });
  if ("kind" in read) return read;
  return orFailed(() => {
    const answer = readRefunds(read.body);
    const listed = answer.refund_orders;
    if (!isAccepted(account, answer, listed)) return refusedEnvelope(account, answer);
    if (!isSignedAsDemanded(account, answer)) {
      return failed("bad_signature", "The response's signature is invalid.");
    }
    if (!isOurAccount(account, answer) || isAboutOthers(ids, listed)) return aboutOthers;
    const rows = listed.filter((row) => ids.includes(row.order_no));
    return { kind: "answered", facts: rows.map((row) => refundFact(account, row)) };
  });
}

/** Under `enforce` only. The gateway's interface shows a signature on this response, none on that of payments. */
function isSignedAsDemanded({ profile, signingKeys: keys }: GatewayAccount, answer: RefundsAnswer): boolean {
  if (profile.signing.responses !== "enforce") return true;
  const values = { merchant_id: answer.merchant_id ?? "", account_id: answer.account_id ?? "" };
  const given = { signature: answer.encryption_data, keys };
  return verify(profile.signing, "retrievalRefundResponse", values, given) === "matched";
}

function refundFact(account: GatewayAccount, row: WireRefundRow): RefundFact {
  const { refund_status: status, refund_processing_date: processingDate, refund_message: message } = row;
  return {
    ...bareRefund(orderNoOf(row.order_no), readRefundStatus(account.profile, { status, processingDate, message })),
    gatewayPaymentId: readGatewayId(row.transaction_id),
    money: readMoney(row.refund_amount, row.currency),
    reference: row.refund_reference_id || row.refund_reference || null,
    operationId: readOperationId(row.refund_reason),
    reasonText: readReasonText(row.refund_reason),
    ...splitInfo(message),
    raw: rawOf({ refund_status: status, refund_processing_date: processingDate }),
  };
}

async function askJson(
  account: GatewayAccount,
  post: Post,
  { name, selector }: { readonly name: RetrievalName; readonly selector: { field: string; ids: readonly string[] } },
): Promise<{ body: Readonly<Record<string, unknown>> } | Failure> {
  const { encoding, timeouts } = account.profile;
  const result = await post({
    path: retrievalPath[name],
    ...encodeBody(encoding[name], retrievalForm(account, name, selector)),
    timeoutMs: timeouts.otherMs,
    mostBytes: MOST_BYTES,
  });
  if (result.kind === "lost" && result.isTooLarge) return failed("too_large", "The response is too large to be read.");
  if (result.kind !== "answered") return failed(result.kind, `The gateway could not be queried (${result.reason}).`);
  if (result.status !== 200) {
    const refusal = readRefusal(result.body);
    return isConfigurationCode(account.profile, refusal?.code)
      ? { kind: "refused", reason: misconfigured(refusal) }
      : failed(`http_${String(result.status)}`, `The gateway answered HTTP ${String(result.status)}.`);
  }
  try {
    const body = readJson(result.body);
    const refusal = refusalIn(body);
    return refusal ? refused(refusal) : { body };
  } catch (error) {
    // One order's text may have spoilt JSON; another body, such as a page, is not an answer to the query.
    if (error instanceof CodecError)
      return failed(spellingOf(result.body) === "json" ? "unreadable_rows" : "unreadable", error.message);
    throw error;
  }
}

/** Read before the rows: a refused query may name no order. */
function refusalIn(body: Readonly<Record<string, unknown>>): ReturnType<typeof queryRefusal> {
  const read = (value: unknown): unknown => (typeof value === "string" ? value.trim() : value);
  if (read(body.return_status) === "7") return "ip_not_registered";
  const codes = [body, ...asList(body.orders_list)].map((row) =>
    isObject(row) ? queryRefusal(read(row.query_result)) : null,
  );
  return codes.find((code) => code !== null) ?? null;
}

function orFailed<F>(read: () => QueryAnswer<F>): QueryAnswer<F> {
  try {
    return read();
  } catch (error) {
    if (error instanceof MoneyError || error instanceof TypeError) return failed("unreadable_rows", error.message);
    throw error;
  }
}

interface Envelope {
  readonly return_status: string;
  readonly return_message: WirePart<string | undefined>;
}

const failed = (code: string, message: string): Failure => ({ kind: "failed", reason: { code, message } });

const aboutOthers = failed("unreadable_rows", "The response contains something that was not queried.");

const refusalText = {
  ip_not_registered: "The gateway does not answer queries from this server: register its IP address with the gateway.",
  query_refused: "The gateway refused the query.",
} as const;

const refused = (code: keyof typeof refusalText): Failure => ({
  kind: "refused",
  reason: { code, message: refusalText[code] },
});

/** A status that means an empty list counts neither beside rows nor with a text that the option does not name. */
function isAccepted({ profile }: GatewayAccount, answer: Envelope, rows: readonly unknown[]): boolean {
  const { return_status: status, return_message: message } = answer;
  if (status === "1") return true;
  const listed = profile.queries.emptyReturnStatuses;
  const named = message.value ? `${status}/${message.value}` : status;
  return message.isReadable && listed.includes(named) && rows.length === 0;
}

function refusedEnvelope(
  { profile }: GatewayAccount,
  { return_status, return_message: { value = "" } }: Envelope,
): Failure {
  const info = splitInfo(value);
  if (isConfigurationCode(profile, info.code)) return { kind: "refused", reason: misconfigured(info) };
  const text = safeText(value, 200);
  return {
    kind: "refused",
    reason: { code: `return_${return_status.slice(0, 20)}`, message: `The gateway refused the query (${text}).` },
  };
}
