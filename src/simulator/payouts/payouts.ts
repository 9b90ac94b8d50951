import type { Done, Fields, Gateway } from "../context";
import { activeKey, isFields, json, plain, textOf, webAddress } from "../context";
import type { Payout, PayoutStep } from "./payout";
import { minorOf, quote } from "./payout-money";
import type { PayoutScenario } from "./payout-scenarios";
import { payoutScenarioOf } from "./payout-scenarios";
import { takeStep } from "./payout-steps";
import { payoutResult } from "./payout-wire";
import { isSignedBy, signFields } from "../notifications/signature";

/** The same request again returns its current state, a different one with the same request_id is refused. */
export function payout(gateway: Gateway, fields: Fields): Done {
  const { encryption_data: signature, ...request } = fields;
  const requestId = textOf(fields, "request_id");
  const done = { applied: false, signatureOk: true, orderNos: [requestId] };
  if (fields.merchant_id !== gateway.merchantId || fields.account_id !== gateway.accountId)
    return { ...done, answer: plain(404, "record not found") };
  const sign = (key: string): string => signFields("payout", fields, key);
  if (!isSignedBy(gateway.signingKeys, sign, signature))
    return { ...done, signatureOk: false, answer: refusal(gateway, request, "I0013:Signature is wrong") };
  const known = gateway.book.payout(requestId);
  if (known) return { ...done, ...again(gateway, known, request) };
  const asked = readRequest(gateway, request);
  if ("wrong" in asked) return { ...done, answer: plain(400, `invalid input: ${asked.wrong}`) };
  return { ...done, ...make(gateway, asked) };
}

type Outcome = Pick<Done, "answer" | "applied" | "delivery">;

/** An already used id must not look like an answer to this request. */
function again(gateway: Gateway, known: Payout, request: Fields): Outcome {
  if (canonical(known.request) !== canonical(request))
    return { applied: false, answer: plain(409, "request_id belongs to another payout") };
  known.requests += 1;
  gateway.book.save();
  return { applied: false, answer: json(payoutResult(gateway, known)) };
}

interface Asked {
  readonly payout: Payout;
  readonly scenario: PayoutScenario;
}

function make(gateway: Gateway, { payout: made, scenario }: Asked): Outcome {
  if (scenario.answer === "lost-before") return { applied: false, delivery: "drop", answer: plain(500, "") };
  gateway.book.addPayout(made);
  takeStep(gateway, made, "api");
  const answer = json(payoutResult(gateway, made));
  if (scenario.answer === undefined) return { applied: true, answer };
  return { applied: true, answer, delivery: scenario.answer === "lost-after" ? "drop" : "error" };
}

const REQUEST_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

function readRequest(gateway: Gateway, request: Fields): Asked | { readonly wrong: string } {
  const { beneficiary } = request;
  const currency = textOf(request, "payment_currency");
  const amount = minorOf(request.payment_amount, currency, gateway.payouts.amountUnit);
  if (!REQUEST_ID.test(textOf(request, "request_id"))) return { wrong: "request_id" };
  if (!/^[A-Z]{3}$/.test(currency)) return { wrong: "payment_currency" };
  if (amount === null) return { wrong: "payment_amount" };
  if (!isFields(beneficiary)) return { wrong: "beneficiary" };
  const payerCurrency = textOf(request, "source_currency") || currency;
  const isPayersFee = textOf(request, "fee_paid_by") !== "BENEFICIARY";
  const quoted = quote({ amount, currency, payerCurrency, isPayersFee });
  if (!quoted) return { wrong: "source_currency" };
  const bank = isFields(beneficiary.bank_details) ? beneficiary.bank_details : {};
  const scenario = payoutScenarioOf([textOf(request, "reference"), textOf(bank, "account_name")]);
  const now = gateway.now().toISOString();
  const number = gateway.book.nextNumber();
  return {
    scenario,
    payout: {
      ...quoted,
      request_id: textOf(request, "request_id"),
      transaction_id: number,
      short_reference_id: `P${number.slice(-8)}`,
      payer_id: `PAYER${gateway.accountId}`,
      beneficiary_id: `BEN${number}`,
      amount: amount.toString(),
      currency,
      request,
      created_at: now,
      notify_url: webAddress(textOf(request, "notify_url")),
      status: "",
      changed_at: now,
      failure_reason: "",
      failure_type: "",
      ahead: scenario.steps.map((step) => named(step, textOf(bank, "iban") || textOf(bank, "account_number"))),
      next_at: null,
      history: [],
      requests: 1,
      notifications: [],
    },
  };
}

const named = (step: PayoutStep, account: string): PayoutStep => ({
  ...step,
  ...(step.failure_reason ? { failure_reason: step.failure_reason.replace("{account}", account) } : {}),
});

function refusal(gateway: Gateway, request: Fields, failure_reason: string): Done["answer"] {
  const fields = {
    ...request,
    transaction_id: "",
    status: "REJECTED",
    failure_reason,
    failure_type: "INVALID_REQUEST",
  };
  return json({ ...fields, encryption_data: signFields("payout", fields, activeKey(gateway)) });
}

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (!isFields(value)) return JSON.stringify(value) ?? "null";
  const names = Object.keys(value).sort();
  return `{${names.map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`).join()}}`;
}
