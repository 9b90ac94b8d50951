import { z } from "@medusajs/framework/zod";
import type { GatewayAccount } from "../model/account";
import { toPayoutWire } from "../model/payout-money";
import type { PayoutRequest } from "../model/payout-request";
import { sign } from "../signing/signing";
import { strictText, informational, placesOf, readAnswer } from "./wire-values";

/** What is empty is left out. Throws `MoneyError` for an amount that the wire cannot carry in the set unit. */
export const payout = { path: "/v1/payout" } as const;

export function payoutBody(account: GatewayAccount, request: PayoutRequest): Readonly<Record<string, unknown>> {
  const { merchantId, accountId, signingKeys, profile } = account;
  const { beneficiary } = request;
  const signed = {
    merchant_id: merchantId,
    account_id: accountId,
    request_id: request.requestId,
    payment_currency: request.money.currency,
    payment_amount: toPayoutWire(request.money, account),
  };
  const { person_documents: documents, ...party } = beneficiary;
  const rest = {
    beneficiary: { ...party, person_documents: documents.map((document) => ({ ...document })) },
    beneficiary_id: request.beneficiaryId,
    client_data: request.clientData,
    fee_paid_by: request.feePaidBy,
    payer: request.payer,
    payment_date: request.paymentDate,
    payment_method: request.method,
    reason: request.reason,
    reference: request.reference,
    source_amount: request.sourceMoney === null ? null : toPayoutWire(request.sourceMoney, account),
    source_currency: request.sourceCurrency ?? request.sourceMoney?.currency ?? null,
    swift_charge_option: request.swiftChargeOption,
    fund_source: request.fundSource,
    notify_url: request.notifyUrl,
  };
  const filled = Object.entries(rest).flatMap(([name, value]) => {
    const kept = withoutEmpty(value);
    return kept === undefined ? [] : [[name, kept] as const];
  });
  return {
    ...signed,
    ...Object.fromEntries(filled),
    encryption_data: sign(profile.signing, "payout", signed, signingKeys[0] ?? ""),
  };
}

/** Undefined for what holds nothing: an empty text, null, and whatever has only such parts. */
function withoutEmpty(value: unknown): unknown {
  if (value === null || value === undefined || value === "") return undefined;
  if (Array.isArray(value)) {
    const items = value.map(withoutEmpty).filter((item) => item !== undefined);
    return items.length > 0 ? items : undefined;
  }
  if (typeof value !== "object") return value;
  const parts = Object.entries(value).flatMap(([name, part]) => {
    const kept = withoutEmpty(part);
    return kept === undefined ? [] : [[name, kept] as const];
  });
  return parts.length > 0 ? Object.fromEntries(parts) : undefined;
}

const value = strictText.transform((text) => text || null);
const shown = informational.transform((text) => text || null);

/** Only the fields that are read: the rest of the echo is bank data. */
export const WirePayoutAnswer = z.object({
  merchant_id: value,
  account_id: value,
  request_id: value,
  status: value,
  payment_amount: value,
  payment_currency: value,
  transaction_id: value,
  short_reference_id: shown,
  fee_amount: shown,
  fee_currency: shown,
  amount_payer_pays: shown,
  amount_beneficiary_receives: shown,
  failure_reason: shown,
  failure_type: shown,
  created_at: shown,
  last_updated_at: shown,
  encryption_data: shown,
});
export type WirePayoutAnswer = z.infer<typeof WirePayoutAnswer>;

const NO_PLACES = placesOf({});

export const readPayoutAnswer = (body: unknown): WirePayoutAnswer => readAnswer(WirePayoutAnswer, body, NO_PLACES);
