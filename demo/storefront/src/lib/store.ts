import type { HttpTypes } from "@medusajs/framework/types";
import type { Medusa } from "./medusa";
import { answer } from "./store-error";
import type { Address, Cart, Country, Order, Product, ShippingOption } from "./views";
import { toCart, toOrder, toProduct, toShippingOption } from "./views";

/** Medusa's public store API as far as this shop needs it. */
export type Completion =
  { readonly kind: "order"; readonly order: Order } | { readonly kind: "refused"; readonly message: string };

const CART = {
  fields: "*items,*shipping_address,*shipping_methods,*payment_collection.payment_sessions,*customer",
};

export class StoreApi {
  private readonly store: Medusa["store"];

  constructor({ store }: Pick<Medusa, "store">) {
    this.store = store;
  }

  /** Every country the shop delivers to, by name, with its region. */
  async countries(): Promise<readonly Country[]> {
    const { regions } = await answer(this.store.region.list({ fields: "*countries" }));
    return regions
      .flatMap(({ id, countries }) =>
        (countries ?? []).map(({ iso_2, display_name, name }) => ({
          code: iso_2 ?? "",
          name: display_name ?? name ?? iso_2 ?? "",
          regionId: id,
        })),
      )
      .sort((a, b) => a.name.localeCompare(b.name));
  }

  async products(regionId: string, handle?: string): Promise<readonly Product[]> {
    const query = { region_id: regionId, fields: "*variants.calculated_price", limit: 50, ...(handle && { handle }) };
    const { products } = await answer(this.store.product.list(query));
    return products.map(toProduct);
  }

  createCart(regionId: string): Promise<Cart> {
    return cartOf(this.store.cart.create({ region_id: regionId }, CART));
  }

  cart(id: string): Promise<Cart> {
    return cartOf(this.store.cart.retrieve(id, CART));
  }

  addItem(cartId: string, variantId: string): Promise<Cart> {
    return cartOf(this.store.cart.createLineItem(cartId, { variant_id: variantId, quantity: 1 }, CART));
  }

  /** Quantity 0 removes the line. */
  async setQuantity(cartId: string, lineId: string, quantity: number): Promise<Cart> {
    if (quantity > 0) return cartOf(this.store.cart.updateLineItem(cartId, lineId, { quantity }, CART));
    await answer(this.store.cart.deleteLineItem(cartId, lineId));
    return this.cart(cartId);
  }

  setAddress(cart: Cart, email: string, address: Address, regionId: string): Promise<Cart> {
    const region = regionId === cart.regionId ? {} : { region_id: regionId };
    const body = { email, shipping_address: address, billing_address: address, ...region };
    return cartOf(this.store.cart.update(cart.id, body, CART));
  }

  /** Cheapest first. */
  async shippingOptions(cartId: string, currency: string): Promise<readonly ShippingOption[]> {
    const { shipping_options } = await answer(this.store.fulfillment.listCartOptions({ cart_id: cartId }));
    return [...shipping_options]
      .sort((a, b) => a.amount - b.amount)
      .map((option) => toShippingOption(option, currency));
  }

  setShipping(cartId: string, optionId: string): Promise<Cart> {
    return cartOf(this.store.cart.addShippingMethod(cartId, { option_id: optionId }, CART));
  }

  /** Assigns the cart to the logged-in customer. */
  async attachCart(cartId: string): Promise<Cart> {
    await answer(this.store.cart.transferCart(cartId));
    return this.cart(cartId);
  }

  /** Places the order; for a completed cart, returns its order. */
  async complete(cartId: string): Promise<Completion> {
    const done = await answer(this.store.cart.complete(cartId));
    return done.type === "order"
      ? { kind: "order", order: toOrder(done.order) }
      : { kind: "refused", message: done.error.message };
  }

  async order(id: string): Promise<Order> {
    const query = { fields: "*items,*shipping_address,+payment_status" };
    const { order } = await answer(this.store.order.retrieve(id, query));
    return toOrder(order);
  }
}

async function cartOf(response: Promise<HttpTypes.StoreCartResponse>): Promise<Cart> {
  return toCart((await answer(response)).cart);
}
