import type { MedusaContainer } from "@medusajs/framework/types";
import { ContainerRegistrationKeys } from "@medusajs/framework/utils";
import { z } from "@medusajs/framework/zod";
import type { PaymentLinkAnswer } from "../../api-schema/store-link";
import { resolveLedger } from "../resolve-ledger";
import { readLink } from "./link-view";
import { isFramed, paymentPageUrl } from "./payment-page-url";

/** What the plugin's own page for a payment link shows, and what its script needs. Reading it changes nothing. */
export interface LinkPageView {
  readonly link: PaymentLinkAnswer["payment_link"];
  /** What staff chose for the link; null: the customer's language, no description. */
  readonly language: string | null;
  readonly description: string | null;
  /** Null: the store has none that is valid, so nothing can be paid. */
  readonly publishableKey: string | null;
  /** The page's own URL. */
  readonly url: string;
  /** Origins of pages that the page has to show in a frame. */
  readonly frames: readonly string[];
  /** Origins of the payment methods' pictures. */
  readonly pictures: readonly string[];
}

/** Null if the page is switched off. Throws as `readLink` does. */
export async function readPaymentPage(container: MedusaContainer, token: string): Promise<LinkPageView | null> {
  const { options } = resolveLedger(container);
  const url = paymentPageUrl(token, options);
  if (url === null) return null;
  const { link, answer } = await readLink(container, token);
  const gateways = [...options.accounts.values()].map(({ baseUrl }) => new URL(baseUrl).origin);
  return {
    link: answer.payment_link,
    language: answer.payment_link.language,
    description: answer.payment_link.description,
    publishableKey: await publishableKeyFor(container, link.order_id),
    url,
    frames: isFramed(options) ? ["'self'", "https:", ...gateways] : [],
    pictures: options.apmMethods.flatMap(({ icon }) => (icon?.startsWith("https:") ? new URL(icon).origin : [])),
  };
}

const Keys = z.array(
  z.object({
    token: z.string(),
    revoked_at: z.coerce.date().nullish(),
    sales_channels: z.array(z.object({ id: z.string() }).nullable()).nullish(),
  }),
);
const Channels = z.array(z.object({ sales_channel_id: z.string().nullish() }));

/** A key of the order's sales channel, else any: Medusa demands one of store requests, and it is no secret. */
async function publishableKeyFor(container: MedusaContainer, orderId: string): Promise<string | null> {
  const query = container.resolve(ContainerRegistrationKeys.QUERY);
  const { data: orders } = await query.graph({
    entity: "order",
    fields: ["id", "sales_channel_id"],
    filters: { id: orderId },
  });
  const channelId = Channels.parse(orders)[0]?.sales_channel_id;
  const { data } = await query.graph({
    entity: "api_key",
    fields: ["token", "revoked_at", "sales_channels.id"],
    filters: { type: "publishable" },
  });
  const now = resolveLedger(container).now();
  const keys = Keys.parse(data).filter(({ revoked_at: revoked }) => !revoked || revoked > now);
  const own = keys.find(({ sales_channels: channels }) => channels?.some((channel) => channel?.id === channelId));
  return (own ?? keys[0])?.token ?? null;
}
