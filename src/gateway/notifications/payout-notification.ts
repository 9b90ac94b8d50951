/*
 * Reads a payout notification as its fact, its signature result, and the few storable fields: the message may echo the
 * whole request, and bank data is never stored (the field names are options: docs/configuration.md#the-profile). No
 * query returns payouts, so the signature is the only proof.
 */

import { CodecError } from "../model/errors";
import type { PayoutFact } from "../model/facts";
import type { GatewayAccount } from "../model/account";
import type { Money } from "../model/money";
import { readInEachUnit } from "../model/payout-money";
import { payoutFact, wireText, redactAccounts } from "../reading/payout-status-reader";
import { listedWord } from "../reading/normalize";
import { safeText } from "../redaction/redact";
import type { SignatureCheck } from "../signing/signing";
import { verify } from "../signing/signing";

export interface ParsedPayout {
  readonly kind: "payout";
  readonly fact: PayoutFact;
  readonly signature: SignatureCheck;
  /** Its amount in either unit; `fact.money` is the one in the configured unit, null if that cannot be. */
  readonly moneys: readonly Money[];
  /** Under the message's own names; read again it gives the same fact and signature. */
  readonly kept: Readonly<Record<string, string>>;
}

type Tree = Readonly<Record<string, unknown>>;

const has = (tree: Tree, aliases: readonly string[]): boolean => aliases.some((name) => wireText(tree[name]) !== null);

/** It says so, or it names a payout and no order; then only a kind in the profile's spelling says otherwise. */
export function isAboutPayout({ profile }: GatewayAccount, tree: Tree): boolean {
  const { fields, kinds } = profile.notify;
  const kind = fields.kind.map((name) => wireText(tree[name])).find((word) => word !== null);
  const isShaped = has(tree, fields.requestId) && has(tree, fields.payoutStatus) && !has(tree, fields.orderNo);
  const isOwnWord = kind !== undefined && kind !== null && Object.hasOwn(kinds, kind);
  const meaning = kind && (isOwnWord || !isShaped) ? listedWord(kinds, kind) : undefined;
  return meaning === undefined ? isShaped : meaning === "payout";
}

/** Throws `CodecError` or `MoneyError` for unreadable content. */
export function readPayoutNotification(account: GatewayAccount, tree: Tree): ParsedPayout {
  const { fields } = account.profile.notify;
  const kept = new Map<string, string>();
  const pick = (aliases: readonly string[], write: (text: string) => string = (text) => text): string | null => {
    const found = aliases.flatMap((name) => {
      if (!Object.hasOwn(tree, name)) return [];
      if (Array.isArray(tree[name])) throw new CodecError(`The field ${name} occurs more than once.`);
      const text = wireText(tree[name]);
      return text === null ? [] : [{ name, text: write(text) }];
    });
    if (new Set(found.map(({ text }) => text)).size > 1)
      throw new CodecError("Two names of one field have different values.");
    if (found[0]) kept.set(found[0].name, found[0].text);
    return found[0]?.text ?? null;
  };
  const signed = {
    merchant_id: pick(["merchant_id"]) ?? account.merchantId,
    account_id: pick(["account_id"]) ?? account.accountId,
    transaction_id: printable(pick(fields.gatewayPaymentId), "transaction_id"),
    request_id: printable(pick(fields.requestId), "request_id"),
    payment_currency: printable(pick(fields.payoutCurrency), "payment_currency"),
    payment_amount: printable(pick(fields.payoutAmount), "payment_amount"),
    status: printable(pick(fields.payoutStatus), "status"),
  };
  if (signed.merchant_id !== account.merchantId || signed.account_id !== account.accountId)
    throw new CodecError("The notification is for another merchant account.");
  if (signed.request_id === "" || signed.status === "")
    throw new CodecError("A payout notification has no payout ID or no status.");
  pick(fields.kind, shown);
  const moneys = readInEachUnit(signed.payment_amount, signed.payment_currency);
  const isInOtherUnit = moneys.size > 0 && !moneys.has(account.payoutUnit);
  const fact = payoutFact(isInOtherUnit ? { ...account, payoutUnit: null } : account, {
    requestId: signed.request_id,
    status: signed.status,
    amount: signed.payment_amount || null,
    currency: signed.payment_currency || null,
    transactionId: signed.transaction_id || null,
    shortReference: pick(["short_reference_id"], shown),
    feeAmount: pick(["fee_amount"], shown),
    feeCurrency: pick(["fee_currency"], shown),
    payerPays: pick(["amount_payer_pays"], shown),
    beneficiaryReceives: pick(["amount_beneficiary_receives"], shown),
    failureReason: pick(["failure_reason"], (text) => redactAccounts(shown(text))),
    failureType: pick(["failure_type"], (text) => redactAccounts(shown(text))),
    createdAt: pick(["created_at"], shown),
    updatedAt: pick(["last_updated_at"], shown),
  });
  const given = { signature: pick(fields.signature) ?? undefined, keys: account.signingKeys };
  return {
    kind: "payout",
    fact,
    moneys: [...moneys.values()],
    signature: isExactlySpelt(signed)
      ? verify(account.profile.signing, "payoutNotification", signed, given)
      : "mismatched",
    kept: Object.fromEntries(kept),
  };
}

/** Signed values are stored unchanged, so they must be harmless. */
function printable(text: string | null, name: string): string {
  if (text === null || /^[\x21-\x7e]{1,100}$/.test(text)) return text ?? "";
  throw new CodecError(`The field ${name} of a payout notification has an unexpected value.`);
}

const shown = (text: string): string => safeText(text);

/**
 * The signed values stand together without separators. The payout's number has one length and a currency has one; that
 * nothing can be moved between amount and status is looked at here.
 */
const isExactlySpelt = (signed: { readonly payment_amount: string; readonly status: string }): boolean =>
  /^\d+(\.\d+)?$/.test(signed.payment_amount) && /^[A-Za-z]/.test(signed.status);
