import { randomBytes } from "node:crypto";
import { decimal, hundredths } from "./amount";
import { blankTransaction, WAITING } from "./attempt";
import { echoOf } from "./authorise-request";
import type { Fields, Gateway } from "../context";
import { afterMs, assertNever, textOf, webAddress } from "../context";
import { approve, decideTransaction, decline, tell, wait, watch } from "./decisions";
import { askedInstalments } from "./instalments";
import type { Transaction } from "./transaction";
import { waitsForCustomer } from "./transaction";

/** Payments by alternative method: any name is accepted, and the customer decides on the issuer's page. */
export const issuerDecisions = ["pay", "later", "refuse", "expire", "wrong-amount"] as const;
export type IssuerDecision = (typeof issuerDecisions)[number];

const EXPIRES_AFTER_MS = 7 * 86_400_000;

export function openApm(gateway: Gateway, fields: Fields): Transaction {
  const amount = hundredths(fields.amount) ?? 0n;
  const order = { orderNo: textOf(fields, "order_no"), amount, currency: textOf(fields, "currency") };
  const transaction: Transaction = {
    ...blankTransaction(gateway, order),
    mode: "apm",
    method: textOf(fields, "payment_method"),
    notify_url: textOf(fields, "notify_url") || null,
    return_url: webAddress(textOf(fields, "return_url")),
    page_id: randomBytes(16).toString("hex"),
    expires_at: afterMs(gateway, EXPIRES_AFTER_MS),
    echo: echoOf(fields),
    instalments: askedInstalments(fields),
    state: "opened",
    result_info: WAITING,
  };
  gateway.book.add(transaction);
  watch(gateway, transaction);
  return transaction;
}

/** False if the payment is already decided. */
export function decideApm(gateway: Gateway, transaction: Transaction, decision: IssuerDecision): boolean {
  if (!waitsForCustomer(transaction)) return false;
  switch (decision) {
    case "pay":
      return decideTransaction(gateway, transaction, "approve");
    case "expire":
      return decideTransaction(gateway, transaction, "expire");
    case "later":
      wait(transaction, "pending");
      transaction.voucher ??= voucherOf(transaction);
      tell(gateway, transaction);
      return true;
    case "refuse":
      decline(transaction, "0111:Refused by the customer");
      tell(gateway, transaction);
      return true;
    case "wrong-amount":
      return payAmount(gateway, transaction, wrongAmount(BigInt(transaction.amount)));
    default:
      return assertNever(decision);
  }
}

export function payAmount(gateway: Gateway, transaction: Transaction, amount: bigint): boolean {
  if (!waitsForCustomer(transaction)) return false;
  transaction.amount = amount.toString();
  approve(gateway, transaction);
  tell(gateway, transaction);
  return true;
}

/** One less, or one more if one less would be zero. */
const wrongAmount = (amount: bigint): bigint => (amount > 100n ? amount - 100n : amount + 100n);

const voucherOf = ({ transaction_id: id }: Transaction): string => id.slice(-12).replace(/(\d{4})(?=\d)/g, "$1 ");

export const money = (amount: string, currency: string): string => `${decimal(BigInt(amount))} ${currency}`;
