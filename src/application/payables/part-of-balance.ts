import type { CurrencyCode, Money } from "../../gateway/model/money";
import { createMoney, fromEntered, fromMajor, MoneyError, toMajor } from "../../gateway/model/money";
import type { AcquiringOptions } from "../../options/options";
import { StoreRequestError } from "../store-error";
import type { PayableLink } from "./payable-link";

/**
 * A part of what an order owes, paid with a payment of its own; the rest remains due. Parts are paid one after the other:
 * each has the order's open payment collection, which has one live payment, so together they never exceed what is due.
 */
type Split = Pick<AcquiringOptions, "splitPayments">;

export function partOfBalance(
  { splitPayments }: Split,
  whole: PayableLink["balance"],
  amount: string,
): PayableLink["balance"] {
  if (!splitPayments.enabled) throw refused("Only the whole amount can be paid.");
  const part = moneyOf(amount, whole.money.currency);
  const left = whole.money.minor - part.minor;
  if (left < 0n) throw new StoreRequestError("amount_changed", 409);
  // Medusa's own decimals are kept for the last part.
  if (left === 0n) return whole;
  const least = smallestPart(splitPayments, whole.money.currency);
  if (part.minor < least.minor) throw refused(`A part is at least ${toMajor(least)}.`);
  if (left < least.minor) throw refused(`What remains must be at least ${toMajor(least)}, or nothing.`);
  return { ...whole, due: toMajor(part), money: part };
}

/** What a link tells: null if only the whole amount can be paid. */
export function smallestPartOf({ splitPayments }: Split, due: Money): string | null {
  if (!splitPayments.enabled) return null;
  const least = smallestPart(splitPayments, due.currency);
  return due.minor < 2n * least.minor ? null : toMajor(least);
}

const smallestPart = ({ minimum }: Split["splitPayments"], currency: CurrencyCode): Money =>
  fromMajor(String(minimum), currency);

function moneyOf(amount: string, currency: CurrencyCode): Money {
  try {
    const money = fromEntered(amount, currency);
    if (money.minor > 0n) return createMoney(money.minor, currency);
  } catch (error) {
    if (!(error instanceof MoneyError)) throw error;
  }
  throw refused("This is not an amount in the order's currency.");
}

const refused = (message: string): StoreRequestError =>
  new StoreRequestError("invalid_request", 400, [{ field: "amount", message }]);
