import { MathBN } from "@medusajs/framework/utils";
import type { CurrencyCode } from "../../gateway/model/money";
import { createMoney, fromMedusa, toMajor } from "../../gateway/model/money";
import type { MedusaPayment } from "./load-medusa-payment";

/**
 * The amount in which Medusa is told of a capture or a refund: decimal text, since a number could not be exact. Where it
 * is all that is left, it is Medusa's own, unrounded: else an order of 21.639175 that was paid 21.64 never comes out even,
 * and core refuses a currency without decimals that was rounded up.
 */
export const captureAmountForMedusa = (payment: MedusaPayment, minor: bigint, currency: CurrencyCode): string =>
  toBook(left(payment.raw_amount.value, payment.captures), minor, currency);

export const refundAmountForMedusa = (payment: MedusaPayment, minor: bigint, currency: CurrencyCode): string =>
  toBook(left(MathBN.sum(...valuesOf(payment.captures)).toString(), payment.refunds), minor, currency);

const valuesOf = (rows: MedusaPayment["captures"]): string[] => rows.map(({ raw_amount: { value } }) => value);

/** Null when nothing is. */
function left(of: string, rows: MedusaPayment["captures"]): string | null {
  const rest = MathBN.sub(of, ...valuesOf(rows));
  return rest.gt(0) ? rest.toString() : null;
}

function toBook(rest: string | null, minor: bigint, currency: CurrencyCode): string {
  const isAll = rest !== null && fromMedusa(rest, currency).minor === minor;
  return isAll ? rest : toMajor(createMoney(minor, currency));
}
