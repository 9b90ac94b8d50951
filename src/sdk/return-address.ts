/// <reference lib="dom" />

/** The address a shopper comes back to, with the one parameter that our return page adds. It knows no routes. */
const PARAMETER = "acquiring_return";

/** The parameter's value, or null. */
export function returnTokenOf(address: string): string | null {
  return URL.canParse(address) ? new URL(address).searchParams.get(PARAMETER) || null : null;
}

/** The same address without the parameter. */
export function withoutReturnToken(address: string): string {
  const url = new URL(address);
  // Deleting writes the whole query anew: an address without ours stays as it is.
  if (url.searchParams.has(PARAMETER)) url.searchParams.delete(PARAMETER);
  return url.href;
}

/** The page's own address, where there is a page. */
export const currentAddress = (): string | null => (typeof location === "undefined" ? null : location.href);

/** The server takes no longer one. */
const LONGEST_ADDRESS = 500;

/**
 * Where this page is to be come back to: without an old token, and without the part
 * that never reaches a server. Undefined, which leaves it to the server's option,
 * where the page is no web page, as in an app. A long tail of campaign parameters
 * is cut off: it must not keep anybody from paying.
 */
export function ownReturnAddress(): string | undefined {
  const address = currentAddress();
  if (address === null || !/^https?:/.test(address)) return undefined;
  const url = new URL(withoutReturnToken(address));
  url.hash = url.username = url.password = "";
  if (url.href.length > LONGEST_ADDRESS) url.search = "";
  return url.href.length > LONGEST_ADDRESS ? undefined : url.href;
}

/** Takes the token out of the address bar, so that a reload or a bookmark does not come back again. */
export function forgetReturnToken(): void {
  const address = currentAddress();
  if (address === null || typeof history === "undefined") return;
  history.replaceState(history.state, "", withoutReturnToken(address));
}
