import type { HttpTypes } from "@medusajs/framework/types";

/** The part of Medusa's answers that this shop shows. Amounts are major units, as in Medusa. */
export interface Product {
  readonly id: string;
  readonly handle: string;
  readonly title: string;
  readonly description: string;
  readonly variantId: string | null;
  /** Formatted, or empty if there is none in this region. */
  readonly price: string;
  readonly currency: string;
}

export interface Line {
  readonly id: string;
  readonly variantId: string | null;
  readonly title: string;
  readonly handle: string;
  readonly quantity: number;
  readonly total: string;
}

export interface Address {
  readonly first_name: string;
  readonly last_name: string;
  readonly address_1: string;
  readonly postal_code: string;
  readonly city: string;
  readonly country_code: string;
}

/** A payment started on the cart. */
export interface BegunPayment {
  readonly id: string;
  readonly data: Record<string, unknown>;
}

export interface Cart {
  readonly id: string;
  readonly regionId: string | null;
  readonly isCompleted: boolean;
  readonly email: string;
  readonly address: Address | null;
  readonly shippingOptionId: string | null;
  readonly lines: readonly Line[];
  readonly count: number;
  /** Formatted, or null until a shipping option is chosen. */
  readonly delivery: string | null;
  readonly total: string;
  readonly currency: string;
  /** Active payment sessions of this package's providers. */
  readonly begun: readonly BegunPayment[];
  /** The cart's customer account; null for a guest. */
  readonly accountId: string | null;
}

export interface ShippingOption {
  readonly id: string;
  readonly name: string;
  readonly price: string;
}

/** Payment status of an order; `unpaid`: its payment ended without money, and it can be paid again. */
export type Standing = "paid" | "waiting" | "unpaid" | "refunded" | "cancelled";

export interface Order {
  readonly id: string;
  readonly number: string;
  readonly email: string;
  readonly standing: Standing;
  readonly lines: readonly Line[];
  readonly delivery: string;
  readonly total: string;
  readonly address: Address | null;
}

export interface Country {
  readonly code: string;
  readonly name: string;
  readonly regionId: string;
}

/** For a customer, an authorised payment is paid. */
const STANDINGS: Readonly<Record<HttpTypes.StoreOrder["payment_status"], Standing>> = {
  authorized: "paid",
  captured: "paid",
  partially_captured: "paid",
  partially_refunded: "paid",
  refunded: "refunded",
  canceled: "unpaid",
  not_paid: "waiting",
  awaiting: "waiting",
  partially_authorized: "waiting",
  requires_action: "waiting",
};

const OURS = /^pp_acquiring-/;

const money = (amount: number, currency: string): string =>
  new Intl.NumberFormat("en-IE", { style: "currency", currency: currency.toUpperCase() }).format(amount);

export function toProduct(product: HttpTypes.StoreProduct): Product {
  const variant = product.variants?.[0];
  const { calculated_amount: amount, currency_code: currency } = variant?.calculated_price ?? {};
  return {
    id: product.id,
    handle: product.handle,
    title: product.title,
    description: product.description ?? "",
    variantId: variant?.id ?? null,
    price: typeof amount === "number" && currency ? money(amount, currency) : "",
    currency: currency ?? "",
  };
}

/** Medusa's type omits fields added by the field list. */
interface RawCart extends HttpTypes.StoreCart {
  readonly customer?: { readonly id: string; readonly has_account?: boolean } | null;
}

export function toCart(cart: RawCart): Cart {
  const items = cart.items ?? [];
  const sessions = (cart.payment_collection?.payment_sessions ?? []).filter(
    ({ provider_id, status }) => OURS.test(provider_id) && status !== "error" && status !== "canceled",
  );
  return {
    id: cart.id,
    regionId: cart.region_id ?? null,
    isCompleted: Boolean(cart.completed_at),
    email: cart.email ?? "",
    address: toAddress(cart.shipping_address),
    shippingOptionId: cart.shipping_methods?.[0]?.shipping_option_id ?? null,
    lines: items.map((item) => toLine(item, cart.currency_code)),
    count: items.reduce((sum, { quantity }) => sum + quantity, 0),
    delivery: cart.shipping_methods?.length ? free(cart.shipping_total, cart.currency_code) : null,
    total: money(cart.total, cart.currency_code),
    currency: cart.currency_code,
    begun: sessions.map(({ id, data }) => ({ id, data: data ?? {} })),
    accountId: cart.customer?.has_account ? cart.customer.id : null,
  };
}

export const toShippingOption = (option: HttpTypes.StoreCartShippingOption, currency: string): ShippingOption => ({
  id: option.id,
  name: option.name,
  price: free(option.amount, currency),
});

export const toOrder = (order: HttpTypes.StoreOrder): Order => ({
  id: order.id,
  number: `#${String(order.display_id ?? order.id)}`,
  email: order.email ?? "",
  standing: order.status === "canceled" ? "cancelled" : (STANDINGS[order.payment_status] ?? "waiting"),
  lines: (order.items ?? []).map((item) => toLine(item, order.currency_code)),
  delivery: free(order.shipping_total, order.currency_code),
  total: money(order.total, order.currency_code),
  address: toAddress(order.shipping_address),
});

interface RawLine {
  readonly id: string;
  readonly variant_id?: string | null;
  readonly title: string;
  readonly product_title?: string | null;
  readonly product_handle?: string | null;
  readonly quantity: number;
  readonly unit_price: number;
  readonly total?: number;
}

const toLine = (item: RawLine, currency: string): Line => ({
  id: item.id,
  variantId: item.variant_id ?? null,
  title: item.product_title ?? item.title,
  handle: item.product_handle ?? "",
  quantity: item.quantity,
  total: money(item.total ?? item.unit_price * item.quantity, currency),
});

const toAddress = (raw: { [Name in keyof Address]?: string | null } | null | undefined): Address | null =>
  raw?.address_1 && raw.country_code
    ? {
        first_name: raw.first_name ?? "",
        last_name: raw.last_name ?? "",
        address_1: raw.address_1,
        postal_code: raw.postal_code ?? "",
        city: raw.city ?? "",
        country_code: raw.country_code,
      }
    : null;

const free = (amount: number, currency: string): string => (amount === 0 ? "free" : money(amount, currency));
