import type { MedusaContainer } from "@medusajs/framework/types";
import { ContainerRegistrationKeys } from "@medusajs/framework/utils";
import { z } from "@medusajs/framework/zod";
import type { PaymentMethodsBody } from "../../api-schema/store";
import { linkPermits, majorAmount } from "../../modules/acquiring";
import { payableLink } from "../payables/payable-link";
import { StoreRequestError } from "../store-error";
import type { PlanSubject } from "./instalments";

/** What decides which methods are offered: a cart, or the order of a payment link with what it still owes. */
const Country = z.object({ country_code: z.string().nullish() }).nullish();
const Offered = z.object({
  email: z.string().nullish(),
  customer_id: z.string().nullish(),
  currency_code: z.string(),
  total: majorAmount,
  billing_address: Country,
  shipping_address: Country,
  items: z
    .array(
      z.object({
        variant_id: z
          .string()
          .nullish()
          .transform((id) => id ?? null),
      }),
    )
    .nullish(),
  region: z
    .object({ payment_providers: z.array(z.object({ id: z.string(), is_enabled: z.boolean().nullish() })).nullish() })
    .nullish(),
});
export type OfferedTo = z.infer<typeof Offered> &
  PlanSubject & {
    /** False for a method, by its ID, that a payment link excludes. */
    readonly permits: (method: string) => boolean;
  };

const FIELDS = [
  "id",
  "email",
  "customer_id",
  "currency_code",
  "total",
  "billing_address.country_code",
  "shipping_address.country_code",
];
const PROVIDERS = ["payment_providers.id", "payment_providers.is_enabled"];
const CART_FIELDS = [...FIELDS, "items.*", ...PROVIDERS.map((field) => `region.${field}`)];

export async function offeredTo(container: MedusaContainer, body: PaymentMethodsBody): Promise<OfferedTo> {
  return "link" in body ? offeredToLink(container, body) : offeredToCart(container, body.cart_id);
}

async function offeredToCart(container: MedusaContainer, id: string): Promise<OfferedTo> {
  const { data } = await container
    .resolve(ContainerRegistrationKeys.QUERY)
    .graph({ entity: "cart", fields: CART_FIELDS, filters: { id } });
  if (!data[0]) throw new StoreRequestError("session_not_found", 404);
  return { ...Offered.parse(data[0]), cartId: id, orderId: null, permits: () => true };
}

/** Without its items: paying for an order starts no subscription. */
async function offeredToLink(
  container: MedusaContainer,
  { link: token, amount }: Extract<PaymentMethodsBody, { link: string }>,
): Promise<OfferedTo> {
  const { balance, link } = await payableLink(container, token, amount);
  const query = container.resolve(ContainerRegistrationKeys.QUERY);
  const [orders, regions] = await Promise.all([
    query.graph({ entity: "order", fields: FIELDS, filters: { id: balance.orderId } }),
    query.graph({ entity: "region", fields: ["id", ...PROVIDERS], filters: { id: [balance.regionId ?? ""] } }),
  ]);
  const [order]: readonly object[] = orders.data;
  if (!order) throw new StoreRequestError("order_cancelled", 409);
  const offered = Offered.parse({ ...order, total: balance.due, region: regions.data[0] ?? null });
  return { ...offered, cartId: null, orderId: balance.orderId, permits: (method) => linkPermits(link, method) };
}
