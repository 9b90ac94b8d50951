import { generateEntityId } from "@medusajs/framework/utils";
import type { Knex } from "@medusajs/framework/mikro-orm/knex";

/**
 * A new cart like one that was made by Medusa's own workflows, row by row under new
 * ids: thousands of stories and most tests begin with a cart, and hardly one is about
 * how carts are made.
 */
export async function copyCart(pg: Knex, templateId: string): Promise<CopiedCart> {
  return writeCart(pg, await readCart(pg, templateId));
}

export interface CopiedCart {
  readonly cartId: string;
  readonly collectionId: string;
}

type Row = Readonly<Record<string, unknown>>;

/** The rows of one cart with its customer and its payment collection, without sessions. */
export interface CartRows {
  /** Medusa makes one when the cart hears of an e-mail address. */
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
      // Whatever names one of the rows names its copy.
      const copies = each.map((row) => mapped(row, (value) => ids.get(value) ?? value));
      await insert(trx, table, copies);
    }
  });
  return { cartId, collectionId };
}

/** As Medusa does it: whoever has this e-mail address, an account first; a guest is made where there is nobody. */
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

/** As JSON, with the database's own words for times and amounts. */
async function rowsOf(pg: Knex, table: string, column: string, values: readonly unknown[]): Promise<Row[]> {
  const found = await pg(table)
    .whereIn(column, values.map(String))
    .whereNull("deleted_at")
    .select<{ row: Row }[]>(pg.raw("to_jsonb(??) AS row", [table]));
  return found.map(({ row }) => row);
}
