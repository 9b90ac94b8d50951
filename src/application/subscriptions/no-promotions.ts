import type { MedusaContainer } from "@medusajs/framework/types";
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils";
import { z } from "@medusajs/framework/zod";

/**
 * Takes off an order what Medusa's automatic promotions took off its price: it was paid already, and costs what was
 * charged. Lines that may not be discounted are spared by most of them, but not by those that give one for another.
 */
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

/** The ids of what was taken off. */
const adjusted = z
  .array(z.object({ adjustments: z.array(z.object({ id: z.string() }).nullish()).nullish() }).nullish())
  .nullish()
  .transform((all) => (all ?? []).flatMap((one) => one?.adjustments ?? []).flatMap((each) => each?.id ?? []));

const Order = z.object({ items: adjusted, shipping_methods: adjusted });
