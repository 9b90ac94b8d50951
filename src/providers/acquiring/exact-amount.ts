import { MedusaError } from "@medusajs/framework/utils";
import { createCurrency, fromMajor, fromMedusa, MoneyError } from "../../gateway/model/money";
import type { RequestedOperation, RequestedAttempt } from "../../modules/acquiring";
import { minorOf } from "../../modules/acquiring";

/**
 * The amount of Medusa's capture or refund row in minor units: exact, or it throws before anything is sent. Only the
 * rest of Medusa's balance, or an operation that already began, may carry the decimals of a total that Medusa did not
 * round (ADR 23).
 */
export function exactAmount({ kind, amount, attempt, isRest, hasBegun }: ExactInput): bigint {
  const currency = createCurrency(attempt.currency);
  try {
    const rounded = fromMedusa(amount, currency).minor;
    const isAll = rounded === leftOf(kind, attempt) && isRest;
    return isAll || hasBegun ? rounded : fromMajor(amount, currency).minor;
  } catch (error) {
    if (!(error instanceof MoneyError)) throw error;
    throw new MedusaError(MedusaError.Types.INVALID_DATA, `amount: ${error.message} Nothing was sent; ${ADVICE[kind]}`);
  }
}

export type ExactInput = Pick<RequestedOperation, "kind" | "amount" | "isRest" | "hasBegun"> & {
  readonly attempt: Pick<RequestedAttempt, "currency" | "authorised" | "captured" | "refunded" | "refund_pending">;
};

const ADVICE = {
  capture: "capture an amount with the currency's decimals, or the full remaining amount.",
  refund: "refund an amount with the currency's decimals, or the full remaining amount.",
} as const;

function leftOf(kind: RequestedOperation["kind"], attempt: ExactInput["attempt"]): bigint {
  if (kind === "capture") return minorOf(attempt.authorised) - minorOf(attempt.captured);
  return minorOf(attempt.captured) - minorOf(attempt.refunded) - minorOf(attempt.refund_pending);
}
