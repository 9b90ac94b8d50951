/// <reference lib="dom" />

/** The address a shopper comes back to, with the one parameter that our return page adds. It knows no routes. */
const PARAMETER = "acquiring_return";
/** The longest address the server takes. */
const LONGEST = 500;

/** The parameter's value, or null. */
export function returnTokenOf(address: string): string | null {
  return URL.canParse(address) ? new URL(address).searchParams.get(PARAMETER) || null : null;
}

/** The same address without the parameter. */
export function withoutReturnToken(address: string): string {
  const url = new URL(address);
  // Deleting writes the whole query anew; an address that is not ours to change stays as it is.
  if (url.searchParams.has(PARAMETER)) url.searchParams.delete(PARAMETER);
  return url.href;
}

/** The page's own address, where there is a page. */
export const ownAddress = (): string | null => (typeof location === "undefined" ? null : location.href);

/**
 * Where this page is to be come back to: without an old token, and without the part
 * that never reaches a server. What the server would refuse, such as the address of
 * an app's own page, is not sent: it has a default.
 */
export function ownReturnAddress(): string | undefined {
  const address = ownAddress();
  if (address === null) return undefined;
  const url = new URL(withoutReturnToken(address));
  url.hash = "";
  // The campaign parameters of an advertisement can be longer than all the rest.
  if (url.href.length > LONGEST) url.search = "";
  return url.href.length <= LONGEST && /^https?:$/.test(url.protocol) ? url.href : undefined;
}

/** Takes the token out of the address bar, so that a reload or a bookmark does not come back again. */
export function forgetReturnToken(): void {
  const address = ownAddress();
  if (address === null || typeof history === "undefined") return;
  history.replaceState(history.state, "", withoutReturnToken(address));
}
