import { generateEntityId } from "@medusajs/framework/utils";
import type { Knex } from "@medusajs/framework/mikro-orm/knex";

/**
 * A new cart like one that was made by Medusa's own workflows, row by row under new
 * ids: thousands of stories begin with a cart, and none is about how carts are made.
 */
export async function copyCart(pg: Knex, templateId: string): Promise<{ cartId: string; collectionId: string }> {
  const cartId = generateEntityId(undefined, "cart");
  const collectionId = generateEntityId(undefined, "pay_col");
  const [template] = await rowsOf(pg, "cart", { id: templateId });
  const [link] = await rowsOf(pg, "cart_payment_collection", { cart_id: templateId });
  if (!template || !link) throw new Error("The template is not a whole cart.");
  await pg.transaction(async (trx) => {
    const shipping = await copy(trx, "cart_address", { id: template.shipping_address_id }, {});
    const billing = await copy(trx, "cart_address", { id: template.billing_address_id }, {});
    const addresses = { shipping_address_id: shipping[0]?.[1], billing_address_id: billing[0]?.[1] };
    await copy(trx, "cart", { id: templateId }, { id: cartId, ...addresses });
    for (const [from, to] of await copy(trx, "cart_line_item", { cart_id: templateId }, { cart_id: cartId })) {
      await copy(trx, "cart_line_item_tax_line", { item_id: from }, { item_id: to });
    }
    for (const [from, to] of await copy(trx, "cart_shipping_method", { cart_id: templateId }, { cart_id: cartId })) {
      await copy(trx, "cart_shipping_method_tax_line", { shipping_method_id: from }, { shipping_method_id: to });
    }
    await copy(trx, "payment_collection", { id: link.payment_collection_id }, { id: collectionId });
    const linked = { cart_id: cartId, payment_collection_id: collectionId };
    await copy(trx, "cart_payment_collection", { cart_id: templateId }, linked);
  });
  return { cartId, collectionId };
}

type Row = Readonly<Record<string, unknown>>;

const rowsOf = (pg: Knex, table: string, where: Row): Promise<Row[]> => pg(table).where({ ...where, deleted_at: null });

/** Copies the rows; answers old and new ids. */
async function copy(trx: Knex, table: string, where: Row, changes: Row): Promise<[string, string][]> {
  const ids: [string, string][] = [];
  for (const row of await rowsOf(trx, table, where)) {
    const id = typeof changes.id === "string" ? changes.id : generateEntityId(undefined, "copy");
    await trx.raw(
      `INSERT INTO ?? SELECT (jsonb_populate_record(NULL::??, to_jsonb(t) || ?::jsonb)).* FROM ?? t WHERE id = ?`,
      [table, table, JSON.stringify({ ...changes, id }), table, String(row.id)],
    );
    ids.push([String(row.id), id]);
  }
  return ids;
}
