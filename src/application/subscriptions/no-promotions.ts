import type { MedusaContainer } from "@medusajs/framework/types";
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils";
import { z } from "@medusajs/framework/zod";

/** Removes automatic promotions from a paid order. The flag `is_discountable` does not stop buy-get promotions. */
export async function dropPromotions(container: MedusaContainer, orderId: string): Promise<void> {
  const { data } = await container
    .resolve(ContainerRegistrationKeys.QUERY)
    .graph({ entity: "order", fields: FIELDS, filters: { id: orderId } });
  const { items, shipping_methods: methods } = Order.parse(data[0] ?? {});
  const orders = container.resolve(Modules.ORDER);
  if (items.length > 0) await orders.deleteOrderLineItemAdjustments(items);
  if (methods.length > 0) await orders.deleteOrderShippingMethodAdjustments(methods);
}

const FIELDS = ["id", "items.*", "items.adjustments.id", "shipping_methods.*", "shipping_methods.adjustments.id"];

const adjusted = z
  .array(z.object({ adjustments: z.array(z.object({ id: z.string() }).nullish()).nullish() }).nullish())
  .nullish()
  .transform((all) => (all ?? []).flatMap((one) => one?.adjustments ?? []).flatMap((each) => each?.id ?? []));

const Order = z.object({ items: adjusted, shipping_methods: adjusted });
