import type { Knex } from "knex";

/**
 * A story's payments: of its cart, and with payment links of the cart's order. A story of a draft order, which has no
 * cart, is named by the order's ID.
 */
export const ORDERS_OF_STORY = `
  SELECT order_id FROM order_cart WHERE cart_id = :story AND deleted_at IS NULL UNION SELECT :story`;

const IS_OF_STORY = `(cart_id = :story OR payment_link_id IN (
  SELECT id FROM acquiring_payment_link WHERE order_id IN (${ORDERS_OF_STORY})))`;

export const ATTEMPTS_OF_STORY = `
  SELECT id FROM acquiring_payment_attempt WHERE ${IS_OF_STORY}`;

export const attemptsOfStory = (pg: Knex, story: string): Knex.QueryBuilder<{ id: string }, string[]> =>
  pg("acquiring_payment_attempt").select("id").whereRaw(IS_OF_STORY, { story });
