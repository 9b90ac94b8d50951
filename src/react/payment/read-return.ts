import type { Acquiring, Returned } from "../parts/sdk";

/**
 * Reads the return URL once per page, because reading removes our parameter; later callers get the same result, also with
 * another client of the same server, such as one that is created after a login.
 */
const RETURN_PARAMETER = "acquiring_return";

interface Reading {
  /** A lost answer is repeated with the client that asked first: it has the key of this page. */
  readonly acquiring: Acquiring;
  readonly address: string;
  readonly parameter: string;
  readonly answer: Promise<Returned | null>;
}

const readings = new Map<string, Reading>();

/** Those whose payment was followed to its end. */
export const endedReturns = new WeakSet<Returned>();

interface Claim {
  /** What the element pays for. */
  readonly owner: string;
  /** The element that follows it now. */
  readonly holder: object | null;
}

const claims = new WeakMap<Returned, Claim>();

/** A return belongs to what its first element pays for, and one element at a time follows it. */
export function claimReturn(returned: Returned, { owner, holder }: Claim): boolean {
  const known = claims.get(returned);
  if (endedReturns.has(returned) || (known && known.owner !== owner)) return false;
  if (known && known.holder !== null && known.holder !== holder) return false;
  claims.set(returned, { owner, holder });
  return true;
}

export function releaseReturn(returned: Returned, holder: object): void {
  const known = claims.get(returned);
  if (known?.holder === holder) claims.set(returned, { ...known, holder: null });
}

/** The parameter's value; null if the URL has none. */
export function returnParameterOf(address: string): string | null {
  const query = /\?([^#]*)/.exec(address)?.[1] ?? "";
  return new URLSearchParams(query).get(RETURN_PARAMETER) || null;
}

/** The result for the page's URL, or the one started earlier on this page; null if there is no return. */
export function readReturn(acquiring: Acquiring, address: string): Promise<Returned | null> | null {
  const parameter = returnParameterOf(address);
  const known = readings.get(acquiring.backendOrigin);
  if (parameter === null || known?.parameter === parameter) return known?.answer ?? null;
  const answer = acquiring.handleReturn();
  readings.set(acquiring.backendOrigin, { acquiring, address, parameter, answer });
  return answer;
}

export function readReturnAgain(acquiring: Acquiring): void {
  const known = readings.get(acquiring.backendOrigin);
  if (known) readings.set(acquiring.backendOrigin, { ...known, answer: known.acquiring.handleReturn(known.address) });
}
