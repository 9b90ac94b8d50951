import { parseUrl } from "../parse-url";
import type { AcquiringOptions } from "../../options/options";
import { holdsCardNumber } from "../../gateway/redaction/card-text";
import { isPaymentPage } from "../payables/payment-page-url";
import { StoreRequestError } from "../store-error";

/** The shop page that the customer returns to; throws for any other URL. */
export function returnAddress(given: string | undefined, options: AcquiringOptions): string {
  if (given === undefined) return options.storefront.returnUrl;
  const own = ownAddress(given, options);
  if (own !== null) return own;
  throw new StoreRequestError("return_address_not_allowed", 400, [
    { field: "return_to", message: "Must be a URL of one of the origins in the option storefront.origins." },
  ]);
}

/**
 * The URL if it has one of the shop's own origins and no card number (it is stored); null otherwise. Both spellings are
 * checked: the parser drops tabs and line breaks between digits. A `blob:` URL has the origin of the shop, too.
 */
export function ownAddress(given: string, options: AcquiringOptions): string | null {
  const url = parseUrl(given);
  if (url === null || url.username || url.password || !/^https?:$/.test(url.protocol)) return null;
  const isClean = !holdsCardNumber(given) && !holdsCardNumber(url.href);
  const isOurs = options.storefront.origins.includes(url.origin) || isPaymentPage(url, options);
  return isClean && isOurs ? url.href : null;
}

export function withReturnToken(address: string, parameter: string, token: string): string {
  const url = new URL(address);
  url.searchParams.set(parameter, token);
  return url.href;
}
