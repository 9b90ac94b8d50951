/// <reference lib="dom" />
import { isRecord } from "./answer";

/** The URL that a customer returns to, with the query parameter of our return page. */
const PARAMETER = "acquiring_return";

/** `URL.parse` for browsers without it and without `URL.canParse`. */
export function urlOf(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}

export const returnTokenOf = (address: string): string | null => urlOf(address)?.searchParams.get(PARAMETER) || null;

export function withoutReturnToken(address: string): string {
  const url = new URL(address);
  // `delete` rewrites the whole query string, so URLs without our parameter are left alone.
  if (url.searchParams.has(PARAMETER)) url.searchParams.delete(PARAMETER);
  return url.href;
}

export const currentAddress = (): string | null => (typeof location === "undefined" ? null : location.href);

/** The server's limit. */
const LONGEST_ADDRESS = 500;

/**
 * The URL for returning to this page: without an old token and without the fragment. Undefined, which leaves it to the
 * server's option, where the page is no web page, as in an app. An overlong query string, such as campaign parameters,
 * is cut off so that it cannot prevent a payment.
 */
export function ownReturnAddress(): string | undefined {
  const address = currentAddress();
  if (address === null || !/^https?:/.test(address)) return undefined;
  const url = new URL(withoutReturnToken(address));
  url.hash = url.username = url.password = "";
  if (url.href.length > LONGEST_ADDRESS) url.search = "";
  return url.href.length > LONGEST_ADDRESS ? undefined : url.href;
}

/** Removes the token from the address bar, so that a reload or bookmark does not use it again. */
export function forgetReturnToken(): void {
  const address = currentAddress();
  if (address === null || typeof history === "undefined") return;
  history.replaceState(history.state, "", withoutReturnToken(address));
  // Next.js observes the history only after the first effects of the page.
  setTimeout(tellNext, 0);
}

/**
 * The App Router of Next.js takes a state with its own mark for its own change, keeps the URL that it knows, and writes that back with its
 * next update. Without the mark it takes the URL over, and adds the mark again.
 */
function tellNext(): void {
  const address = currentAddress();
  if (address === null) return;
  const state: unknown = history.state;
  if (!isRecord(state) || state[NEXT_MARK] === undefined) return;
  const { [NEXT_MARK]: mark, ...rest } = state;
  history.replaceState(rest, "", withoutReturnToken(address));
  const isMarked = isRecord(history.state) && history.state[NEXT_MARK] === mark;
  if (!isMarked) history.replaceState(state, "", currentAddress());
}

const NEXT_MARK = "__NA";
