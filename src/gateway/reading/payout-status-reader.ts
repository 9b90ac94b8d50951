/* Only the status decides: completed payouts may have a failure reason too. Bank data is removed from texts. */

import type { PayoutFact, PayoutReading } from "../model/facts";
import { readPayoutMoney } from "../model/payout-money";
import type { GatewayAccount } from "../model/account";
import { payoutStatuses } from "../model/payout-profile";
import { listedWord } from "./normalize";
import { safeText } from "../redaction/redact";

export interface PayoutValues {
  readonly requestId: string | null;
  readonly status: string;
  readonly amount: string | null;
  readonly currency: string | null;
  readonly transactionId: string | null;
  readonly shortReference: string | null;
  readonly feeAmount: string | null;
  readonly feeCurrency: string | null;
  readonly payerPays: string | null;
  readonly beneficiaryReceives: string | null;
  readonly failureReason: string | null;
  readonly failureType: string | null;
  readonly createdAt: string | null;
  readonly updatedAt: string | null;
}

/** Our request IDs have small letters. Throws `MoneyError` for an amount that is not plain in the account's unit. */
export function payoutFact(account: GatewayAccount, values: PayoutValues): PayoutFact {
  const fee = figure(values.feeAmount);
  return {
    kind: "payout",
    requestId: values.requestId?.toLowerCase() ?? null,
    reading: payoutReading(account, values.status),
    status: safeText(values.status, 50),
    money: readPayoutMoney(values.amount, values.currency, account),
    transactionId: identifier(values.transactionId),
    shortReference: identifier(values.shortReference),
    fee: fee === null ? null : { amount: fee, currency: /^[A-Za-z]{3}$/.exec(values.feeCurrency ?? "")?.[0] ?? null },
    payerPays: figure(values.payerPays),
    beneficiaryReceives: figure(values.beneficiaryReceives),
    failureReason: words(values.failureReason, 500),
    failureType: words(values.failureType, 100),
    gatewayCreatedAt: momentOf(values.createdAt),
    gatewayUpdatedAt: momentOf(values.updatedAt),
  };
}

/** The profile's own word goes before ours. */
function payoutReading({ profile }: GatewayAccount, status: string): PayoutReading {
  return listedWord(profile.payout.statuses, status) ?? listedWord(payoutStatuses, status) ?? "unmapped";
}

const words = (text: string | null, longest: number): string | null =>
  text === null ? null : redactAccounts(safeText(text)).slice(0, longest) || null;

/** The gateway's numbers are printable and without spaces. */
const identifier = (text: string | null): string | null => (text && /^[\x21-\x7e]{1,100}$/.test(text) ? text : null);

const figure = (text: string | null): string | null => (text && /^-?\d{1,15}(\.\d{1,10})?$/.test(text) ? text : null);

/** An IBAN, or seven digits and more, with or without spaces between them. */
const ACCOUNT = /\b[A-Z]{2}\d{2}(?:[ -]?[A-Z0-9]){10,30}\b|\d(?:[ -]?\d){6,}/g;

/** The gateway's texts may name the account that they are about: its last four characters tell a person enough. */
export const redactAccounts = (text: string): string =>
  text.replace(ACCOUNT, (account) => `•••• ${account.replace(/[ -]/g, "").slice(-4)}`);

const MOMENT = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?)(Z|[+-]\d\d):?(\d\d)?$/;

/** `2026-11-22T10:00:00+0000` to ISO 8601 in UTC; null for anything that names no moment. */
export function momentOf(text: string | null): string | null {
  const match = MOMENT.exec(text ?? "");
  if (!match) return null;
  const [, local = "", zone = "", minutes = "00"] = match;
  const moment = new Date(zone === "Z" ? `${local}Z` : `${local}${zone}:${minutes}`);
  return Number.isNaN(moment.getTime()) ? null : moment.toISOString();
}

/** A value of the wire as text; numbers are text since `codec/json.ts` read them. Null for what is none. */
export const wireText = (value: unknown): string | null => (typeof value === "string" && value.trim()) || null;
