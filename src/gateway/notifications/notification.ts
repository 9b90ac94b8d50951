/*
 * Reads a notification's bytes as one fact and its signature result. Form, JSON, XML, or XML in one form field. Pure:
 * it stores and trusts nothing.
 *
 * Field names. Options (`profile.notify.fields`, read with `pick`): the signed fields, the signature, the kind, and the
 * fields of saved cards, 3-D Secure results, subscriptions, payouts and disputes, since the interface does not state
 * their names in notifications. Read literally: merchant_id and account_id, and the fields that add detail
 * (`detail("…")`) under their names in responses and queries (payment_status, issuer_url, card, is3ds, risk_*,
 * refund_*). A new field gets an option unless its name in notifications is documented. Whitespace around a value means
 * nothing; the signature is over the value as it was sent. What is not read may have any form.
 */

import { readCard } from "../reading/masked-card";
import { readMessage, spellingOf } from "../codec/message";
import { disputeFact } from "./dispute-notification";
import { CodecError } from "../model/errors";
import type { Fact, PaymentFact, RecurringFact } from "../model/facts";
import type { GatewayPaymentId, OrderNo } from "../model/ids";
import { createOrderNo } from "../model/ids";
import type { Money } from "../model/money";
import { exponentOf, MoneyError } from "../model/money";
import {
  barePayment,
  bareRefund,
  listedWord,
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
  waitsForCustomer,
} from "../reading/normalize";
import type { GatewayAccount } from "../model/account";
import type { ParsedPayout } from "./payout-notification";
import { isAboutPayout, readPayoutNotification } from "./payout-notification";
import { readSubscriptionStatus } from "../reading/read-subscription-status";
import type { SignatureCheck } from "../signing/signing";
import { signedText, verify } from "../signing/signing";

export type NotificationKind = "payment" | "capture" | "void" | "refund" | "dispute" | "review" | "payout" | "unknown";

export interface ParsedNotification {
  readonly kind: "payment";
  readonly orderNo: OrderNo;
  readonly fact: Fact;
  /** The signed fields' result; null if they do not describe a payment. The other fields prove nothing. */
  readonly signedFact: PaymentFact | null;
  readonly signature: SignatureCheck;
  /** The claimed subject; a hint. */
  readonly kindHint: NotificationKind;
  readonly money: Money | null;
  readonly gatewayPaymentId: GatewayPaymentId | null;
  /** The named subscription; not covered by the signature, so only a hint. */
  readonly recurring: RecurringFact | null;
  /** The token of a saved card in any message: it is removed before the bytes are stored. */
  readonly token: string | null;
}

export interface NotificationBytes {
  readonly account: GatewayAccount;
  readonly contentType: string | null;
  readonly body: Buffer;
}

export function parseNotification(
  bytes: NotificationBytes,
): ParsedNotification | ParsedPayout | { readonly kind: "unreadable"; readonly reason: string } {
  try {
    const tree = readTree(bytes);
    return isAboutPayout(bytes.account, tree)
      ? readPayoutNotification(bytes.account, tree)
      : parse(bytes.account, tree);
  } catch (error) {
    if (error instanceof CodecError || error instanceof MoneyError || error instanceof TypeError) {
      return { kind: "unreadable", reason: error.message };
    }
    throw error;
  }
}

type Tree = Readonly<Record<string, unknown>>;

function readTree({ contentType, body }: NotificationBytes): Tree {
  if (body.byteLength === 0) throw new CodecError("The body is empty.");
  if (contentType !== null && /json|xml/i.test(contentType) && spellingOf(body) === "form")
    throw new CodecError("The body does not match its content type.");
  return readMessage(body);
}

/** The flat text of a field that is read; nested parts are left out, since no fact is read from them. */
function textOf(tree: Tree, name: string): string {
  const value = Object.hasOwn(tree, name) ? tree[name] : "";
  if (typeof value === "boolean") throw new CodecError(`The field ${name} is not text.`);
  if (Array.isArray(value)) throw new CodecError(`The field ${name} occurs more than once.`);
  return typeof value === "string" ? value : "";
}

/** The value of a field that may have any of these names; undefined if it is empty or none is there. */
function valueOf(tree: Tree, aliases: readonly string[]): string | undefined {
  const [found, ...others] = aliases.map((name) => textOf(tree, name)).filter((text) => text !== "");
  if (others.some((other) => other !== found)) throw new CodecError("Two names of one field have different values.");
  return found;
}

type ReadField = (aliases: readonly string[]) => string | undefined;

function signedValues({ profile, merchantId, accountId }: GatewayAccount, pick: ReadField) {
  const names = profile.notify.fields;
  return {
    merchant_id: pick(["merchant_id"]) || merchantId,
    account_id: pick(["account_id"]) || accountId,
    transaction_id: pick(names.gatewayPaymentId) ?? "",
    order_no: pick(names.orderNo) ?? "",
    currency: pick(names.currency) ?? "",
    amount: pick(names.amount) ?? "",
    order_status: pick(names.orderStatus) ?? "",
    result_info: pick(names.resultInfo) ?? "",
  };
}

function parse(account: GatewayAccount, tree: Tree): ParsedNotification {
  const { profile } = account;
  const names = profile.notify.fields;
  const asSent: ReadField = (aliases) => valueOf(tree, aliases);
  const pick: ReadField = (aliases) => asSent(aliases)?.trim();
  const signed = signedValues(account, pick);
  if (signed.merchant_id !== account.merchantId || signed.account_id !== account.accountId) {
    throw new CodecError("The notification is for another merchant account.");
  }
  const orderNo = createOrderNo(signed.order_no);
  const kindHint = kindOf(account, pick(names.kind));
  const money = readMoney(signed.amount, signed.currency);
  const given = { signature: pick(names.signature), keys: account.signingKeys };
  const gatewayPaymentId = readGatewayId(signed.transaction_id);
  const card = { token: readToken(pick(names.token)), threedsResult: pick(names.threedsResult) };
  const dispute = {
    status: pick(names.disputeStatus),
    amount: pick(names.disputeAmount),
    reason: pick(names.disputeReason),
    reference: pick(names.disputeReference),
    dueDate: pick(names.disputeDueDate),
  };
  const recurring = readSubscriptionStatus(profile, orderNo, {
    recurringId: pick(names.recurringId),
    subscriptionName: pick(names.subscriptionName),
    period: pick(names.recurringPeriod),
    nextCharge: pick(names.recurringTime),
  });
  const base = { orderNo, signed, detail: (name: string) => pick([name]), card, recurring };
  return {
    kind: "payment",
    orderNo,
    fact:
      kindHint === "refund"
        ? refundFact(account, base)
        : kindHint === "dispute"
          ? disputeFact(account, { orderNo, signed, dispute })
          : paymentFact(account, base, { kindHint, money }),
    signedFact: signedFact(account, base, { kindHint, money }),
    signature: hasExactDecimals(account, money, signed.amount)
      ? verify(profile.signing, "notification", signedValues(account, asSent), given)
      : "mismatched",
    kindHint,
    money,
    gatewayPaymentId,
    recurring,
    token: card.token,
  };
}

/**
 * The signed values are concatenated without separators. Digits of the status or the text could be moved to the amount
 * as further decimals, and a decline would then verify as a success.
 */
function hasExactDecimals({ profile }: GatewayAccount, money: Money | null, amount: string): boolean {
  if (money === null || !amount.includes(".")) return true;
  const decimals = profile.money.decimals === "two" ? 2 : exponentOf(money.currency);
  return amount.length - amount.indexOf(".") - 1 === decimals;
}

function kindOf(account: GatewayAccount, value: string | undefined): NotificationKind {
  if (value === undefined || value === "") return "payment";
  return listedWord(account.profile.notify.kinds, value) ?? "unknown";
}

interface Base {
  readonly orderNo: OrderNo;
  readonly signed: Readonly<Record<string, string>>;
  readonly detail: (name: string) => string | undefined;
  readonly card: { readonly token: string | null; readonly threedsResult: string | undefined };
  readonly recurring: RecurringFact | null;
}

function paymentFact(
  account: GatewayAccount,
  { orderNo, signed, detail, card, recurring }: Base,
  { kindHint, money }: { kindHint: NotificationKind; money: Money | null },
): PaymentFact {
  const { code, message } = splitInfo(signed.result_info);
  const orderStatus = signed.order_status || undefined;
  const paymentStatus = detail("payment_status");
  const actionUrl = readActionUrl(detail("issuer_url"));
  const status = { orderStatus, paymentStatus, resultInfo: signed.result_info, issuerUrl: actionUrl ?? undefined };
  const reading = readPaymentStatus(account.profile, status);
  // A void has no code of its own: the notification's kind and a success identify it.
  const isVoid = kindHint === "void" && orderStatus === "1";
  const isCapture = kindHint === "capture" && reading === "authorised";
  return {
    ...barePayment(orderNo, isVoid ? "voided" : isCapture ? "captured" : reading),
    waitsForCustomer: waitsForCustomer(status),
    gatewayPaymentId: readGatewayId(signed.transaction_id),
    money: kindHint === "payment" ? money : null,
    code,
    message,
    card: readCard(detail("card")),
    risk: readRisk(detail("risk_action"), detail("risk_score"), { reasons: [] }),
    threeDs: readThreeDs(detail("is3ds"), card.threedsResult),
    actionUrl,
    token: card.token,
    recurring,
    raw: rawOf({ order_status: orderStatus, payment_status: paymentStatus, result_info: signed.result_info }),
  };
}

/** An authorisation or a decline, from order_status and result_info, with amount and currency. */
function signedFact(
  account: GatewayAccount,
  { orderNo, signed }: Base,
  { kindHint, money }: { kindHint: NotificationKind; money: Money | null },
): PaymentFact | null {
  if (kindHint !== "payment" || money === null || !signed.order_status) return null;
  // Whitespace inside a code would hide it, and a contradiction to the status with it.
  const covered = (value = ""): string => signedText(value, account.profile.signing);
  const status = { orderStatus: covered(signed.order_status), resultInfo: covered(signed.result_info) };
  return {
    ...barePayment(orderNo, readPaymentStatus(account.profile, status)),
    waitsForCustomer: waitsForCustomer(status),
    gatewayPaymentId: readGatewayId(signed.transaction_id),
    money,
    code: splitInfo(status.resultInfo).code,
    message: splitInfo(signed.result_info).message,
    raw: rawOf({ order_status: signed.order_status, result_info: signed.result_info }),
  };
}

function refundFact(account: GatewayAccount, { orderNo, signed, detail }: Base): Fact {
  const status = detail("refund_status");
  const processingDate = detail("refund_processing_date");
  const message = detail("refund_message");
  return {
    ...bareRefund(orderNo, readRefundStatus(account.profile, { status, processingDate, message })),
    gatewayPaymentId: readGatewayId(signed.transaction_id),
    money: readMoney(detail("refund_amount"), signed.currency),
    reference: detail("refund_reference_id") || detail("refund_reference") || null,
    operationId: readOperationId(detail("refund_reason")),
    ...splitInfo(message),
    raw: rawOf({ refund_status: status, refund_processing_date: processingDate }),
  };
}
