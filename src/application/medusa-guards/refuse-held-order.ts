import type { MedusaContainer } from "@medusajs/framework/types";
import { ContainerRegistrationKeys, MedusaError } from "@medusajs/framework/utils";
import { z } from "@medusajs/framework/zod";
import { isHeldCart } from "../../modules/acquiring";
import { resolveLedger } from "../resolve-ledger";

const CartLink = z.object({ cart_id: z.string() }).optional();

/** Throws while the order's payment is held for review: a shipped order could no longer be rejected. */
export async function refuseHeldOrder(container: MedusaContainer, orderId: string): Promise<void> {
  const { data } = await container.resolve(ContainerRegistrationKeys.QUERY).graph({
    entity: "order_cart",
    fields: ["cart_id"],
    filters: { order_id: orderId },
  });
  const cartId = CartLink.parse(data[0])?.cart_id;
  if (cartId === undefined || !(await isHeldCart(resolveLedger(container).attempts.connection, cartId))) return;
  throw new MedusaError(
    MedusaError.Types.NOT_ALLOWED,
    "The payment of this order is held for review; approve it before the order is fulfilled.",
  );
}
