/*
 * Exact money. The ledger counts integer minor units of ISO 4217; Medusa speaks
 * major units; the wire wants a decimal string. This file is the only bridge
 * between the three: a conversion is exact or it throws. No floats.
 */

declare const brand: unique symbol;
/** Three upper-case letters of ISO 4217. */
export type CurrencyCode = string & { readonly [brand]: "CurrencyCode" };

export interface Money {
  readonly currency: CurrencyCode;
  /** Integer minor units: cents for EUR, yen for JPY, fils for KWD. Never negative. */
  readonly minor: bigint;
}

/** How many decimals the wire uses: `two` for every currency, or those of ISO 4217. */
export type WireDecimals = "two" | "iso4217";

export class MoneyError extends Error {
  readonly code = "money_not_exact";
  override readonly name = "MoneyError";
}

/** Currencies whose minor unit is not a hundredth (ISO 4217, table A.1). */
const EXPONENTS: Readonly<Record<string, number>> = Object.fromEntries([
  ..."BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF".split(" ").map((code) => [code, 0] as const),
  ..."BHD IQD JOD KWD LYD OMR TND".split(" ").map((code) => [code, 3] as const),
  ..."CLF UYW".split(" ").map((code) => [code, 4] as const),
]);

/** Digits after the decimal point in the currency's major unit. */
export const exponentOf = (currency: CurrencyCode): number =>
  Object.hasOwn(EXPONENTS, currency) ? (EXPONENTS[currency] ?? 2) : 2;

/** Minor units of one major unit, for calculations in SQL: of currencies whose minor unit is not a hundredth. */
export const unitsByCurrency: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(EXPONENTS).map(([code, exponent]) => [code, `1${"0".repeat(exponent)}`]),
);

export function createCurrency(value: string): CurrencyCode {
  // Before the change of case: other alphabets have letters whose upper case is one of these.
  if (!/^[A-Za-z]{3}$/.test(value))
    throw new MoneyError(`"${value.slice(0, 12)}" is not a three-letter currency code.`);
  return value.toUpperCase() as CurrencyCode;
}

export function createMoney(minor: bigint, currency: CurrencyCode): Money {
  if (minor < 0n) throw new MoneyError("An amount cannot be negative.");
  return { currency, minor };
}

const DECIMAL = /^(0|[1-9]\d{0,17})(?:\.(\d{1,18}))?$/;

function parseDecimal(text: string, currency: CurrencyCode): Money {
  const match = DECIMAL.exec(text);
  if (!match) throw new MoneyError(`"${text.slice(0, 24)}" is not a plain decimal amount.`);
  const exponent = exponentOf(currency);
  const fraction = match[2] ?? "";
  if (fraction.length > exponent && /[1-9]/.test(fraction.slice(exponent))) {
    throw new MoneyError(`${text} ${currency} has more decimals than the currency's ${exponent}.`);
  }
  return createMoney(BigInt((match[1] ?? "0") + fraction.slice(0, exponent).padEnd(exponent, "0")), currency);
}

/**
 * From Medusa's major units, given as text: `10.25` EUR ⇒ 1025n. Pass
 * `raw_amount.value`, or `String(amount)`; exponent notation is refused.
 */
export const fromMajor = (text: string, currency: CurrencyCode): Money => parseDecimal(text, currency);

/**
 * From an amount that a person or a file entered. More decimals than the currency has are refused, zeros too: `10.000` EUR
 * may be ten thousand, written with a thousands separator.
 */
export function fromEntered(text: string, currency: CurrencyCode): Money {
  const money = parseDecimal(text, currency);
  const decimals = text.length - text.indexOf(".") - 1;
  const exponent = exponentOf(currency);
  if (text.includes(".") && decimals > exponent)
    throw new MoneyError(`${text} ${currency} has more decimals than the currency's ${exponent}.`);
  return money;
}

const UNROUNDED = /^(0|[1-9]\d{0,17})(?:\.(\d{1,100}))?$/;
/** Medusa writes numbers below a millionth this way; no currency has such a small unit. */
const NEXT_TO_NOTHING = /^\d(?:\.\d{1,100})?e-(?:[7-9]|\d{2,3})$/;

/**
 * From an amount that Medusa computed: taxes and discounts leave more decimals than the currency has, and Medusa rounds
 * only when it compares. Half a minor unit and more is rounded up, as there: `21.639175` USD ⇒ 2164n. Not for amounts
 * entered by a person or sent by the gateway.
 */
export function fromMedusa(text: string, currency: CurrencyCode): Money {
  if (NEXT_TO_NOTHING.test(text)) return createMoney(0n, currency);
  const match = UNROUNDED.exec(text);
  if (!match) throw new MoneyError(`"${text.slice(0, 24)}" is not a plain decimal amount.`);
  const exponent = exponentOf(currency);
  const fraction = (match[2] ?? "").padEnd(exponent + 1, "0");
  const minor = BigInt((match[1] ?? "0") + fraction.slice(0, exponent));
  return createMoney(fraction.charAt(exponent) >= "5" ? minor + 1n : minor, currency);
}

/** To major units with the currency's own decimals: 1025n EUR ⇒ `10.25`, 1000n JPY ⇒ `1000`. */
export const toMajor = (money: Money): string => withDecimals(money, exponentOf(money.currency));

/** To the wire. Throws when the currency has more decimals than the wire carries. */
export function toWire(money: Money, decimals: WireDecimals): string {
  return withDecimals(money, decimals === "two" ? 2 : exponentOf(money.currency));
}

/** From the wire: `10`, `10.0` and `10.00` are equal; `1e1`, `10,00`, signs and other digits are refused. */
export const fromWire = (text: string, currency: CurrencyCode): Money => parseDecimal(text, currency);

function withDecimals(money: Money, decimals: number): string {
  const exponent = exponentOf(money.currency);
  const digits = money.minor.toString().padStart(exponent + 1, "0");
  const whole = digits.slice(0, digits.length - exponent);
  const fraction = digits.slice(digits.length - exponent).padEnd(decimals, "0");
  if (fraction.length > decimals && /[1-9]/.test(fraction.slice(decimals))) {
    throw new MoneyError(`${money.currency} amounts need ${exponent} decimals, but the interface carries ${decimals}.`);
  }
  return decimals === 0 ? whole : `${whole}.${fraction.slice(0, decimals)}`;
}

export const sameMoney = (a: Money, b: Money): boolean => a.currency === b.currency && a.minor === b.minor;
