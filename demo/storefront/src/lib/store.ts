import type { ShopConfig } from "./config";

/** Medusa's public store API, as far as this shop needs it. */
export interface Product {
  readonly id: string;
  readonly handle: string;
  readonly title: string;
  readonly description: string | null;
  readonly variants: readonly {
    readonly id: string;
    readonly calculated_price?: { readonly calculated_amount: number; readonly currency_code: string };
  }[];
}

export interface LineItem {
  readonly id: string;
  readonly title: string;
  readonly product_title?: string;
  readonly product_handle: string;
  readonly quantity: number;
  readonly unit_price: number;
  readonly total: number;
}

export interface Address {
  readonly first_name: string;
  readonly last_name: string;
  readonly address_1: string;
  readonly city: string;
  readonly postal_code: string;
  readonly country_code: string;
}

export interface PaymentSession {
  readonly id: string;
  readonly provider_id: string;
  readonly status: string;
  readonly data: Record<string, unknown>;
}

export interface Cart {
  readonly id: string;
  readonly email: string | null;
  readonly currency_code: string;
  readonly items: readonly LineItem[];
  readonly item_total: number;
  readonly shipping_total: number;
  readonly total: number;
  readonly shipping_address: (Address & { readonly id: string }) | null;
  readonly shipping_methods: readonly { readonly shipping_option_id: string }[];
  readonly payment_collection?: { readonly id: string; readonly payment_sessions?: readonly PaymentSession[] } | null;
}

export interface ShippingOption {
  readonly id: string;
  readonly name: string;
  readonly amount: number;
}

export interface Order {
  readonly id: string;
  readonly display_id: number;
  readonly email: string;
  readonly currency_code: string;
  readonly total: number;
  readonly items: readonly LineItem[];
  readonly payment_status: string;
}

export interface Region {
  readonly id: string;
  readonly currency_code: string;
  readonly countries: readonly { readonly iso_2: string; readonly display_name: string }[];
}

/** What the store said when it refused; `message` is Medusa's own. */
export class StoreApiError extends Error {
  override readonly name = "StoreApiError";
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

const CART_FIELDS = "fields=*items,*shipping_address,*shipping_methods,*payment_collection.payment_sessions";

export class StoreApi {
  constructor(private readonly config: ShopConfig) {}

  private async call<T>(path: string, body?: object, method = body ? "POST" : "GET"): Promise<T> {
    let response: Response;
    try {
      response = await fetch(this.config.backendUrl + path, {
        method,
        credentials: "include",
        headers: { "content-type": "application/json", "x-publishable-api-key": this.config.publishableKey },
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
    } catch {
      throw new StoreApiError(0, "The shop's server does not answer. Please try again in a moment.");
    }
    const answer = await response.json().catch(() => ({}));
    if (!response.ok)
      throw new StoreApiError(
        response.status,
        typeof answer.message === "string" ? answer.message : "Something went wrong.",
      );
    return answer;
  }

  async regions(): Promise<readonly Region[]> {
    return (await this.call<{ regions: Region[] }>("/store/regions?fields=*countries")).regions;
  }

  async products(regionId: string, handle?: string): Promise<readonly Product[]> {
    const filter = handle ? `&handle=${encodeURIComponent(handle)}` : "";
    const path = `/store/products?region_id=${regionId}&fields=*variants.calculated_price&limit=50${filter}`;
    return (await this.call<{ products: Product[] }>(path)).products;
  }

  async createCart(regionId: string): Promise<Cart> {
    return (await this.call<{ cart: Cart }>(`/store/carts?${CART_FIELDS}`, { region_id: regionId })).cart;
  }

  async cart(id: string): Promise<Cart> {
    return (await this.call<{ cart: Cart }>(`/store/carts/${id}?${CART_FIELDS}`)).cart;
  }

  async addItem(cartId: string, variantId: string): Promise<Cart> {
    const body = { variant_id: variantId, quantity: 1 };
    return (await this.call<{ cart: Cart }>(`/store/carts/${cartId}/line-items?${CART_FIELDS}`, body)).cart;
  }

  async setQuantity(cartId: string, itemId: string, quantity: number): Promise<void> {
    const path = `/store/carts/${cartId}/line-items/${itemId}`;
    await (quantity > 0 ? this.call(path, { quantity }) : this.call(path, undefined, "DELETE"));
  }

  async setAddress(cartId: string, email: string, address: Address): Promise<Cart> {
    const body = { email, shipping_address: address, billing_address: address };
    return (await this.call<{ cart: Cart }>(`/store/carts/${cartId}?${CART_FIELDS}`, body)).cart;
  }

  async shippingOptions(cartId: string): Promise<readonly ShippingOption[]> {
    const path = `/store/shipping-options?cart_id=${cartId}`;
    return (await this.call<{ shipping_options: ShippingOption[] }>(path)).shipping_options;
  }

  async setShipping(cartId: string, optionId: string): Promise<Cart> {
    const body = { option_id: optionId };
    return (await this.call<{ cart: Cart }>(`/store/carts/${cartId}/shipping-methods?${CART_FIELDS}`, body)).cart;
  }

  /** The cart's card session: the one it has, or a new one. */
  async cardSession(cart: Cart, renew: boolean): Promise<PaymentSession> {
    const existing = cart.payment_collection?.payment_sessions?.find(
      ({ provider_id }) => provider_id === CARD_PROVIDER,
    );
    if (existing && !renew && existing.status !== "error") return existing;
    const collectionId =
      cart.payment_collection?.id ??
      (await this.call<{ payment_collection: { id: string } }>("/store/payment-collections", { cart_id: cart.id }))
        .payment_collection.id;
    const answer = await this.call<{ payment_collection: { payment_sessions: PaymentSession[] } }>(
      `/store/payment-collections/${collectionId}/payment-sessions`,
      { provider_id: CARD_PROVIDER },
    );
    const session = answer.payment_collection.payment_sessions.find(({ provider_id }) => provider_id === CARD_PROVIDER);
    if (!session) throw new StoreApiError(500, "Card payment is not enabled in this shop.");
    return session;
  }

  async complete(
    cartId: string,
  ): Promise<{ type: "order"; order: Order } | { type: "cart"; error?: { message: string } }> {
    return this.call(`/store/carts/${cartId}/complete?fields=*items,payment_status`, {});
  }

  async order(id: string): Promise<Order> {
    return (await this.call<{ order: Order }>(`/store/orders/${id}?fields=*items,+payment_status`)).order;
  }
}

export const CARD_PROVIDER = "pp_acquiring-card_main";

export const money = (amount: number, currency: string): string =>
  new Intl.NumberFormat("en-IE", { style: "currency", currency: currency.toUpperCase() }).format(amount);
