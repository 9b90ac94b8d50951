import type { MedusaContainer } from "@medusajs/framework/types";
import { ContainerRegistrationKeys } from "@medusajs/framework/utils";
import { z } from "@medusajs/framework/zod";
import type { CheckoutCart } from "../../modules/acquiring";
import { CheckoutCartSchema, majorAmount } from "../../modules/acquiring";

const Raw = z.object({ value: z.union([z.string(), z.number()]).transform(String) });

const Session = z.object({
  id: z.string(),
  status: z.string(),
  provider_id: z.string(),
  currency_code: z.string(),
  raw_amount: Raw,
  payment_collection_id: z.string(),
});
export type CheckoutSession = z.infer<typeof Session>;

export interface CartCheckout {
  readonly session: CheckoutSession;
  readonly cart: CheckoutCart;
  readonly pastOrders: { readonly count: number; readonly totals: readonly { currency: string; total: string }[] };
}

export async function sessionOf(container: MedusaContainer, id: string): Promise<CheckoutSession | null> {
  const { data } = await container.resolve(ContainerRegistrationKeys.QUERY).graph({
    entity: "payment_session",
    fields: ["id", "status", "provider_id", "currency_code", "raw_amount", "payment_collection_id"],
    filters: { id },
  });
  return data[0] ? Session.parse(data[0]) : null;
}

const CART_FIELDS = [
  "id",
  "email",
  "currency_code",
  "completed_at",
  "customer_id",
  "sales_channel_id",
  "total",
  "item_subtotal",
  "shipping_subtotal",
  "tax_total",
  "discount_subtotal",
  "items.*",
  "items.product.categories.name",
  "shipping_address.*",
  "billing_address.*",
  "customer.*",
  "promotions.code",
  "promotions.type",
];

const CartLink = z.object({ cart_id: z.string() }).optional();

export async function cartOf(container: MedusaContainer, session: CheckoutSession): Promise<CheckoutCart | null> {
  const query = container.resolve(ContainerRegistrationKeys.QUERY);
  const { data: links } = await query.graph({
    entity: "cart_payment_collection",
    fields: ["cart_id"],
    filters: { payment_collection_id: session.payment_collection_id },
  });
  const link = CartLink.parse(links[0]);
  if (!link) return null;
  const { data } = await query.graph({ entity: "cart", fields: CART_FIELDS, filters: { id: link.cart_id } });
  return data[0] ? CheckoutCartSchema.parse(data[0]) : null;
}

const OrderTotal = z.object({ currency_code: z.string(), total: majorAmount });
const MOST_ORDERS = 200;

/** The customer's completed orders, newest first, at most 200: enough for a risk check. */
export async function pastOrdersOf(
  container: MedusaContainer,
  customerId: string | null,
): Promise<CartCheckout["pastOrders"]> {
  if (customerId === null) return { count: 0, totals: [] };
  const { data } = await container.resolve(ContainerRegistrationKeys.QUERY).graph({
    entity: "order",
    fields: ["id", "currency_code", "total"],
    filters: { customer_id: customerId },
    pagination: { take: MOST_ORDERS, skip: 0, order: { created_at: "DESC" } },
  });
  const totals = data
    .map((row) => OrderTotal.parse(row))
    .map(({ currency_code, total }) => ({ currency: currency_code, total }));
  return { count: totals.length, totals };
}
