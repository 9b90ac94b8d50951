import { decimal } from "./amount";
import type { Answer, Fields, Gateway } from "../context";
import { activeKey, textOf } from "../context";
import { signFields } from "../notifications/signature";
import { recurringFields } from "../subscriptions/subscription-wire";
import type { Transaction } from "./transaction";
import type { RiskReason } from "../http/xml";
import { resultXml } from "../http/xml";
import { orderStatus } from "./wire-status";

const xml = (values: Readonly<Record<string, string>>, reasons: readonly RiskReason[] = []): Answer => ({
  status: 200,
  contentType: "application/xml",
  body: resultXml(values, reasons),
});

function signedXml(
  gateway: Gateway,
  values: Readonly<Record<string, string>>,
  reasons: readonly RiskReason[] = [],
): Answer {
  return xml({ ...values, encryption_data: signFields("result", values, activeKey(gateway)) }, reasons);
}

export const refusalAnswer = (gateway: Gateway, fields: Fields, resultInfo: string): Answer =>
  signedXml(gateway, {
    merchant_id: gateway.merchantId,
    account_id: gateway.accountId,
    order_no: textOf(fields, "order_no"),
    amount: textOf(fields, "amount"),
    currency: textOf(fields, "currency"),
    transaction_id: "",
    order_status: "0",
    result_info: resultInfo,
  });

/** 3-D Secure and alternative methods: no status and no transaction number. */
export const redirectAnswer = (gateway: Gateway, transaction: Transaction): Answer =>
  xml({
    merchant_id: gateway.merchantId,
    account_id: gateway.accountId,
    order_no: transaction.order_no,
    amount: decimal(BigInt(transaction.amount)),
    currency: transaction.currency,
    issuer_url: pageAddress(gateway, transaction) ?? "",
  });

export const pageAddress = (
  gateway: Gateway,
  { mode, page_id: pageId }: Pick<Transaction, "mode" | "page_id">,
): string | null =>
  pageId === null ? null : `${gateway.publicUrl}/sandbox/${mode === "apm" ? "issuer" : "challenge"}/${pageId}`;

export function resultAnswer(gateway: Gateway, transaction: Transaction, note: string): Answer {
  const values = {
    merchant_id: gateway.merchantId,
    account_id: gateway.accountId,
    order_no: transaction.order_no,
    amount: decimal(BigInt(transaction.amount)),
    currency: transaction.currency,
    transaction_id: transaction.transaction_id,
    card: transaction.card_mask,
    order_status: orderStatus(transaction),
    result_info: transaction.result_info,
    ...recurringFields(gateway.book.subscription(transaction.recurring_id)),
    note,
    token_id: transaction.token_id,
    connector: "sandbox",
    threeds_result: transaction.threeds_result,
    risk_action: transaction.risk_action,
    risk_score: transaction.risk_score,
  };
  return signedXml(gateway, values, [{ name: "velocity", status: transaction.risk_action }]);
}
