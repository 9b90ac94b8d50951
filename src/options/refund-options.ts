import { z } from "@medusajs/framework/zod";
import { createCurrency, fromMajor } from "../gateway/model/money";
import { AmountsByCurrency } from "./review-options";

/** What is refunded without a person, and what two people have to agree on. Neither has a default amount. */
export const RefundOptions = z.strictObject({
  /**
   * What a return, claim, exchange or edit leaves to refund is refunded by itself, up to this amount for all automatic
   * refunds of one order together. A currency that is not listed: never.
   */
  automatic: AmountsByCurrency.optional(),
  /**
   * A refund with which more than this amount of one order is refunded needs two users. A currency that is not listed
   * needs one.
   */
  secondPersonAbove: AmountsByCurrency.optional(),
});
export type RefundOptions = z.output<typeof RefundOptions>;

/** The limit of a currency in minor units; null if it has none. */
export function limitIn(amounts: RefundOptions["automatic"], currency: string): bigint | null {
  const limit = amounts?.[currency];
  return limit === undefined ? null : fromMajor(limit, createCurrency(currency)).minor;
}

/** An automatic refund has no second person, so it must not be larger than what one person may refund. */
export function automaticAboveSecondPerson({ automatic, secondPersonAbove }: RefundOptions): readonly string[] {
  return Object.keys(automatic ?? {}).flatMap((currency) => {
    const [alone, two] = [limitIn(automatic, currency), limitIn(secondPersonAbove, currency)];
    if (alone === null || two === null || alone <= two) return [];
    return [
      `medusa-payment-acquiring: the option "refunds.automatic.${currency}" is more than "refunds.secondPersonAbove.${currency}": amounts that need two people would be refunded without one. Lower the first.`,
    ];
  });
}
