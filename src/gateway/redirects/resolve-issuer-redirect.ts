/*
 * Requests an issuer's address for the customer (profile `redirect.issuer: "server-follow"`) and returns where it
 * redirects to. One request to an allow-listed host, at checked addresses; no redirect is followed, no body is read,
 * and any error is null.
 */

import type { LookupAddress } from "node:dns";
import type { LookupFunction } from "node:net";
import type { GatewayAccount } from "../model/account";
import type { RedirectForm } from "../model/payment-request";
import { undici } from "../transport/undici";
import { publicAddressLookup } from "./ssrf-guard";
import { isLoopback, readSafeUrl } from "../model/safe-url";

const REDIRECTS = new Set([301, 302, 303, 307, 308]);

export async function resolveIssuerRedirect(
  account: GatewayAccount,
  redirectForm: RedirectForm,
): Promise<RedirectForm | null> {
  const { redirect: rules, timeouts } = account.profile;
  const url = readSafeUrl(redirectForm.url);
  if (rules.issuer !== "server-follow" || redirectForm.method !== "get" || url === null) return null;
  if (!rules.followHosts.includes(url.host)) return null;
  const allowLoopback = isLoopback(account.baseUrl);
  const addresses = await publicAddressLookup(url.hostname, { allowLoopback, timeoutMs: timeouts.connectMs });
  if (addresses === null) return null;
  const location = await requestLocation(url, addresses, timeouts);
  const target = location === null ? null : readSafeUrl(location);
  if (target === null || (target.protocol !== "https:" && !allowLoopback)) return null;
  return { method: "get", url: target.href, fields: [] };
}

interface Timeouts {
  readonly connectMs: number;
  readonly otherMs: number;
}

async function requestLocation(
  url: URL,
  addresses: readonly LookupAddress[],
  { connectMs, otherMs }: Timeouts,
): Promise<string | null> {
  const client = new (undici().Client)(url.origin, { connect: { timeout: connectMs, lookup: pinned(addresses) } });
  try {
    const { statusCode, headers, body } = await client.request({
      method: "GET",
      path: url.pathname + url.search,
      headers: { accept: "*/*", "accept-encoding": "identity" },
      headersTimeout: otherMs,
      bodyTimeout: otherMs,
      signal: AbortSignal.timeout(otherMs),
    });
    // Giving an answer up makes its stream emit an error; without a listener that would end the process.
    body.on("error", () => undefined);
    body.destroy();
    return REDIRECTS.has(statusCode) && typeof headers.location === "string" ? headers.location : null;
  } catch {
    // Refused, late or not HTTP: nothing was decided, and the customer can try again.
    return null;
  } finally {
    await client.destroy();
  }
}

/** Returns the checked addresses for any name. */
const pinned =
  (addresses: readonly LookupAddress[]): LookupFunction =>
  (_host, options, callback) => {
    const [first] = addresses;
    if (options.all === true) callback(null, [...addresses]);
    else callback(null, first?.address ?? "", first?.family);
  };
