import { decimal, hundredths } from "./amount";
import type { Transaction, TransactionState } from "./book";
import type { Answer, Done, Fields, Gateway } from "./context";
import { activeKey, textOf } from "./context";
import { orderStatus } from "./notifier";
import type { Scenario } from "./scenarios";
import { scenarioOf } from "./scenarios";
import { signFields } from "./signature";
import { resultXml } from "./xml";

/**
 * POST /v1/authorise for cards: validates, checks the signature, refuses an order
 * number that has a transaction already, then does what the test card says.
 */
export function authorise(gateway: Gateway, fields: Fields): Done {
  const orderNo = textOf(fields, "order_no");
  const amount = hundredths(fields.amount);
  const isSigned = gateway.signingKeys.some(
    (key) => signFields("authorise", fields, key) === textOf(fields, "encryption_data"),
  );
  const done = (answer: Answer, applied: boolean, delivery?: Done["delivery"]): Done => ({
    answer,
    applied,
    signatureOk: isSigned,
    orderNos: [orderNo],
    ...(delivery && { delivery }),
  });
  if (!isComplete(gateway, fields) || amount === null || amount === 0n) return done(plain(400, "invalid input"), false);
  if (!isSigned) return done(refusal(gateway, fields, "I0013:Signature is wrong"), false);
  const known = gateway.book.find(orderNo);
  if (known && known.state !== "declined" && known.state !== "doubtful") {
    return done(refusal(gateway, fields, "I0061:Duplicate order number"), false);
  }
  const scenario = scenarioOf(textOf(fields, "card"), amount);
  if (scenario.kind === "lost-before") return done(plain(500, ""), false, "drop");
  const transaction = record(gateway, fields, { amount, scenario });
  const isMoney = transaction.state === "authorised" || transaction.state === "captured";
  if (isMoney) gateway.book.effects.authorise += 1;
  gateway.book.add(transaction);
  if (transaction.state !== "doubtful") gateway.notifier.announce(transaction, "payment");
  const answer = result(gateway, transaction);
  if (scenario.kind === "lost-after") return done(answer, true, "drop");
  return scenario.kind === "error-after" ? done(plain(500, "internal error"), true) : done(answer, true);
}

const REQUIRED = ["order_no", "currency", "amount", "card", "expiration_month", "expiration_year", "security_code"];

function isComplete(gateway: Gateway, fields: Fields): boolean {
  return (
    textOf(fields, "merchant_id") === gateway.merchantId &&
    textOf(fields, "account_id") === gateway.accountId &&
    REQUIRED.every((name) => textOf(fields, name) !== "") &&
    textOf(fields, "order_no").length <= 50 &&
    /^[A-Z]{3}$/.test(textOf(fields, "currency")) &&
    /^\d+\.\d{2}$/.test(textOf(fields, "amount"))
  );
}

function record(
  gateway: Gateway,
  fields: Fields,
  { amount, scenario }: { amount: bigint; scenario: Scenario },
): Transaction {
  const at = gateway.now().toISOString();
  const state = stateOf(scenario, gateway.captureMode);
  const card = textOf(fields, "card");
  return {
    transaction_id: gateway.book.nextNumber(),
    order_no: textOf(fields, "order_no"),
    amount: amount.toString(),
    currency: textOf(fields, "currency"),
    card_mask: `${card.slice(0, 6)}******${card.slice(-4)}`,
    notify_url: textOf(fields, "notify_url") || null,
    created_at: at,
    state,
    result_info: infoOf(scenario),
    risk_action: scenario.kind === "review" ? "REVIEW" : "ACCEPT",
    risk_score: scenario.kind === "review" ? "78" : "12",
    captures: state === "captured" ? [{ amount: amount.toString(), at }] : [],
    refunds: [],
    notifications: [],
  };
}

function stateOf(scenario: Scenario, captureMode: Gateway["captureMode"]): TransactionState {
  switch (scenario.kind) {
    case "decline":
      return "declined";
    case "pending":
    case "review":
      return scenario.kind;
    case "doubtful":
      return "doubtful";
    case "unknown-code":
      return "unlisted";
    case "approve":
    case "lost-before":
    case "lost-after":
    case "error-after":
      return captureMode === "automatic" ? "captured" : "authorised";
  }
}

function infoOf(scenario: Scenario): string {
  if (scenario.kind === "decline") return `${scenario.code}:${scenario.text}`;
  if (scenario.kind === "pending" || scenario.kind === "review") return "T0002:Pending";
  if (scenario.kind === "doubtful") return "S0001:System error";
  return scenario.kind === "unknown-code" ? "9876:Something new" : "0000:Success";
}

const plain = (status: number, body: string): Answer => ({ status, contentType: "text/plain", body });

const xml = (values: Readonly<Record<string, string | undefined>>): Answer => ({
  status: 200,
  contentType: "application/xml",
  body: resultXml(values),
});

function refusal(gateway: Gateway, fields: Fields, resultInfo: string): Answer {
  const values = {
    merchant_id: gateway.merchantId,
    account_id: gateway.accountId,
    order_no: textOf(fields, "order_no"),
    amount: textOf(fields, "amount"),
    currency: textOf(fields, "currency"),
    transaction_id: "",
    order_status: "0",
    result_info: resultInfo,
  };
  return xml({ ...values, encryption_data: signFields("result", values, activeKey(gateway)) });
}

function result(gateway: Gateway, transaction: Transaction): Answer {
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
    connector: "sandbox",
    risk_action: transaction.risk_action,
    risk_score: transaction.risk_score,
  };
  return xml({ ...values, encryption_data: signFields("result", values, activeKey(gateway)) });
}
