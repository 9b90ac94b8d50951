import type { MedusaContainer } from "@medusajs/framework/types";
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils";
import { z } from "@medusajs/framework/zod";

/** Core cannot complete a cart linked to a deleted promotion. The cart keeps its total, which the customer paid. */
export async function unlinkDeletedPromotions(container: MedusaContainer, cartId: string): Promise<void> {
  const pg = container.resolve(ContainerRegistrationKeys.PG_CONNECTION);
  const { rows } = await pg.raw<{ rows: unknown[] }>(DELETED, [cartId]);
  if (rows.length === 0) return;
  const links = rows.map((row) => ({
    [Modules.CART]: { cart_id: cartId },
    [Modules.PROMOTION]: { promotion_id: Link.parse(row).promotion_id },
  }));
  await container.resolve(ContainerRegistrationKeys.LINK).dismiss(links);
}

const Link = z.object({ promotion_id: z.string() });

const DELETED = `
  SELECT link.promotion_id FROM cart_promotion AS link
  WHERE link.cart_id = ? AND link.deleted_at IS NULL AND NOT EXISTS (
    SELECT FROM promotion WHERE promotion.id = link.promotion_id AND promotion.deleted_at IS NULL)`;
