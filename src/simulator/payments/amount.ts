/** Converts between the wire's decimal text with two decimals and integer hundredths. Exact, without floats. */
export function hundredths(text: unknown): bigint | null {
  const match = typeof text === "string" ? /^(\d{1,12})\.(\d{2})$/.exec(text) : null;
  return match ? BigInt(`${match[1] ?? ""}${match[2] ?? ""}`) : null;
}

export function decimal(value: bigint): string {
  const digits = value.toString().padStart(3, "0");
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
