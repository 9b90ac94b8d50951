import type { Knex } from "@medusajs/framework/mikro-orm/knex";
import { z } from "@medusajs/framework/zod";
import { createCurrency, createMoney } from "../../../gateway/model/money";
import type { PayoutPayer, PayoutPayload } from "../../../gateway/model/payout-request";
import { canonicalJson } from "../domain/canonical";
import { contentText } from "../domain/payload";
import type { PayoutRow } from "../rows";
import { open, seal } from "../sealing/seal";
import { PAYOUTS } from "../store/payout-table";
import { openDetails } from "./details";
import type { PayoutServiceContext } from "./service-context";

/** The payload of a payout in clear, rebuilt from its rows each time: its hash is that of what would be sent now. */
export interface Sealed {
  readonly payer: PayoutPayer | null;
  readonly clientData: string | null;
}

/** Written by us, and bound to its row by the encryption. */
const Stored = z.object({ payer: z.custom<PayoutPayer>().nullish(), clientData: z.string().nullish() });

const place = (id: string): { table: string; id: string; column: string } => ({ table: PAYOUTS, id, column: "sealed" });

export const sealPayout = ({ ring }: Pick<PayoutServiceContext, "ring">, id: string, sealed: Sealed): string =>
  seal(ring, place(id), canonicalJson(sealed));

export function openPayout({ ring }: Pick<PayoutServiceContext, "ring">, id: string, sealed: string): Sealed {
  const { payer, clientData } = Stored.parse(JSON.parse(open(ring, place(id), sealed)));
  return { payer: payer ?? null, clientData: clientData ?? null };
}

export type PayoutContent = Pick<
  PayoutRow,
  | "account"
  | "currency"
  | "amount"
  | "beneficiary_id"
  | "beneficiary_version"
  | "payment_method"
  | "swift_charge_option"
  | "fee_paid_by"
  | "fund_source"
  | "source_amount"
  | "source_currency"
  | "payment_date"
  | "reference"
  | "reason"
  | "request_id"
>;

export async function payloadOf(
  context: PayoutServiceContext,
  trx: Knex,
  row: PayoutContent & { readonly sealed: Sealed },
): Promise<PayoutPayload> {
  const of = { id: row.beneficiary_id, number: row.beneficiary_version };
  const { gateway_beneficiary_id: beneficiaryId, ...beneficiary } = await openDetails(context, trx, of);
  const source = row.source_currency === null ? null : createCurrency(row.source_currency);
  return {
    requestId: row.request_id,
    money: createMoney(BigInt(row.amount), createCurrency(row.currency)),
    sourceMoney: source !== null && row.source_amount !== null ? createMoney(BigInt(row.source_amount), source) : null,
    sourceCurrency: source,
    beneficiary,
    beneficiaryId: beneficiaryId ?? null,
    payer: row.sealed.payer,
    method: row.payment_method,
    swiftChargeOption: row.swift_charge_option,
    feePaidBy: row.fee_paid_by,
    fundSource: row.fund_source,
    paymentDate: row.payment_date,
    reference: row.reference,
    reason: row.reason,
    clientData: row.sealed.clientData,
  };
}

export const payloadText = (
  { options }: Pick<PayoutServiceContext, "options">,
  account: string,
  payload: PayoutPayload,
): string => contentText({ account, amountUnit: options.amountUnit, payload });

export async function contentOf(
  context: PayoutServiceContext,
  trx: Knex,
  row: PayoutRow,
): Promise<{ readonly payload: PayoutPayload; readonly text: string; readonly isAsHashed: boolean }> {
  const sealed = openPayout(context, row.id, await context.payouts.sealedOf(trx, row.id));
  const payload = await payloadOf(context, trx, { ...row, sealed });
  const text = payloadText(context, row.account, payload);
  return { payload, text, isAsHashed: context.ring.isHashOf(row.payload_hash, text) };
}
