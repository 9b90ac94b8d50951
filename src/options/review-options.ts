import { z } from "@medusajs/framework/zod";
import type { RiskFact } from "../gateway/model/facts";
import { createCurrency, fromEntered, MoneyError } from "../gateway/model/money";

/** Payments held for review: when the shop holds one, and the gateway's own review flags. */

/** The review rule's input: a payment that the gateway has just authorised or captured. */
export interface HoldCandidate {
  /** The gateway's risk score; null when it is missing or not a plain decimal number. */
  readonly score: number | null;
  /** Integer minor units of ISO 4217. */
  readonly amountMinor: bigint;
  readonly currency: string;
  /** Two letters, from the billing address; null when it has none. */
  readonly billingCountry: string | null;
  /** Always absent so far: the interface shows no country of the card in the gateway's responses. */
  readonly cardCountry?: string;
  readonly risk: RiskFact | null;
}

/**
 * Returns true to hold the payment. Must be synchronous and fast: it runs while the payment's row is locked. An
 * exception holds the payment too.
 */
export type HoldWhen = (candidate: HoldCandidate) => boolean;

/** By currency, in major units. */
export const AmountsByCurrency = z
  .record(z.string(), z.string({ error: 'must be a text such as "500.00"' }))
  .superRefine((amounts, context) => {
    for (const [code, amount] of Object.entries(amounts)) {
      const problem = amountProblem(code, amount);
      if (problem) context.addIssue({ code: "custom", path: [code], message: problem });
    }
  });

/** What is wrong with an amount in major units of a currency; null when it is valid. */
export function amountProblem(code: string, amount: string): string | null {
  if (!/^[A-Z]{3}$/.test(code)) return 'must be named by a currency in three capital letters, such as "EUR"';
  try {
    fromEntered(amount, createCurrency(code));
    return null;
  } catch (error) {
    if (!(error instanceof MoneyError)) throw error;
    return 'must be a decimal text with the currency\'s own decimals, such as "500.00"';
  }
}

export const ReviewOptions = z.strictObject({
  /** Risk actions of the gateway that hold a payment, case-insensitive (our default). */
  holdActions: z.array(z.string().min(1).max(50)).default(["REVIEW", "HOLD", "MANUAL_REVIEW"]),
  /** Your own review rule. Without one only the gateway's risk action holds a payment. */
  holdWhen: z.custom<HoldWhen>((value) => typeof value === "function", "must be a function").optional(),
  /** Above this amount two users must make the same decision. A currency that is not listed needs one. */
  secondPersonAbove: AmountsByCurrency.optional(),
});
export type ReviewOptions = z.output<typeof ReviewOptions>;
