import type { MedusaContainer } from "@medusajs/framework/types";
import { ContainerRegistrationKeys } from "@medusajs/framework/utils";
import { z } from "@medusajs/framework/zod";
import { StoreRequestError } from "../store-error";

/**
 * A new payment session replaces the old one, and core does not check whether the cart is completed. The session that
 * an order was placed with must stay, or its money would look like a late payment of an abandoned session. Throws
 * `StoreRequestError` for a completed cart.
 */
const Link = z.object({ cart: z.object({ completed_at: z.unknown() }).nullish() });

export async function refuseSecondSession(container: MedusaContainer, collectionId: string): Promise<void> {
  const { data } = await container.resolve(ContainerRegistrationKeys.QUERY).graph({
    entity: "cart_payment_collection",
    fields: ["cart_id", "cart.completed_at"],
    filters: { payment_collection_id: collectionId },
  });
  const link = data[0] ? Link.parse(data[0]) : null;
  if (link?.cart?.completed_at) throw new StoreRequestError("session_not_payable", 409);
}
