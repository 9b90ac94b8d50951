import type { AcquiringOptions } from "../../gateway/options";
import { StoreProblem } from "./problem";

/** The shop's page to come back to: only an address of one of the shop's own origins, compared as origins and never as text. */
export function returnAddress(given: string | undefined, { storefront }: AcquiringOptions): string {
  if (given === undefined) return storefront.returnUrl;
  const url = URL.canParse(given) ? new URL(given) : null;
  const isPlain = url !== null && !url.username && !url.password;
  if (isPlain && storefront.origins.includes(url.origin)) return url.href;
  throw new StoreProblem("return_address_not_allowed", 400, [
    { field: "return_to", message: "Must be an address of one of the origins in the option storefront.origins." },
  ]);
}

/** The same address with our parameter; whatever value it had before is replaced. */
export function withReturnToken(address: string, parameter: string, token: string): string {
  const url = new URL(address);
  url.searchParams.set(parameter, token);
  return url.href;
}
