/*
 * Addresses for the customer's browser. They come from outside, so they are parsed more strictly than a browser would;
 * nothing is repaired.
 */

const LOOPBACK = new Set(["localhost", "127.0.0.1", "[::1]"]);
/** Longer than browsers reliably support. */
const LONGEST = 8_000;
/** Browsers drop or convert these and so may open another address. */
// eslint-disable-next-line no-control-regex -- control characters are what is refused here
const DECEPTIVE = /[\u0000-\u0020\u007f\\]/;

/**
 * The URL, or null. `URL.canParse` is not used: in Node 20 it is compiled after many calls and then refuses hosts with
 * letters such as "ü".
 */
export function parseUrl(text: string, base?: string): URL | null {
  try {
    return new URL(text, base);
  } catch {
    return null;
  }
}

export const isLoopback = (address: string): boolean => LOOPBACK.has(new URL(address).hostname);

/** An absolute https address (http for a loopback host) without user name or password, or null. */
export function readSafeUrl(text: string): URL | null {
  if (text.length > LONGEST || DECEPTIVE.test(text) || !/^https?:\/\//i.test(text)) return null;
  const url = parseUrl(text);
  if (url === null || url.username !== "" || url.password !== "") return null;
  return url.protocol === "https:" || LOOPBACK.has(url.hostname) ? url : null;
}

/** A form's action, relative to its page; never protocol-relative. Null: invalid. */
export function readSafeFormAction(action: string, page: string): URL | null {
  const text = action.trim();
  if (text === "" || DECEPTIVE.test(text) || text.startsWith("//")) return null;
  const isAbsolute = /^[a-z][a-z0-9+.-]*:/i.test(text);
  const whole = isAbsolute ? text : parseUrl(text, page)?.href;
  const url = whole === undefined ? null : readSafeUrl(whole);
  if (url === null || url.protocol === "https:") return url;
  return url.origin === new URL(page).origin ? url : null;
}
