import { hundredths } from "./amount";
import { decideApm, payAmount } from "./apm";
import type { Fields, Gateway } from "./context";
import { decide, hold, processRefunds, waitingRefunds } from "./decisions";
import type { Transaction } from "./transaction";

/**
 * The calls of the control API that change one transaction, named by its order number.
 * A transaction that is decided already stays as it is.
 */
type Change = (gateway: Gateway, transaction: Transaction, body: Fields) => void;

export const changes: ReadonlyMap<string, Change> = new Map<string, Change>([
  ["POST approve", (gateway, transaction) => void decide(gateway, transaction, "approve")],
  ["POST decline", (gateway, transaction) => void decide(gateway, transaction, "decline")],
  ["POST expire", (gateway, transaction) => void decide(gateway, transaction, "expire")],
  ["POST hold", (gateway, transaction) => void hold(gateway, transaction)],
  ["POST pay", pay],
  ["POST pay-later", (gateway, transaction) => void decideApm(gateway, transaction, "later")],
  ["POST refuse", refuse],
  [
    "POST process-refunds",
    (gateway, transaction, body) => {
      const outcome = body.outcome === "failed" ? "failed" : "done";
      processRefunds(gateway, transaction, { refunds: waitingRefunds(transaction), outcome });
    },
  ],
]);

/** With an `amount`: whatever the shopper paid by an alternative method. */
function pay(gateway: Gateway, transaction: Transaction, { amount }: Fields): void {
  const paid = hundredths(amount);
  if (paid !== null && paid > 0n) payAmount(gateway, transaction, paid);
  else decide(gateway, transaction, "approve");
}

function refuse(gateway: Gateway, transaction: Transaction): void {
  if (!decideApm(gateway, transaction, "refuse")) decide(gateway, transaction, "decline");
}
