import type { AcquiringOptions } from "../../options/options";

/** Where the plugin's own page for a payment link is. */
const PATH = "/acquiring/pay/";

/** Null if the page is switched off. */
export const paymentPageUrl = (token: string, { paymentPage, publicBaseUrl }: AcquiringOptions): string | null =>
  paymentPage.enabled ? publicBaseUrl + PATH + token : null;

/** Whether customers may return to this URL because it is the page; no other page of this server is one. */
export function isPaymentPage(url: URL, { paymentPage, publicBaseUrl }: AcquiringOptions): boolean {
  const { origin, pathname } = new URL(publicBaseUrl + PATH);
  const token = url.pathname.startsWith(pathname) ? url.pathname.slice(pathname.length) : "";
  return paymentPage.enabled && url.origin === origin && /^[\w.-]+$/.test(token);
}

/** Whether the gateway's card page can only be shown in a frame of this page. */
export const isFramed = ({ paymentPage, checkout }: AcquiringOptions): boolean =>
  paymentPage.enabled && !checkout.presentations.includes("page");

/** Origins that may show our redirect pages in a frame: the shop's, and this page's own if it has to. */
export const framingOrigins = (options: AcquiringOptions): readonly string[] =>
  isFramed(options)
    ? [...options.storefront.origins, new URL(options.publicBaseUrl).origin]
    : options.storefront.origins;
