import type { MedusaContainer } from "@medusajs/framework/types";
import { ContainerRegistrationKeys, MedusaError } from "@medusajs/framework/utils";
import { z } from "@medusajs/framework/zod";
import { isHeldCart, isHeldCollection, isHeldOrder } from "../../modules/acquiring";
import { resolveLedger } from "../resolve-ledger";

const CartLink = z.object({ cart_id: z.string() }).optional();
const CollectionLinks = z.array(z.object({ payment_collection_id: z.string() }));

/** Throws while the order's payment is held for review: a shipped order could no longer be rejected. */
export async function refuseHeldOrder(container: MedusaContainer, orderId: string): Promise<void> {
  const query = container.resolve(ContainerRegistrationKeys.QUERY);
  const filters = { order_id: orderId };
  const [carts, collections] = await Promise.all([
    query.graph({ entity: "order_cart", fields: ["cart_id"], filters }),
    query.graph({ entity: "order_payment_collection", fields: ["payment_collection_id"], filters }),
  ]);
  const pg = resolveLedger(container).attempts.connection;
  const cartId = CartLink.parse(carts.data[0])?.cart_id;
  const collectionIds = CollectionLinks.parse(collections.data).map(({ payment_collection_id: id }) => id);
  const isHeld =
    (await (cartId === undefined ? isHeldOrder(pg, collectionIds) : isHeldCart(pg, cartId, collectionIds))) ||
    (await isHeldCollection(pg, collectionIds));
  if (!isHeld) return;
  throw new MedusaError(
    MedusaError.Types.NOT_ALLOWED,
    "The payment of this order is held for review; approve it before the order is fulfilled.",
  );
}
