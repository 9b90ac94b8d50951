import { signBatch } from "../../src/simulator/notifications/signature";
import type { Bench } from "./bench";
import type { Transaction } from "./books";
import { MERCHANTS } from "./setting";

/** What a merchant does by hand in the gateway's portal: it never passes our wire, and our ledger has no row for it. */
export async function actInPortal(
  bench: Bench,
  action: "capture" | "void" | "refund",
  transaction: Transaction,
): Promise<void> {
  const operation = action === "void" ? "cancel" : action;
  const item = {
    transaction_id: transaction.transaction_id,
    order_no: transaction.order_no,
    currency: transaction.currency,
    amount: transaction.amount,
    ...(action === "refund"
      ? { refund_amount: PORTAL_REFUND, refund_reason: `by hand ${String(bench.now().getTime())}` }
      : {}),
  };
  const { merchantId, accountId, signingKey } = MERCHANTS[transaction.account];
  const account = { merchant_id: merchantId, account_id: accountId };
  await fetch(`${bench.sides[transaction.account].gateway.url}/v1/${operation}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      ...account,
      [`${operation}_orders`]: [item],
      encryption_data: signBatch(account, [transaction.transaction_id], signingKey),
    }),
  });
}

/** By hand the whole payment is captured or voided, and a part of it refunded. */
const PORTAL_REFUND = "7.00";
