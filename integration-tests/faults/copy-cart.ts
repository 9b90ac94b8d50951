import { generateEntityId } from "@medusajs/framework/utils";
import type { Knex } from "@medusajs/framework/mikro-orm/knex";

/**
 * Copies a cart that Medusa's workflows created, row by row with new IDs: thousands of stories and most tests start
 * with a cart, and few are about creating one.
 */
export async function copyCart(pg: Knex, templateId: string): Promise<CopiedCart> {
  return writeCart(pg, await readCart(pg, templateId));
}

export interface CopiedCart {
  readonly cartId: string;
  readonly collectionId: string;
}

type Row = Readonly<Record<string, unknown>>;

/** Rows of one cart with its customer and payment collection, without sessions. */
export interface CartRows {
  /** Medusa creates one when the cart gets an e-mail address. */
  readonly customers: readonly Row[];
  readonly cart: Row;
  readonly addresses: readonly Row[];
  readonly items: readonly Row[];
  readonly itemTaxes: readonly Row[];
  readonly shipping: readonly Row[];
  readonly shippingTaxes: readonly Row[];
  readonly collection: Row;
  readonly link: Row;
}

export async function readCart(pg: Knex, id: string): Promise<CartRows> {
  const [cart] = await rowsOf(pg, "cart", "id", [id]);
  const [link] = await rowsOf(pg, "cart_payment_collection", "cart_id", [id]);
  const [collection] = await rowsOf(pg, "payment_collection", "id", [link?.payment_collection_id]);
  if (!cart || !link || !collection) throw new Error("The template is not a whole cart.");
  const items = await rowsOf(pg, "cart_line_item", "cart_id", [id]);
  const shipping = await rowsOf(pg, "cart_shipping_method", "cart_id", [id]);
  return {
    customers: await rowsOf(pg, "customer", "id", [cart.customer_id]),
    cart,
    link,
    collection,
    items,
    shipping,
    addresses: await rowsOf(pg, "cart_address", "id", [cart.shipping_address_id, cart.billing_address_id]),
    itemTaxes: await rowsOf(pg, "cart_line_item_tax_line", "item_id", idsOf(items)),
    shippingTaxes: await rowsOf(pg, "cart_shipping_method_tax_line", "shipping_method_id", idsOf(shipping)),
  };
}

export async function writeCart(pg: Knex, rows: CartRows): Promise<CopiedCart> {
  const ids = new Map<unknown, string>();
  const renamed = (id: unknown, prefix: string): string => {
    const name = ids.get(id) ?? generateEntityId(undefined, prefix);
    ids.set(id, name);
    return name;
  };
  const cartId = renamed(rows.cart.id, "cart");
  const collectionId = renamed(rows.collection.id, "pay_col");
  for (const { id } of rows.addresses) renamed(id, "caaddr");
  const written: readonly (readonly [string, readonly Row[]])[] = [
    ["cart_address", rows.addresses],
    ["cart", [rows.cart]],
    ["cart_line_item", rows.items],
    ["cart_line_item_tax_line", rows.itemTaxes],
    ["cart_shipping_method", rows.shipping],
    ["cart_shipping_method_tax_line", rows.shippingTaxes],
    ["payment_collection", [rows.collection]],
    ["cart_payment_collection", [rows.link]],
  ];
  for (const [, each] of written) for (const { id } of each) renamed(id, "copy");
  await pg.transaction(async (trx) => {
    for (const customer of rows.customers) ids.set(customer.id, await customerLike(trx, customer));
    for (const [table, each] of written) {
      if (each.length === 0) continue;
      // References to copied rows are replaced by references to their copies.
      const copies = each.map((row) => mapped(row, (value) => ids.get(value) ?? value));
      await insert(trx, table, copies);
    }
  });
  return { cartId, collectionId };
}

/** As in Medusa: the customer with this e-mail address, an account first; else a new guest. */
async function customerLike(trx: Knex, customer: Row): Promise<string> {
  const { email } = customer;
  const known = (): Promise<{ id: string } | undefined> =>
    trx("customer").where({ email, deleted_at: null }).orderBy("has_account", "desc").first("id");
  if (!(await known())) await insert(trx, "customer", [{ ...customer, has_account: false }], "ON CONFLICT DO NOTHING");
  const found = await known();
  if (!found) throw new Error("The copied cart has no customer.");
  return found.id;
}

async function insert(trx: Knex, table: string, rows: readonly Row[], more = ""): Promise<void> {
  await trx.raw(`INSERT INTO ?? SELECT * FROM jsonb_populate_recordset(NULL::??, ?::jsonb) ${more}`, [
    ...[table, table],
    JSON.stringify(rows),
  ]);
}

const idsOf = (rows: readonly Row[]): unknown[] => rows.map(({ id }) => id);

const mapped = (row: Row, change: (value: unknown) => unknown): Row =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [name, change(value)]));

/** As JSON, with the database's own text for times and amounts. */
async function rowsOf(pg: Knex, table: string, column: string, values: readonly unknown[]): Promise<Row[]> {
  const found = await pg(table)
    .whereIn(column, values.map(String))
    .whereNull("deleted_at")
    .select<{ row: Row }[]>(pg.raw("to_jsonb(??) AS row", [table]));
  return found.map(({ row }) => row);
}
