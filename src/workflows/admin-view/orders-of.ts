import type { Knex } from "@medusajs/framework/mikro-orm/knex";

/** The order of a cart, as the dashboard names it. */
export interface OrderName {
  readonly id: string;
  readonly display_id: number;
}

/** The orders that were made of these carts, by cart, in one question; a cart without one is left out. */
export async function ordersOf(pg: Knex, carts: readonly (string | null)[]): Promise<ReadonlyMap<string, OrderName>> {
  const asked = [...new Set(carts.flatMap((cart) => cart ?? []))];
  if (asked.length === 0) return new Map();
  const { rows } = await pg.raw<{ rows: { cart_id: string; id: string; display_id: number }[] }>(
    `SELECT link.cart_id, placed.id, placed.display_id FROM order_cart AS link
     JOIN "order" AS placed ON placed.id = link.order_id
     WHERE link.cart_id = ANY(?) AND link.deleted_at IS NULL`,
    [asked],
  );
  return new Map(rows.map(({ cart_id: cart, ...order }) => [cart, order]));
}
