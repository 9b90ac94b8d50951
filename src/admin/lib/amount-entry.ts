import { decimalsIn, isLess, isPositive } from "./amounts";

/** Exact parsing of typed amounts. Text in, text out; nothing is rounded up. */

/** The number of decimals, taken from an amount of the server in the same currency. */
export const decimalsOf = (amount: string): number => amount.split(".")[1]?.length ?? 0;

/** A valid example in this currency: `10.00`, `10` where it has no decimals. */
export function exampleIn(currency: string): string {
  const decimals = decimalsIn(currency);
  return decimals === 0 ? "10" : `10.${"0".repeat(decimals)}`;
}

/** Many keyboards type `1,50`. */
export const plainAmount = (typed: string): string => typed.trim().replace(/^(\d+),(\d+)$/, "$1.$2");

/** The typed amount in the server's format; null when it is invalid, zero, too large or has too many decimals. */
export function readAmount(typed: string, most: string): string | null {
  const text = plainAmount(typed);
  if (!/^\d{1,15}(\.\d{1,4})?$/.test(text)) return null;
  const isFine = decimalsOf(text) <= decimalsOf(most);
  return isFine && isPositive(text) && !isLess(most, text) ? text : null;
}

/** The same without an upper limit: at most the decimals of this currency, so that `1,000` is not taken for 1. */
export function readAmountIn(typed: string, currency: string): string | null {
  const text = plainAmount(typed);
  if (!/^\d{1,12}(\.\d{1,4})?$/.test(text)) return null;
  return isPositive(text) && decimalsOf(text) <= decimalsIn(currency) ? text : null;
}

/** The same for a filter: zero is possible, too. */
export function readBoundIn(typed: string, currency: string): string | null {
  const text = plainAmount(typed);
  return /^\d{1,15}(\.\d{1,4})?$/.test(text) && decimalsOf(text) <= decimalsIn(currency) ? text : null;
}

export interface Line {
  /** Of the whole line, from Medusa: a number in major units. */
  readonly total: number;
  readonly quantity: number;
  readonly chosen: number;
}

/** The value of the chosen items: an editable suggestion, never more than `most`. */
export function amountOf(lines: readonly Line[], most: string): string {
  const text = priceOf(lines, decimalsOf(most));
  return isLess(most, text) ? most : text;
}

/** A full line costs its total; a part of it is rounded down. */
export function priceOf(lines: readonly Line[], decimals: number): string {
  const sum = lines.reduce((worth, { total, quantity, chosen }) => {
    if (quantity <= 0 || chosen <= 0) return worth;
    return worth + (unitsOf(total, decimals) * BigInt(chosen)) / BigInt(quantity);
  }, 0n);
  return writtenAt(sum, decimals);
}

/** Medusa's number as an integer of the smallest unit; further decimals are cut off. */
function unitsOf(total: number, decimals: number): bigint {
  const match = /^(\d+)(?:\.(\d+))?$/.exec(String(total));
  if (!match) return 0n;
  return BigInt((match[1] ?? "0") + (match[2] ?? "").slice(0, decimals).padEnd(decimals, "0"));
}

function writtenAt(units: bigint, decimals: number): string {
  const digits = units.toString().padStart(decimals + 1, "0");
  return decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}

/** Sum of amounts in one currency; unreadable ones count as zero. */
export function sumOfEntries(amounts: readonly string[]): string {
  const decimals = Math.max(0, ...amounts.map(decimalsOf));
  const units = amounts.map((amount) => {
    const [whole = "0", fraction = ""] = amount.split(".");
    return /^\d+$/.test(whole + fraction) ? BigInt(whole + fraction.padEnd(decimals, "0")) : 0n;
  });
  return writtenAt(
    units.reduce((sum, one) => sum + one, 0n),
    decimals,
  );
}
