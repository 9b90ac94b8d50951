/* Responses to writes: what is not a clear success or failure, about exactly the request, is unknown. */

import { readCard } from "./masked-card";
import { CodecError } from "../model/errors";
import type { PaymentFact, RefundFact, RefundReading } from "../model/facts";
import type { OrderNo } from "../model/ids";
import type { Money } from "../model/money";
import { MoneyError, sameMoney } from "../model/money";
import {
  barePayment,
  bareRefund,
  isNoError,
  isSuccessCode,
  rawOf,
  readActionUrl,
  readGatewayId,
  readMoney,
  readOperationId,
  readPaymentStatus,
  readRefundStatus,
  readRisk,
  readThreeDs,
  readToken,
  splitInfo,
  startsWithAny,
  unreadRisk,
  waitsForCustomer,
} from "./normalize";
import type { AuthoriseAnswer } from "../operations/authorise";
import { readAuthoriseAnswer } from "../operations/authorise";
import type { CancelAnswerItem, CaptureAnswerItem, RefundAnswerItem, ReviewAnswerItem } from "../operations/batch";
import { reviewFlagOf } from "../operations/batch";
import type { Outcome, PaymentOutcome, RefundOutcome, Unknown } from "../model/outcome";
import type { GatewayAccount } from "../model/account";
import type { RefundItem, ReviewItem } from "../model/client-api";
import { isSubscriptionLost, readSubscriptionStatus } from "./read-subscription-status";
import { isConfigurationCode, misconfigured } from "./refusal";
import type { AuthoriseRequest } from "../model/payment-request";
import type { WireValues } from "../signing/signing";
import { verify } from "../signing/signing";

export const unknown = (code: string, message: string): Unknown => ({
  kind: "unknown",
  reason: { code, message },
});

/** Runs a reader; unreadable content is unknown, never an exception. */
export function orUnknown<F>(read: () => Outcome<F>): Outcome<F> {
  try {
    return read();
  } catch (error) {
    if (error instanceof CodecError || error instanceof MoneyError || error instanceof TypeError) {
      return unknown("unreadable", error.message);
    }
    throw error;
  }
}

/**
 * The response to an authorisation. An unreadable one may have requested a review, or contained a card's token, a 3-D
 * Secure result or a subscription: its outcome is unknown, and the payment is held for review whatever a query reports
 * later.
 */
export function readAuthorise(
  account: GatewayAccount,
  asked: Pick<AuthoriseRequest, "orderNo" | "money" | "instrument">,
  body: Buffer,
): PaymentOutcome {
  const outcome = orUnknown(() => classifyAuthorise(account, asked, readAuthoriseAnswer(body)));
  const isUnread = outcome.kind === "unknown" && outcome.reason.code === "unreadable";
  return isUnread && mayCarryResult(body)
    ? { ...outcome, shown: { card: null, risk: unreadRisk, threeDs: null } }
    : outcome;
}

/** A web page or an empty body has no result, like a lost response. */
const mayCarryResult = (body: Buffer): boolean =>
  !/^(?:$|<!doctype html|<html[\s>])/i.test(body.toString("utf8").trim());

export function classifyAuthorise(
  account: GatewayAccount,
  asked: Pick<AuthoriseRequest, "orderNo" | "money" | "instrument">,
  answer: AuthoriseAnswer,
): PaymentOutcome {
  const { values } = answer;
  const fact = authoriseFact(account, asked, answer);
  if (values.order_no !== asked.orderNo) return unknown("other_order", "The response has another order number.");
  if (!isOurAccount(account, values)) return unknown("other_account", "The response is for another account.");
  const { card, risk, threeDs } = fact;
  const shown = card || risk || threeDs ? { shown: { card, risk, threeDs } } : {};
  if (fact.money && !sameMoney(fact.money, asked.money)) {
    return { ...unknown("other_amount", "The response has another amount or currency."), ...shown };
  }
  if (account.profile.signing.responses === "enforce" && fact.raw.signature !== "matched") {
    return { ...unknown("bad_signature", "The response's signature is invalid."), ...shown };
  }
  if (fact.code === "I0061") return unknown("duplicate_order", "The gateway already has this order number.");
  const reason = { code: fact.code ?? fact.reading, message: fact.message ?? "The gateway gave no reason." };
  switch (fact.reading) {
    case "authorised":
    case "captured":
    case "refunded":
      // A success that does not name amount, currency and transaction proves nothing.
      return fact.money && fact.gatewayPaymentId
        ? { kind: "settled", fact }
        : { ...unknown("incomplete", "The response reports success without amount or transaction."), ...shown };
    case "declined":
      return isConfigurationCode(account.profile, fact.code)
        ? { kind: "not_sent", reason: misconfigured(fact) }
        : { kind: "declined", fact, reason };
    case "pending":
    case "action_required":
    case "unmapped":
    case "not_found":
    case "voided":
    case "voided_or_pending":
      return { kind: "pending", fact, reason };
    case "doubtful":
      return { kind: "unknown", reason, ...shown };
  }
}

function authoriseFact(
  account: GatewayAccount,
  { orderNo, instrument }: Pick<AuthoriseRequest, "orderNo" | "instrument">,
  { values, riskReasons, unreadable }: AuthoriseAnswer,
): PaymentFact {
  const ownEci = instrument.kind === "card" ? (instrument.authentication?.eci ?? null) : null;
  const { code, message } = splitInfo(values.result_info);
  const orderStatus = values.order_status;
  const actionUrl = readActionUrl(values.issuer_url);
  return {
    ...barePayment(
      orderNo,
      readPaymentStatus(account.profile, {
        orderStatus,
        resultInfo: values.result_info,
        issuerUrl: actionUrl ?? undefined,
      }),
    ),
    waitsForCustomer: waitsForCustomer({ orderStatus }),
    gatewayPaymentId: readGatewayId(values.transaction_id),
    money: readMoney(values.amount, values.currency),
    code,
    message,
    card: readCard(values.card),
    risk: readRisk(values.risk_action, values.risk_score, {
      reasons: riskReasons,
      unreadable: isSubscriptionLost(values.recurring_id) ? [...unreadable, "recurring_id"] : unreadable,
    }),
    threeDs: readThreeDs(undefined, values.threeds_result, ownEci),
    actionUrl,
    token: readToken(values.token_id),
    recurring: readSubscriptionStatus(account.profile, orderNo, {
      recurringId: values.recurring_id,
      subscriptionName: values.contract_name,
      period: values.recurring_deduction_period,
      nextCharge: values.recurring_deduction_time,
    }),
    raw: rawOf({
      order_status: orderStatus,
      result_info: values.result_info,
      signature: signatureWord(account, values),
    }),
  };
}

/** The response's recipient, as far as it names one. */
export const isOurAccount = (
  { merchantId, accountId }: Pick<GatewayAccount, "merchantId" | "accountId">,
  { merchant_id, account_id }: { readonly merchant_id?: string | undefined; readonly account_id?: string | undefined },
): boolean => (merchant_id || merchantId) === merchantId && (account_id || accountId) === accountId;

/** Kept with the fact, so that the timeline can show the response's signature result. */
function signatureWord({ profile, signingKeys: keys }: GatewayAccount, values: WireValues): string | undefined {
  if (profile.signing.responses === "off") return undefined;
  return verify(profile.signing, "authoriseResponse", values, { signature: values.encryption_data, keys });
}

interface PaymentItemAnswer {
  readonly status: string;
  readonly values: CaptureAnswerItem | CancelAnswerItem | ReviewAnswerItem;
  readonly success: "captured" | "voided" | "pending";
}

/** One item of a capture, cancel or review answer. 1 with an error text contradicts itself: hold and query. */
export function classifyPaymentItem(
  account: GatewayAccount,
  asked: { readonly orderNo: OrderNo; readonly money: Money },
  { status, values, success }: PaymentItemAnswer,
): PaymentOutcome {
  const money = readMoney(values.amount, values.currency || asked.money.currency);
  if (money && !sameMoney(money, asked.money))
    return unknown("other_amount", "The response has another amount or currency.");
  const text = values.error_message ?? "";
  const info = splitInfo(text);
  const fact: PaymentFact = {
    ...barePayment(asked.orderNo, success),
    gatewayPaymentId: readGatewayId(values.transaction_id),
    code: info.code,
    message: info.message,
    raw: rawOf({ status, error_message: text }),
  };
  if (status === "1")
    return isNoError(text)
      ? { kind: "settled", fact }
      : unknown("contradictory", "The response reports success with an error text.");
  if (info.code !== null && isSuccessCode(info.code))
    return unknown("contradictory", "The response reports a failure with a success code.");
  const reason = {
    code: info.code ?? `status_${status.slice(0, 20)}`,
    message: info.message ?? "The gateway gave no reason.",
  };
  if (isConfigurationCode(account.profile, info.code)) return { kind: "not_sent", reason: misconfigured(info) };
  // An unmapped status is a refusal only with a code beside it.
  const isUnmapped = status !== "0" && info.code === null;
  const isOpen = isUnmapped || isDoubtfulItem(account, info.code);
  return isOpen ? { kind: "unknown", reason } : { kind: "declined", fact: null, reason };
}

/** The decision was accepted, no more: a query shows whether the payment is now authorised, captured or declined. */
export function classifyReviewItem(account: GatewayAccount, asked: ReviewItem, item: ReviewAnswerItem): PaymentOutcome {
  if (item.review_flag && item.review_flag !== reviewFlagOf(account, asked.action))
    return unknown("other_decision", "The response has another decision.");
  return classifyPaymentItem(account, asked, { values: item, status: item.review_status, success: "pending" });
}

/** Does the code of a refused item leave open whether something happened? */
export const isDoubtfulItem = ({ profile }: GatewayAccount, code: string | null): boolean =>
  code !== null && startsWithAny(profile.status.doubtfulItemPrefixes, code);

/** One item of a refund answer: 1 means accepted; the search says later whether the bank did it. */
export function classifyRefundItem(account: GatewayAccount, asked: RefundItem, item: RefundAnswerItem): RefundOutcome {
  const money = readMoney(item.refund_amount, item.currency || asked.refundMoney.currency);
  if (money && !sameMoney(money, asked.refundMoney))
    return unknown("other_amount", "The response has another amount or currency.");
  const echoed = readOperationId(item.refund_reason);
  if (echoed !== null && echoed !== asked.operationId)
    return unknown("other_refund", "The response is for another refund.");
  const { code, message } = splitInfo(item.refund_message);
  const reading = readRefundAnswer(account, item.refund_status, code);
  const fact: RefundFact = {
    ...bareRefund(asked.orderNo, reading),
    gatewayPaymentId: readGatewayId(item.transaction_id),
    money: asked.refundMoney,
    reference: item.refund_reference_id || item.refund_reference || null,
    operationId: asked.operationId,
    code,
    message,
    raw: rawOf({ refund_status: item.refund_status, refund_message: item.refund_message ?? undefined }),
  };
  const reason = {
    code: code ?? `status_${item.refund_status.slice(0, 20)}`,
    message: message ?? "The gateway gave no reason.",
  };
  // "Accepted" beside a code that refuses, and "failed" beside one that does not, contradict themselves.
  const isContradictory = code !== null && isSuccessCode(code) === (reading === "failed");
  if (isContradictory && ["1", "-1"].includes(item.refund_status)) return { kind: "unknown", reason };
  if (reading === "failed" && isConfigurationCode(account.profile, code))
    return { kind: "not_sent", reason: misconfigured({ code, message }) };
  if (reading === "failed")
    return isDoubtfulItem(account, code) ? { kind: "unknown", reason } : { kind: "declined", fact, reason };
  // 0 with a success code: the gateway has it and has not decided.
  const isUndecided = reading === "unmapped" || item.refund_status === "0";
  return isUndecided ? { kind: "pending", fact, reason } : { kind: "settled", fact };
}

/** The answer to a refund knows fewer codes than the search: 1 is accepted, -1 and 0 are read as there. */
function readRefundAnswer({ profile }: GatewayAccount, status: string, code: string | null): RefundReading {
  const isKnown = ["1", "0", "-1"].includes(status) || Object.hasOwn(profile.status.refund, status);
  return isKnown ? readRefundStatus(profile, { status, message: code }) : "unmapped";
}
