import type { Acquiring, Returned } from "../parts/sdk";

/**
 * Reads the address the shopper came back to, once per page: reading takes our
 * parameter out of the address, and React may run an effect twice. Who asks later on
 * the same page gets the same answer.
 */
const RETURN_PARAMETER = "acquiring_return";

interface Reading {
  readonly address: string;
  readonly parameter: string;
  readonly answer: Promise<Returned | null>;
}

const readings = new WeakMap<Acquiring, Reading>();

/** The parameter of an address; null when it carries none. */
export function returnParameterOf(address: string): string | null {
  const query = /\?([^#]*)/.exec(address)?.[1] ?? "";
  return new URLSearchParams(query).get(RETURN_PARAMETER) || null;
}

/** The reading for the page's address, or the one begun before on this page; null when there is no return to read. */
export function readReturn(acquiring: Acquiring, address: string): Promise<Returned | null> | null {
  const parameter = returnParameterOf(address);
  const known = readings.get(acquiring);
  if (parameter === null || known?.parameter === parameter) return known?.answer ?? null;
  const answer = acquiring.handleReturn();
  readings.set(acquiring, { address, parameter, answer });
  return answer;
}

/** Asks anew after a reading that failed; the address bar has forgotten the parameter by then. */
export function readReturnAgain(acquiring: Acquiring): void {
  const known = readings.get(acquiring);
  if (known) readings.set(acquiring, { ...known, answer: acquiring.handleReturn(known.address) });
}
