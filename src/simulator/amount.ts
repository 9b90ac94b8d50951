/** Decimal texts with two decimals as integer hundredths, exact. The simulator's own; it shares nothing with the client. */
export function hundredths(text: unknown): bigint | null {
  if (typeof text !== "string") return null;
  const match = /^(\d{1,15})(?:\.(\d{1,2}))?$/.exec(text);
  return match ? BigInt(`${match[1] ?? "0"}${(match[2] ?? "").padEnd(2, "0")}`) : null;
}

export function decimal(value: bigint): string {
  const digits = value.toString().padStart(3, "0");
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
