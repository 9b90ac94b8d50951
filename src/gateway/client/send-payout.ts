import { isOurAccount, orUnknown, unknown } from "../reading/classify-response";
import { encodeBody } from "../codec/body";
import { readJson } from "../codec/json";
import type { PayoutFact } from "../model/facts";
import { sameMoney } from "../model/money";
import type { WirePayoutAnswer } from "../operations/payout";
import { payout, payoutBody, readPayoutAnswer } from "../operations/payout";
import type { GatewayAccount } from "../model/account";
import type { PayoutOutcome } from "../model/outcome";
import type { PayoutRequest } from "../model/payout-request";
import { payoutFact } from "../reading/payout-status-reader";
import type { TransportContext } from "./transport-outcomes";
import { badStatus, built, unanswered } from "./transport-outcomes";
import { verify } from "../signing/signing";

/** No query can resolve a payout: only a response about this payout, amount and currency proves a result. */
export async function sendPayout(
  { account, transport, maySend }: TransportContext,
  request: PayoutRequest,
): Promise<PayoutOutcome> {
  const { encoding, timeouts } = account.profile;
  const body = built(() => payoutBody(account, request));
  if ("kind" in body) return body;
  const result = await transport.post({
    path: payout.path,
    ...encodeBody(encoding.payout, body.value),
    timeoutMs: timeouts.otherMs,
    maySend,
  });
  if (result.kind !== "answered") return unanswered(result);
  if (result.status !== 200) return badStatus(account.profile, result);
  return orUnknown(() => classifyPayout(account, request, readPayoutAnswer(readJson(result.body))));
}

type Asked = Pick<PayoutRequest, "requestId" | "money">;

/** Throws for unreadable content. */
function classifyPayout(account: GatewayAccount, asked: Asked, answer: WirePayoutAnswer): PayoutOutcome {
  const whose = { merchant_id: answer.merchant_id ?? "", account_id: answer.account_id ?? "" };
  if (!isOurAccount(account, whose)) return unknown("other_account", "The response is for another account.");
  if (answer.request_id !== null && answer.request_id.toLowerCase() !== asked.requestId)
    return unknown("other_payout", "The response is for another payout.");
  const fact = factOf(account, asked, answer);
  if (answer.payment_currency !== null && answer.payment_currency.toUpperCase() !== asked.money.currency)
    return unknown("other_amount", "The response has another currency.");
  if (fact.money && !sameMoney(fact.money, asked.money))
    return unknown("other_amount", "The response has another amount or currency.");
  if (!isSignedAsDemanded(account, answer)) return unknown("bad_signature", "The response's signature is invalid.");
  if (fact.status === "") return unknown("incomplete", "The response has no status.");
  return outcomeOf(fact);
}

function outcomeOf(fact: PayoutFact): PayoutOutcome {
  const reason = {
    code: `status_${fact.status.slice(0, 30)}`,
    message: fact.failureReason ?? "The gateway gave no reason.",
  };
  switch (fact.reading) {
    case "paid":
      return fact.money ? { kind: "settled", fact } : withoutMoney;
    case "pending":
    case "held":
    case "unmapped":
      return { kind: "pending", fact, reason };
    case "failed":
    case "cancelled":
      return fact.money ? { kind: "declined", fact, reason } : withoutMoney;
  }
}

const withoutMoney = unknown("incomplete", "The response has a final status without amount and currency.");

const factOf = (account: GatewayAccount, asked: Asked, answer: WirePayoutAnswer): PayoutFact =>
  payoutFact(account, {
    requestId: answer.request_id ?? asked.requestId,
    status: answer.status ?? "",
    amount: answer.payment_amount,
    currency: answer.payment_currency,
    transactionId: answer.transaction_id,
    shortReference: answer.short_reference_id,
    feeAmount: answer.fee_amount,
    feeCurrency: answer.fee_currency,
    payerPays: answer.amount_payer_pays,
    beneficiaryReceives: answer.amount_beneficiary_receives,
    failureReason: answer.failure_reason,
    failureType: answer.failure_type,
    createdAt: answer.created_at,
    updatedAt: answer.last_updated_at,
  });

/** Under `enforce` alone. */
function isSignedAsDemanded({ profile, signingKeys: keys }: GatewayAccount, answer: WirePayoutAnswer): boolean {
  if (profile.signing.responses !== "enforce") return true;
  const values = {
    merchant_id: answer.merchant_id ?? "",
    account_id: answer.account_id ?? "",
    transaction_id: answer.transaction_id ?? "",
    request_id: answer.request_id ?? "",
    payment_currency: answer.payment_currency ?? "",
    payment_amount: answer.payment_amount ?? "",
    status: answer.status ?? "",
  };
  const given = { signature: answer.encryption_data ?? undefined, keys };
  return verify(profile.signing, "payoutResponse", values, given) === "matched";
}
