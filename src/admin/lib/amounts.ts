/** Formats decimal amounts: text in, text out, digits as received. Do not add or subtract money here. */
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

export function decimalsIn(currency: string): number {
  if (!/^[a-z]{3}$/i.test(currency)) return 2;
  return new Intl.NumberFormat("en", { style: "currency", currency }).resolvedOptions().maximumFractionDigits ?? 2;
}

/** `1234.50` EUR in the reader's locale, with at least the currency's decimals. An unreadable amount is shown as received. */
export function formatAmount(amount: string, currency: string, locale?: string): string {
  const digits = digitsOf(amount);
  if (!digits || !/^[a-z]{3}$/i.test(currency)) return `${amount} ${currency}`;
  const fraction = digits.fraction.padEnd(decimalsIn(currency), "0");
  const decimals = fraction.length;
  const parts = new Intl.NumberFormat(locale, {
    style: "currency",
    currency,
    numberingSystem: "latn",
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  }).formatToParts(BigInt(digits.whole));
  return digits.sign + parts.map(({ type, value }) => (type === "fraction" ? fraction : value)).join("");
}

/** Integer of the smallest unit at this number of decimals; unreadable amounts count as zero. */
function unitsAt(amount: string, decimals: number): bigint {
  const digits = digitsOf(amount);
  return digits ? BigInt(digits.sign + digits.whole + digits.fraction.padEnd(decimals, "0")) : 0n;
}

/** The part in ten-thousandths of the whole, clamped to 0 and 10,000. */
function sharesOf(part: string, whole: string): bigint {
  const decimals = Math.max(...[part, whole].map((amount) => digitsOf(amount)?.fraction.length ?? 0));
  const total = unitsAt(whole, decimals);
  const share = unitsAt(part, decimals);
  if (total <= 0n || share <= 0n) return 0n;
  return share >= total ? 10_000n : (share * 10_000n) / total;
}

/** The part's share of the whole as a CSS width: `"33.33%"`, clamped to 0 and 100. */
export function widthOf(part: string, whole: string): string {
  const shares = sharesOf(part, whole);
  if (shares === 0n) return "0%";
  return `${(shares / 100n).toString()}.${(shares % 100n).toString().padStart(2, "0")}%`;
}

/** The same from 0 to 1. */
export const shareOf = (part: string, whole: string): number => Number(sharesOf(part, whole)) / 10_000;

export function isLess(amount: string, than: string): boolean {
  const decimals = Math.max(...[amount, than].map((one) => digitsOf(one)?.fraction.length ?? 0));
  return unitsAt(amount, decimals) < unitsAt(than, decimals);
}

export const isPositive = (amount: string): boolean => unitsAt(amount, 0) > 0n;
