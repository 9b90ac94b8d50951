import { hundredths } from "../payments/amount";
import { decideApm, payAmount } from "../payments/apm";
import type { Fields, Gateway } from "../context";
import { decideTransaction, hold, processRefunds, waitingRefunds } from "../payments/decisions";
import { dispute } from "../payments/disputes";
import { portalCapture, portalRefund, portalVoid } from "../pages/portal";
import type { Transaction } from "../payments/transaction";

type Change = (gateway: Gateway, transaction: Transaction, body: Fields) => string | undefined;

export const changes: ReadonlyMap<string, Change> = new Map<string, Change>([
  ["POST approve", (gateway, transaction) => silent(decideTransaction(gateway, transaction, "approve"))],
  ["POST decline", (gateway, transaction) => silent(decideTransaction(gateway, transaction, "decline"))],
  ["POST expire", (gateway, transaction) => silent(decideTransaction(gateway, transaction, "expire"))],
  ["POST hold", (gateway, transaction) => silent(hold(gateway, transaction))],
  ["POST pay", pay],
  ["POST pay-later", (gateway, transaction) => silent(decideApm(gateway, transaction, "later"))],
  ["POST refuse", refuse],
  [
    "POST process-refunds",
    (gateway, transaction, body) => {
      const outcome = body.outcome === "failed" ? "failed" : "done";
      processRefunds(gateway, transaction, { refunds: waitingRefunds(transaction), outcome });
      return undefined;
    },
  ],
  ["POST portal-capture", portalCapture],
  ["POST portal-void", portalVoid],
  ["POST portal-refund", portalRefund],
  ["POST dispute", dispute],
]);

/** Having nothing left to decide is not an error. */
const silent = (_isDone: boolean): undefined => undefined;

/** With an `amount`: the customer pays that with an alternative method. */
function pay(gateway: Gateway, transaction: Transaction, { amount }: Fields): undefined {
  const paid = hundredths(amount);
  if (paid !== null && paid > 0n) payAmount(gateway, transaction, paid);
  else decideTransaction(gateway, transaction, "approve");
}

function refuse(gateway: Gateway, transaction: Transaction): undefined {
  if (!decideApm(gateway, transaction, "refuse")) decideTransaction(gateway, transaction, "decline");
}
