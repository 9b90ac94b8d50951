import { decimal, hundredths } from "./amount";
import { authoriseProblem } from "./authorise-request";
import type { Transaction, TransactionState } from "./book";
import { maskOf, withoutCard } from "./card-data";
import type { Answer, Done, Fields, Gateway } from "./context";
import { activeKey, textOf } from "./context";
import { approvedState } from "./decisions";
import type { Scenario } from "./scenarios";
import { isExpired, scenarioOf } from "./scenarios";
import { isSignedBy, signFields } from "./signature";
import type { RiskReason } from "./xml";
import { resultXml } from "./xml";
import { orderStatus } from "./wire-status";

/**
 * POST /v1/authorise for cards: validates, checks the signature, refuses an order
 * number that has a transaction already, then does what the test card says. It keeps
 * the card's mask and nothing else of the card.
 */
export function authorise(gateway: Gateway, fields: Fields): Done {
  const orderNo = textOf(fields, "order_no");
  const signed = (key: string): string => signFields("authorise", fields, key);
  const isSigned = isSignedBy(gateway.signingKeys, signed, fields.encryption_data);
  const done = (answer: Answer, applied: boolean, delivery: Done["delivery"] = "answer"): Done => ({
    answer,
    applied,
    delivery,
    signatureOk: isSigned,
    orderNos: [orderNo],
  });
  const problem = authoriseProblem(gateway, fields);
  if (problem) return done(plain(problem.status, problem.text), false);
  if (!isSigned) return done(refusal(gateway, fields, "I0013:Signature is wrong"), false);
  const known = gateway.book.find(orderNo);
  if (known && known.state !== "declined" && known.state !== "doubtful") {
    return done(refusal(gateway, fields, "I0061:Duplicate order number"), false);
  }
  const scenario = scenarioFor(gateway, fields);
  if (scenario.kind === "lost-before") return done(plain(500, ""), false, "drop");
  const transaction = record(gateway, fields, scenario);
  const isMoney = transaction.state === "authorised" || transaction.state === "captured";
  if (isMoney) gateway.book.effects.authorise += 1;
  gateway.book.add(transaction);
  if (transaction.state !== "doubtful") gateway.notifier.announce(transaction, { kind: "payment" });
  const answer = result(gateway, transaction, textOf(fields, "note"));
  if (scenario.kind === "lost-after") return done(answer, true, "drop");
  return scenario.kind === "error-after" ? done(plain(500, "internal error"), true) : done(answer, true);
}

function scenarioFor(gateway: Gateway, fields: Fields): Scenario {
  const scenario = scenarioOf(textOf(fields, "card"), hundredths(fields.amount) ?? 0n);
  const expiry = `${textOf(fields, "expiration_year")}-${textOf(fields, "expiration_month")}`;
  return scenario.kind === "approve" && isExpired(expiry, gateway.now())
    ? { kind: "decline", code: "0054", text: "Expired card" }
    : scenario;
}

const ECHOED = /^(shopper_email|shopper_phone|delivery_\w+)$/;

function record(gateway: Gateway, fields: Fields, scenario: Scenario): Transaction {
  const at = gateway.now().toISOString();
  const state = stateOf(scenario, gateway);
  const amount = (hundredths(fields.amount) ?? 0n).toString();
  const clean = withoutCard(fields);
  return {
    transaction_id: gateway.book.nextNumber(),
    order_no: textOf(fields, "order_no"),
    amount,
    currency: textOf(fields, "currency"),
    card_mask: maskOf(textOf(fields, "card")),
    notify_url: textOf(fields, "notify_url") || null,
    created_at: at,
    echo: Object.fromEntries(
      Object.keys(clean)
        .filter((name) => ECHOED.test(name))
        .map((name) => [name, textOf(clean, name)]),
    ),
    state,
    result_info: infoOf(scenario),
    risk_action: riskActionOf(scenario),
    risk_score: scenario.kind === "review" ? "78" : "12",
    captures: state === "captured" ? [{ amount, at }] : [],
    refunds: [],
    notifications: [],
  };
}

function stateOf(scenario: Scenario, gateway: Gateway): TransactionState {
  switch (scenario.kind) {
    case "decline":
      return "declined";
    case "pending":
    case "review":
    case "doubtful":
      return scenario.kind;
    case "unknown-code":
      return "unlisted";
    case "approve":
    case "lost-before":
    case "lost-after":
    case "error-after":
      return approvedState(gateway);
  }
}

function infoOf(scenario: Scenario): string {
  if (scenario.kind === "decline") return `${scenario.code}:${scenario.text}`;
  if (scenario.kind === "pending" || scenario.kind === "review") return "T0002:Pending";
  if (scenario.kind === "doubtful") return "S0001:System error";
  return scenario.kind === "unknown-code" ? "9876:Something new" : "0000:Success";
}

function riskActionOf(scenario: Scenario): string {
  if (scenario.kind === "review") return "REVIEW";
  return scenario.kind === "decline" && scenario.code.startsWith("R") ? "REJECT" : "ACCEPT";
}

const plain = (status: number, body: string): Answer => ({ status, contentType: "text/plain", body });

const signedXml = (
  gateway: Gateway,
  values: Readonly<Record<string, string>>,
  reasons: readonly RiskReason[],
): Answer => {
  const signature = signFields("result", values, activeKey(gateway));
  return {
    status: 200,
    contentType: "application/xml",
    body: resultXml({ ...values, encryption_data: signature }, reasons),
  };
};

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
  return signedXml(gateway, values, []);
}

function result(gateway: Gateway, transaction: Transaction, note: string): Answer {
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
    contract_name: "",
    recurring_id: "",
    recurring_deduction_period: "",
    recurring_deduction_time: "",
    note,
    token_id: "",
    connector: "sandbox",
    threeds_result: "",
    risk_action: transaction.risk_action,
    risk_score: transaction.risk_score,
  };
  return signedXml(gateway, values, [{ name: "velocity", status: transaction.risk_action }]);
}
