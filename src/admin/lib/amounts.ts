/** Decimal amounts for people and for the money bar. Text in, text out; no arithmetic on floats. */

/** `1234.50` EUR in the reader's locale. The decimals stand as they came. */
export function formatAmount(amount: string, currency: string, locale?: string): string {
  const [whole = "0", fraction = ""] = amount.split(".");
  const parts = new Intl.NumberFormat(locale, {
    style: "currency",
    currency,
    minimumFractionDigits: fraction.length,
    maximumFractionDigits: fraction.length,
  }).formatToParts(BigInt(whole));
  return parts.map((part) => (part.type === "fraction" ? fraction : part.value)).join("");
}

/** Integer minor units of a decimal text with any number of decimals. */
const units = (amount: string): bigint => BigInt(amount.replace(".", "") || "0");

/** What share of the whole a part is, as a whole percentage between 0 and 100. Both have the same decimals. */
export function percentOf(part: string, whole: string): number {
  const total = units(whole);
  if (total === 0n) return 0;
  const percent = Number((units(part) * 100n) / total);
  return Math.max(0, Math.min(100, percent));
}

/** Is there anything in it? */
export const isPositive = (amount: string): boolean => units(amount) > 0n;
