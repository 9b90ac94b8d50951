import { isLess, isPositive } from "./amounts";

/** What a person types as an amount, read exactly. Text in, text out; nothing is rounded up. */

/** How many decimals an amount of this currency has, told by an amount of the server's. */
export const decimalsOf = (amount: string): number => amount.split(".")[1]?.length ?? 0;

/** How many decimals an amount of this currency may have, where no amount of the server's is there to tell. */
export function decimalsIn(currency: string): number {
  if (!/^[a-z]{3}$/i.test(currency)) return 2;
  return new Intl.NumberFormat("en", { style: "currency", currency }).resolvedOptions().maximumFractionDigits ?? 2;
}

/** An amount such as a person may type in this currency: `10.00`, `10` where it has no decimals. */
export function exampleIn(currency: string): string {
  const decimals = decimalsIn(currency);
  return decimals === 0 ? "10" : `10.${"0".repeat(decimals)}`;
}

/** `1,50` is what many keyboards type. */
export const plainAmount = (typed: string): string => typed.trim().replace(/^(\d+),(\d+)$/, "$1.$2");

/** The typed amount as the server wants it; null when it is none, nothing, too much or too fine. */
export function readAmount(typed: string, most: string): string | null {
  const text = plainAmount(typed);
  if (!/^\d{1,15}(\.\d{1,4})?$/.test(text)) return null;
  const isFine = decimalsOf(text) <= decimalsOf(most);
  return isFine && isPositive(text) && !isLess(most, text) ? text : null;
}

export interface Line {
  /** Of all pieces, as Medusa tells it: a number in major units. */
  readonly total: number;
  readonly quantity: number;
  readonly chosen: number;
}

/** What the chosen pieces are worth together: a suggestion that a person can change, never more than `most`. */
export function worthOf(lines: readonly Line[], most: string): string {
  const text = priceOf(lines, decimalsOf(most));
  return isLess(most, text) ? most : text;
}

/** All pieces of a line cost its total; a part of them is rounded down. */
export function priceOf(lines: readonly Line[], decimals: number): string {
  const sum = lines.reduce((worth, { total, quantity, chosen }) => {
    if (quantity <= 0 || chosen <= 0) return worth;
    return worth + (unitsOf(total, decimals) * BigInt(chosen)) / BigInt(quantity);
  }, 0n);
  return writtenAt(sum, decimals);
}

/** Medusa's number as an integer count of the smallest unit, what is finer cut off. */
function unitsOf(total: number, decimals: number): bigint {
  const match = /^(\d+)(?:\.(\d+))?$/.exec(String(total));
  if (!match) return 0n;
  return BigInt((match[1] ?? "0") + (match[2] ?? "").slice(0, decimals).padEnd(decimals, "0"));
}

function writtenAt(units: bigint, decimals: number): string {
  const digits = units.toString().padStart(decimals + 1, "0");
  return decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}

/** Amounts of one currency added up; unreadable ones count as nothing. */
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
