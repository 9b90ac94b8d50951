import type { MedusaContainer } from "@medusajs/framework/types";
import { LINK_TOKEN } from "../../options/payment-link-options";
import { resolveLedger } from "../resolve-ledger";
import { paymentPageUrl } from "./payment-page-url";

/** The full address that a customer opens: the shop's page, or else the plugin's. Null if neither is configured. */
export function linkUrl(container: MedusaContainer, token: string): string | null {
  const { options } = resolveLedger(container);
  const { url } = options.paymentLinks;
  return url?.replace(LINK_TOKEN, () => encodeURIComponent(token)) ?? paymentPageUrl(token, options);
}
