import type { PageForm } from "../codec/form-page";
import type { RedirectForms } from "../model/client-api";
import { resolveIssuerRedirect } from "./resolve-issuer-redirect";
import { checkoutFields, checkoutUrl } from "../operations/checkout";
import type { GatewayAccount } from "../model/account";
import type { RedirectForm } from "../model/payment-request";
import { readSafeUrl } from "../model/safe-url";

/** Requests that a customer's browser makes for us. A GET has all in its address, so that a link is enough. */
export const createRedirectForms = (account: GatewayAccount): RedirectForms => ({
  checkout: (request) => ({
    method: "post",
    url: checkoutUrl(account),
    fields: Object.entries(checkoutFields(account, request)),
  }),
  issuer: (issuerUrl, addresses) => toIssuer(account, issuerUrl, addresses),
  follow: (redirectForm) => resolveIssuerRedirect(account, redirectForm),
});

/** As a browser sends it: the fields of a GET replace the query string of its address. */
export function asRedirectForm({ method, url, fields }: PageForm): RedirectForm {
  if (method === "post") return { method, url, fields };
  const address = new URL(url);
  address.search = new URLSearchParams(fields.map(([name, value]) => [name, value])).toString();
  return { method, url: address.href, fields: [] };
}

function toIssuer(
  { profile }: GatewayAccount,
  issuerUrl: string,
  { returnUrl, notifyUrl }: { readonly returnUrl: string; readonly notifyUrl: string },
): RedirectForm | null {
  const url = readSafeUrl(issuerUrl);
  if (url === null) return null;
  const { issuer, parameters } = profile.redirect;
  const method = issuer === "browser-post" ? "post" : "get";
  const fields = [
    ["return_url", returnUrl],
    ["notify_url", notifyUrl],
  ] as const;
  switch (parameters) {
    case "query":
      return { method, url: withQuery(url, fields), fields: [] };
    case "body":
      return { method, url: url.href, fields };
    case "none":
      return { method, url: url.href, fields: [] };
  }
}

/** What stands in the query string already stays as it is spelt: the issuer may have signed it. */
function withQuery(url: URL, fields: RedirectForm["fields"]): string {
  const added = fields.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join("&");
  const address = new URL(url);
  address.search = url.search === "" ? added : `${url.search}&${added}`;
  return address.href;
}
