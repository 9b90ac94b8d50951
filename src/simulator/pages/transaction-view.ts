import { decimal } from "../payments/amount";
import type { Transaction } from "../payments/transaction";
import { authorisedOf, capturedOf, refundedOf } from "../payments/transaction";
import { pageAddress } from "../payments/authorise-answer";
import type { Fields, Gateway } from "../context";

export function transactionView(
  gateway: Gateway,
  { echo: _echo, keep: _keep, terms: _terms, page_id: pageId, ...transaction }: Transaction,
): Fields {
  return {
    ...transaction,
    page_url: pageAddress(gateway, { mode: transaction.mode, page_id: pageId }),
    ordered: decimal(BigInt(transaction.ordered)),
    amount: decimal(BigInt(transaction.amount)),
    authorised: decimal(authorisedOf(transaction)),
    captured: decimal(capturedOf(transaction)),
    refunded: decimal(refundedOf(transaction)),
    voided: transaction.state === "voided",
    captures: transaction.captures.map((capture) => ({ ...capture, amount: decimal(BigInt(capture.amount)) })),
    refunds: transaction.refunds.map((refund) => ({ ...refund, amount: decimal(BigInt(refund.amount)) })),
    disputes: transaction.disputes.map((dispute) => ({ ...dispute, amount: decimal(BigInt(dispute.amount)) })),
  };
}
