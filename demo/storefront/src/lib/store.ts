import Medusa, { FetchError } from "@medusajs/js-sdk";
import type { HttpTypes } from "@medusajs/framework/types";
import type { ShopConfig } from "./config";
import type { Address, CardSession, Cart, Country, Order, Product, ShippingOption } from "./views";
import { CARD_PROVIDER, toCart, toOrder, toProduct, toShippingOption } from "./views";

/** Medusa's public store API, as far as this shop needs it; every failure leaves here as a `StoreApiError`. */
export class StoreApiError extends Error {
  override readonly name = "StoreApiError";

  constructor(
    /** The HTTP status; 0 when nothing answered. */
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

export type Completion =
  { readonly kind: "order"; readonly order: Order } | { readonly kind: "refused"; readonly message: string };

const CART = { fields: "*items,*shipping_address,*shipping_methods,*payment_collection.payment_sessions" };
const DOWN = "The shop's server does not answer. Please try again in a moment.";

export class StoreApi {
  private readonly store: Medusa["store"];

  constructor({ backendUrl, publishableKey }: ShopConfig) {
    this.store = new Medusa({ baseUrl: backendUrl, publishableKey, auth: { type: "session" } }).store;
  }

  /** Every country the shop delivers to, by name, each with the region it belongs to. */
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

  /** A quantity of 0 takes the line out. */
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

  /** The cheapest first. */
  async shippingOptions(cartId: string, currency: string): Promise<readonly ShippingOption[]> {
    const { shipping_options } = await answer(this.store.fulfillment.listCartOptions({ cart_id: cartId }));
    return [...shipping_options]
      .sort((a, b) => a.amount - b.amount)
      .map((option) => toShippingOption(option, currency));
  }

  setShipping(cartId: string, optionId: string): Promise<Cart> {
    return cartOf(this.store.cart.addShippingMethod(cartId, { option_id: optionId }, CART));
  }

  /** A new card session; Medusa replaces the one that was there. */
  async createCardSession(cart: Cart): Promise<CardSession> {
    const body = { provider_id: CARD_PROVIDER };
    const { payment_collection } = await answer(this.store.payment.initiatePaymentSession(cart.raw, body));
    const session = payment_collection.payment_sessions?.find(({ provider_id }) => provider_id === CARD_PROVIDER);
    if (!session) throw new StoreApiError(500, "Card payment is not enabled in this shop.");
    return { id: session.id, data: session.data ?? {} };
  }

  /** Places the order; for a cart that is completed already, its order. */
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

/** Medusa's words for a refusal; one clear sentence when it is down or failed itself. */
async function answer<Answer>(response: Promise<Answer>): Promise<Answer> {
  try {
    return await response;
  } catch (error) {
    if (!(error instanceof FetchError)) throw new StoreApiError(0, DOWN);
    const status = error.status ?? 500;
    throw new StoreApiError(status, status >= 500 ? DOWN : error.message);
  }
}

export const messageOf = (error: unknown): string =>
  error instanceof Error && error.message !== "" ? error.message : "Something went wrong. Please try again.";
