import type { AcquiringOptions } from "../../options/options";
import { holdsCardNumber } from "../../gateway/redaction/card-text";
import { StoreRequestError } from "../store-error";

/** The shop's page to come back to; any other address is refused. */
export function returnAddress(given: string | undefined, options: AcquiringOptions): string {
  if (given === undefined) return options.storefront.returnUrl;
  const own = ownAddress(given, options);
  if (own !== null) return own;
  throw new StoreRequestError("return_address_not_allowed", 400, [
    { field: "return_to", message: "Must be an address of one of the origins in the option storefront.origins." },
  ]);
}

/**
 * The address when it is of one of the shop's own origins, compared as origins and never as text; null otherwise, and when
 * it carries a card number, since it is stored.
 */
export function ownAddress(given: string, { storefront }: AcquiringOptions): string | null {
  const url = URL.canParse(given) ? new URL(given) : null;
  const isPlain = url !== null && !url.username && !url.password;
  if (isPlain && storefront.origins.includes(url.origin) && !holdsCardNumber(given)) return url.href;
  return null;
}

/** The same address with our parameter; whatever value it had before is replaced. */
export function withReturnToken(address: string, parameter: string, token: string): string {
  const url = new URL(address);
  url.searchParams.set(parameter, token);
  return url.href;
}
