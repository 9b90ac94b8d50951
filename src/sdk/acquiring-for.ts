import { isRecord } from "./answer";
import { createAcquiring } from "./client";
import type { Acquiring, AcquiringForConfig, MedusaSdkLike } from "./types";

/**
 * Creates the client from @medusajs/js-sdk: its backend URL, key and headers are reused, and a customer logged in there
 * is logged in here. Requests are our own, because its `client.fetch` discards an error's body with our error code and
 * invalid fields.
 */
export function acquiringFor(medusa: MedusaSdkLike, config: AcquiringForConfig = {}): Acquiring {
  const known = configOf(medusa.client);
  const backendUrl = config.backendUrl ?? textIn(known, "baseUrl");
  const publishableKey = config.publishableKey ?? textIn(known, "publishableKey");
  if (!backendUrl || !publishableKey)
    throw new TypeError(
      "acquiringFor: pass backendUrl and publishableKey; they could not be read from the Medusa client.",
    );
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

/** Typed as private; missing values must be given in the shop's own configuration. */
const configOf = (client: MedusaSdkLike["client"]): Record<string, unknown> =>
  "config" in client && isRecord(client.config) ? client.config : {};

function textIn(known: Record<string, unknown>, name: string): string | undefined {
  const value = known[name];
  return typeof value === "string" ? value : undefined;
}

/** There, null removes a header and an array holds Next.js cache tags; neither is sent. */
const textsIn = (headers: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries(isRecord(headers) ? headers : {}).flatMap(([name, value]) =>
      typeof value === "string" ? [[name, value]] : [],
    ),
  );
