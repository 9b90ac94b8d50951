/** Payout amounts and fees. Exact, without floats. Rates and fees are invented constants. */
export type AmountUnit = "major" | "minor";

const WITHOUT_DECIMALS = new Set("BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF".split(" "));
const WITH_THREE = new Set("BHD IQD JOD KWD LYD OMR TND".split(" "));

function decimalsOf(currency: string): number {
  if (WITHOUT_DECIMALS.has(currency)) return 0;
  return WITH_THREE.has(currency) ? 3 : 2;
}

/** Null: not a positive amount in this unit. A decimal point needs exactly the currency's decimals. */
export function minorOf(text: unknown, currency: string, unit: AmountUnit): bigint | null {
  const match = typeof text === "string" ? /^(\d{1,12})(?:\.(\d+))?$/.exec(text) : null;
  if (!match) return null;
  const [, whole = "", fraction] = match;
  const decimals = decimalsOf(currency);
  if (fraction !== undefined && (unit === "minor" || fraction.length !== decimals)) return null;
  const value = unit === "minor" ? BigInt(whole) : BigInt(whole + (fraction ?? "").padEnd(decimals, "0"));
  return value > 0n ? value : null;
}

/** In major units with all of the currency's decimals, for people and tests. */
export function majorText(value: bigint, currency: string): string {
  const decimals = decimalsOf(currency);
  const digits = value.toString().padStart(decimals + 1, "0");
  return decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}

/** As on the wire: an integer of minor units, or major units without needless decimals. */
export function amountText(value: bigint, currency: string, unit: AmountUnit): string {
  if (unit === "minor") return value.toString();
  return majorText(value, currency).replace(/\.0+$/, "");
}

/** Ten-thousandths of one unit for one EUR. */
const RATES: ReadonlyMap<string, bigint> = new Map([
  ["EUR", 10_000n],
  ["USD", 11_000n],
  ["GBP", 8_500n],
  ["CHF", 9_500n],
  ["CNY", 78_000n],
  ["JPY", 1_600_000n],
  ["KWD", 3_400n],
]);

/** Null if a rate is missing. Rounding is in the payer's favour. */
function exchanged(value: bigint, from: string, to: string): bigint | null {
  if (from === to) return value;
  const [rateFrom, rateTo] = [RATES.get(from), RATES.get(to)];
  if (rateFrom === undefined || rateTo === undefined) return null;
  const above = value * rateTo * 10n ** BigInt(decimalsOf(to));
  const below = rateFrom * 10n ** BigInt(decimalsOf(from));
  return (above + below - 1n) / below;
}

export interface Quote {
  readonly payer_currency: string;
  readonly fee: string;
  readonly fee_currency: string;
  readonly payer_pays: string;
  readonly receives: string;
}

/** Half a percent, rounded up: added for the payer, or deducted from what arrives. */
const feeOf = (value: bigint): bigint => (value * 5n + 999n) / 1_000n;

export interface Asked {
  readonly amount: bigint;
  readonly currency: string;
  /** Currency it is paid from; default: the same. */
  readonly payerCurrency: string;
  readonly isPayersFee: boolean;
}

export function quote({ amount, currency, payerCurrency, isPayersFee }: Asked): Quote | null {
  const cost = exchanged(amount, currency, payerCurrency);
  if (cost === null) return null;
  const fee = feeOf(isPayersFee ? cost : amount);
  return {
    payer_currency: payerCurrency,
    fee: fee.toString(),
    fee_currency: isPayersFee ? payerCurrency : currency,
    payer_pays: (isPayersFee ? cost + fee : cost).toString(),
    receives: (isPayersFee ? amount : amount - fee).toString(),
  };
}
