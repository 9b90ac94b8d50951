import { isRecord } from "./answer";
import { createAcquiring } from "./client";
import type { Acquiring, AcquiringForConfig, MedusaSdkLike } from "./types";

/**
 * The same beside @medusajs/js-sdk: its address, key and headers, and a customer who
 * is logged in there is logged in here. Requests are our own: its `client.fetch`
 * throws the body of an error away, and with it our code and the wrong fields.
 */
export function acquiringFor(medusa: MedusaSdkLike, config: AcquiringForConfig = {}): Acquiring {
  const known = configOf(medusa.client);
  const backendUrl = config.backendUrl ?? textIn(known, "baseUrl");
  const publishableKey = config.publishableKey ?? textIn(known, "publishableKey");
  if (!backendUrl || !publishableKey)
    throw new TypeError("acquiringFor: give backendUrl and publishableKey, the client of Medusa does not tell them.");
  const isCookieLogin = isRecord(known.auth) && known.auth.type === "session";

  const headers = async (): Promise<Record<string, string>> => {
    const token = isCookieLogin ? null : await medusa.client.getToken();
    return {
      ...textsIn(known.globalHeaders),
      ...(token && { authorization: `Bearer ${token}` }),
      ...(await config.headers?.()),
    };
  };
  return createAcquiring({ ...config, backendUrl, publishableKey, headers });
}

/** Its types call it private; what is not there is asked of the shop instead. */
const configOf = (client: MedusaSdkLike["client"]): Record<string, unknown> =>
  "config" in client && isRecord(client.config) ? client.config : {};

function textIn(known: Record<string, unknown>, name: string): string | undefined {
  const value = known[name];
  return typeof value === "string" ? value : undefined;
}

/** A header may be null there, which removes it, or a list of tags for Next.js, which is not sent. */
const textsIn = (headers: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries(isRecord(headers) ? headers : {}).flatMap(([name, value]) =>
      typeof value === "string" ? [[name, value]] : [],
    ),
  );
