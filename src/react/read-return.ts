import type { Acquiring, Returned } from "./sdk";

/**
 * Reads the address the shopper came back to, once per page: reading takes our
 * parameter out of the address, and React may run an effect twice. Who asks later on
 * the same page gets the same answer.
 */
const RETURN_PARAMETER = "acquiring_return";

interface Reading {
  readonly parameter: string;
  readonly answer: Promise<Returned | null>;
  isTaken: boolean;
}

const readings = new WeakMap<Acquiring, Reading>();

/** The parameter of an address; null when it carries none. */
export function returnParameterOf(address: string): string | null {
  const query = /\?([^#]*)/.exec(address)?.[1] ?? "";
  return new URLSearchParams(query).get(RETURN_PARAMETER) || null;
}

/** The reading for the present address, or the one begun before on this page; null when there is no return to read. */
export function readReturn(acquiring: Acquiring): Promise<Returned | null> | null {
  const parameter = returnParameterOf(globalThis.location.href);
  const present = readings.get(acquiring);
  if (parameter !== null && present?.parameter !== parameter) {
    const reading: Reading = { parameter, answer: acquiring.handleReturn(), isTaken: false };
    readings.set(acquiring, reading);
    return reading.answer;
  }
  return present?.answer ?? null;
}

/** Like `readReturn`, yet only for the first who takes it: the payment element goes on with a return once. */
export function takeableReturn(acquiring: Acquiring): { answer: Promise<Returned | null>; take: () => boolean } | null {
  const answer = readReturn(acquiring);
  const reading = readings.get(acquiring);
  if (answer === null || reading === undefined || reading.isTaken) return null;
  return {
    answer,
    take: () => {
      if (reading.isTaken) return false;
      reading.isTaken = true;
      return true;
    },
  };
}
