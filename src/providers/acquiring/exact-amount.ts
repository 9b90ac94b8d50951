import { MedusaError } from "@medusajs/framework/utils";
import { createCurrency, fromMajor, fromMedusa, MoneyError } from "../../gateway/model/money";
import type { AttemptRow } from "../../modules/acquiring";
import { minorOf } from "../../modules/acquiring";
import type { MedusaAmountRow, ProviderRows } from "./rows";

/**
 * The amount of Medusa's capture or refund row in minor units: exact, or it throws before anything is sent. Only the
 * rest of Medusa's balance, or an operation that already began, may carry the decimals of a total that Medusa did not
 * round (ADR 23).
 */
export async function exactAmount(
  rows: ProviderRows,
  kind: "capture" | "refund",
  { attempt, row }: { readonly attempt: AttemptRow; readonly row: MedusaAmountRow },
): Promise<bigint> {
  const { value } = row.raw_amount;
  const currency = createCurrency(attempt.currency);
  try {
    const rounded = fromMedusa(value, currency).minor;
    const isAll = rounded === leftOf(kind, attempt) && (await rows.isRest(kind, row));
    if (isAll || (await rows.service().attempts.operationByKey(kind, row.id))) return rounded;
    return fromMajor(value, currency).minor;
  } catch (error) {
    if (!(error instanceof MoneyError)) throw error;
    throw new MedusaError(MedusaError.Types.INVALID_DATA, `amount: ${error.message} Nothing was sent; ${ADVICE[kind]}`);
  }
}

const ADVICE = {
  capture: "capture an amount with the currency's decimals, or the full remaining amount.",
  refund: "refund an amount with the currency's decimals, or the full remaining amount.",
} as const;

function leftOf(kind: "capture" | "refund", attempt: AttemptRow): bigint {
  if (kind === "capture") return minorOf(attempt.authorised) - minorOf(attempt.captured);
  return minorOf(attempt.captured) - minorOf(attempt.refunded) - minorOf(attempt.refund_pending);
}
