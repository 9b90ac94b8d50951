/**
 * Decimal amounts for people and for the money bar. Text in, text out: the digits
 * shown are the digits that came, and shares are counted in BigInt. Not a place
 * to add or subtract money.
 */
interface Digits {
  readonly sign: "" | "-";
  readonly whole: string;
  readonly fraction: string;
}

function digitsOf(amount: string): Digits | null {
  const match = /^(-?)(\d+)(?:\.(\d+))?$/.exec(amount);
  if (!match) return null;
  return { sign: match[1] === "-" ? "-" : "", whole: match[2] ?? "0", fraction: match[3] ?? "" };
}

/** `1234.50` EUR in the reader's locale. What cannot be read as an amount is shown as it came. */
export function formatAmount(amount: string, currency: string, locale?: string): string {
  const digits = digitsOf(amount);
  if (!digits || !/^[a-z]{3}$/i.test(currency)) return `${amount} ${currency}`;
  const decimals = digits.fraction.length;
  const parts = new Intl.NumberFormat(locale, {
    style: "currency",
    currency,
    numberingSystem: "latn",
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  }).formatToParts(BigInt(digits.whole));
  return digits.sign + parts.map(({ type, value }) => (type === "fraction" ? digits.fraction : value)).join("");
}

/** An integer count of the smallest unit at this number of decimals; unreadable counts as nothing. */
function unitsAt(amount: string, decimals: number): bigint {
  const digits = digitsOf(amount);
  return digits ? BigInt(digits.sign + digits.whole + digits.fraction.padEnd(decimals, "0")) : 0n;
}

/** How many ten-thousandths of the whole a part is, never below none or above all of them. */
function sharesOf(part: string, whole: string): bigint {
  const decimals = Math.max(...[part, whole].map((amount) => digitsOf(amount)?.fraction.length ?? 0));
  const total = unitsAt(whole, decimals);
  const share = unitsAt(part, decimals);
  if (total <= 0n || share <= 0n) return 0n;
  return share >= total ? 10_000n : (share * 10_000n) / total;
}

/** What share of the whole a part is, as a CSS width: `"33.33%"`, never below 0 or above 100. */
export function widthOf(part: string, whole: string): string {
  const shares = sharesOf(part, whole);
  if (shares === 0n) return "0%";
  return `${(shares / 100n).toString()}.${(shares % 100n).toString().padStart(2, "0")}%`;
}

/** The same for a drawing, from 0 to 1. */
export const shareOf = (part: string, whole: string): number => Number(sharesOf(part, whole)) / 10_000;

/** Is the first amount smaller than the second? */
export function isLess(amount: string, than: string): boolean {
  const decimals = Math.max(...[amount, than].map((one) => digitsOf(one)?.fraction.length ?? 0));
  return unitsAt(amount, decimals) < unitsAt(than, decimals);
}

/** Is there anything in it? */
export const isPositive = (amount: string): boolean => unitsAt(amount, 0) > 0n;
