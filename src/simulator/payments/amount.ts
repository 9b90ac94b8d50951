/**
 * Money as the wire writes it, a decimal text with exactly two decimals, to integer
 * hundredths and back. Exact, no floats; it shares nothing with the client and knows
 * no currencies.
 */
export function hundredths(text: unknown): bigint | null {
  const match = typeof text === "string" ? /^(\d{1,12})\.(\d{2})$/.exec(text) : null;
  return match ? BigInt(`${match[1] ?? ""}${match[2] ?? ""}`) : null;
}

export function decimal(value: bigint): string {
  const digits = value.toString().padStart(3, "0");
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
