import { decimal } from "./amount";
import type { Transaction } from "./book";
import { authorisedOf, capturedOf, refundedOf } from "./book";
import type { Fields } from "./context";

/** A transaction as people and tests want to see it: amounts as decimal texts, sums beside their parts. */
export function shown({ echo: _echo, ...transaction }: Transaction): Fields {
  return {
    ...transaction,
    amount: decimal(BigInt(transaction.amount)),
    authorised: decimal(authorisedOf(transaction)),
    captured: decimal(capturedOf(transaction)),
    refunded: decimal(refundedOf(transaction)),
    voided: transaction.state === "voided",
    captures: transaction.captures.map(({ amount, at }) => ({ amount: decimal(BigInt(amount)), at })),
    refunds: transaction.refunds.map((refund) => ({ ...refund, amount: decimal(BigInt(refund.amount)) })),
  };
}
