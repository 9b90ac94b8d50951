import { asciiDigits } from "../parts/sdk";

/** The part of a balance that a customer pays, as typed and as the server takes it. Pure, without floats. */
export interface Owed {
  /** What is due, in major units, with the currency's decimals; null if nothing can be paid. */
  readonly amount: string | null;
  readonly currency: string;
  /** Null if only the whole amount can be paid. */
  readonly smallest_part: string | null;
}

/** An owed amount that may be paid in parts. */
export interface Splittable {
  readonly amount: string;
  readonly currency: string;
  readonly smallest_part: string;
}

export const isSplittable = (owed: Owed | undefined): owed is Splittable =>
  owed !== undefined &&
  [owed.amount, owed.smallest_part].every((amount) => amount !== null && /^\d+(\.\d+)?$/.test(amount));

const decimalsOf = (amount: string): number => (amount.split(".")[1] ?? "").length;

function minorOf(amount: string, decimals: number): bigint {
  const [whole = "0", fraction = ""] = amount.split(".");
  return BigInt(whole + fraction.padEnd(decimals, "0"));
}

function majorOf(minor: bigint, decimals: number): string {
  const digits = minor.toString().padStart(decimals + 1, "0");
  return decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}

/**
 * `30,5` → `30.50`; null unless it is an amount of the currency. A comma or a point is the decimal separator: no grouping
 * is read, so that `1.000` is never taken for one or for a thousand by mistake.
 */
export function partAmountOf(typed: string, { amount }: Pick<Splittable, "amount">): string | null {
  const decimals = decimalsOf(amount);
  const plain = asciiDigits(typed.trim()).replace(/[,٫]/, ".");
  if (!/^\d{1,12}(\.\d+)?$/.test(plain) || decimalsOf(plain) > decimals) return null;
  return majorOf(minorOf(plain, decimals), decimals);
}

/** How the whole amount is written into the field. */
export const writtenAmount = (language: string, { amount }: Pick<Splittable, "amount">): string => {
  const digits = decimalsOf(amount);
  const form = { useGrouping: false, minimumFractionDigits: digits, maximumFractionDigits: digits };
  return isDecimal(amount) ? new Intl.NumberFormat(language, form).format(amount) : amount;
};

const isDecimal = (text: string): text is `${number}` => /^\d+(\.\d+)?$/.test(text);

/** Whether two amounts in major units are equal, however many decimals they are written with. */
export const isSameAmount = (one: string, other: string): boolean => withoutZeros(one) === withoutZeros(other);

const withoutZeros = (amount: string): string => amount.replace(/\.0*$|(\.\d*[1-9])0+$/, "$1");

/** The largest part that leaves enough for another one. */
export function largestPart({ amount, smallest_part: smallest }: Splittable): string {
  const decimals = decimalsOf(amount);
  return majorOf(minorOf(amount, decimals) - minorOf(smallest, decimals), decimals);
}

/** What remains after a part; null unless that part can be paid: the whole, or one that leaves enough. */
export function restAfter(part: string, owed: Splittable): string | null {
  const decimals = decimalsOf(owed.amount);
  const rest = minorOf(owed.amount, decimals) - minorOf(part, decimals);
  const least = minorOf(owed.smallest_part, decimals);
  const isPayable = rest === 0n || (rest >= least && minorOf(part, decimals) >= least);
  return isPayable ? majorOf(rest, decimals) : null;
}
