import { hundredths } from "../payments/amount";
import type { Fields, Gateway } from "../context";
import { textOf } from "../context";
import type { Moved } from "../payments/money-moves";
import { cancel, capture, refund } from "../payments/money-moves";
import type { Transaction } from "../payments/transaction";
import { capturedOf, refundedOf } from "../payments/transaction";

/** The store learns of these only by notification, if at all. Default amount: all that is left. */
type Done = string | undefined;

export function portalCapture(gateway: Gateway, transaction: Transaction, body: Fields): Done {
  const left = BigInt(transaction.amount) - capturedOf(transaction);
  return end(gateway, capture(gateway, transaction, { amount: amountIn(body, left), by: "portal" }));
}

export function portalVoid(gateway: Gateway, transaction: Transaction): Done {
  return end(gateway, cancel(gateway, transaction, { amount: BigInt(transaction.amount), by: "portal" }));
}

export function portalRefund(gateway: Gateway, transaction: Transaction, body: Fields): Done {
  const left = capturedOf(transaction) - refundedOf(transaction);
  const asked = { amount: amountIn(body, left), by: "portal", reason: textOf(body, "reason") } as const;
  return end(gateway, refund(gateway, transaction, asked));
}

const amountIn = ({ amount }: Fields, left: bigint): bigint | null =>
  amount === undefined ? left : hundredths(amount);

function end(gateway: Gateway, moved: Moved): Done {
  if ("problem" in moved) return moved.problem;
  gateway.book.save();
  return undefined;
}
