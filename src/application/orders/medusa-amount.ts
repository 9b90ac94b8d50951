import { MathBN } from "@medusajs/framework/utils";
import type { CurrencyCode } from "../../gateway/model/money";
import { createMoney, fromMedusa, toMajor } from "../../gateway/model/money";
import type { MedusaPayment } from "./load-medusa-payment";

/**
 * The capture or refund amount recorded in Medusa, as decimal text because a number would not be exact. If it is the
 * whole remaining amount, Medusa's own unrounded amount is used: otherwise an order of 21.639175 that was paid with
 * 21.64 would never balance, and core would refuse a rounded-up amount in a currency without decimals.
 */
export const captureAmountForMedusa = (payment: MedusaPayment, minor: bigint, currency: CurrencyCode): string =>
  toBook(left(payment.raw_amount.value, payment.captures), minor, currency);

export const refundAmountForMedusa = (payment: MedusaPayment, minor: bigint, currency: CurrencyCode): string =>
  toBook(left(MathBN.sum(...valuesOf(payment.captures)).toString(), payment.refunds), minor, currency);

/** Medusa's amounts can be negative, such as the total of an order with more credit than items. */
export const signedMinor = (text: string, currency: CurrencyCode): bigint =>
  text.startsWith("-") ? -fromMedusa(text.slice(1), currency).minor : fromMedusa(text, currency).minor;

const valuesOf = (rows: MedusaPayment["captures"]): string[] => rows.map(({ raw_amount: { value } }) => value);

function left(of: string, rows: MedusaPayment["captures"]): string | null {
  const rest = MathBN.sub(of, ...valuesOf(rows));
  return rest.gt(0) ? rest.toString() : null;
}

function toBook(rest: string | null, minor: bigint, currency: CurrencyCode): string {
  const isAll = rest !== null && fromMedusa(rest, currency).minor === minor;
  return isAll ? rest : toMajor(createMoney(minor, currency));
}
