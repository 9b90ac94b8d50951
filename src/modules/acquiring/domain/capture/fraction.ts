/** An exact, non-negative fraction. Medusa's quantities and totals are decimals of any length. */
export interface Fraction {
  readonly over: bigint;
  readonly under: bigint;
}

export const NOTHING: Fraction = { over: 0n, under: 1n };

const divisor = (a: bigint, b: bigint): bigint => (b === 0n ? a : divisor(b, a % b));

function reduced(over: bigint, under: bigint): Fraction {
  const by = divisor(over, under);
  return by === 0n ? NOTHING : { over: over / by, under: under / by };
}

const DECIMAL = /^(\d{1,30})(?:\.(\d{1,100}))?(?:e([+-]\d{1,3}))?$/;

/** Text of a decimal, also as `1e-7`; anything else, and what is below zero, throws. */
export function createFraction(text: string): Fraction {
  const match = DECIMAL.exec(text);
  if (!match) throw new RangeError(`"${text.slice(0, 24)}" is not a plain decimal of zero or more.`);
  const decimals = match[2] ?? "";
  const power = BigInt(match[3] ?? "0") - BigInt(decimals.length);
  const digits = BigInt((match[1] ?? "0") + decimals);
  return power >= 0n ? reduced(digits * 10n ** power, 1n) : reduced(digits, 10n ** -power);
}

export const plus = (a: Fraction, b: Fraction): Fraction =>
  reduced(a.over * b.under + b.over * a.under, a.under * b.under);

/** `a` less `b`, and nothing if `b` is more. */
export const minus = (a: Fraction, b: Fraction): Fraction =>
  isSmaller(a, b) ? NOTHING : reduced(a.over * b.under - b.over * a.under, a.under * b.under);

export const times = (a: Fraction, b: Fraction): Fraction => reduced(a.over * b.over, a.under * b.under);

/** `b` is not zero. */
export const dividedBy = (a: Fraction, b: Fraction): Fraction => reduced(a.over * b.under, a.under * b.over);

export const isSmaller = (a: Fraction, b: Fraction): boolean => a.over * b.under < b.over * a.under;

export const isZero = ({ over }: Fraction): boolean => over === 0n;

/** Rounded down. */
export const fractionOf = (whole: bigint, { over, under }: Fraction): bigint => (whole * over) / under;
