import { z } from "@medusajs/framework/zod";
import type { OrderNo } from "../../../gateway/model/ids";
import type { Money } from "../../../gateway/model/money";
import { createCurrency, createMoney, fromMajor, fromMedusa, MoneyError } from "../../../gateway/model/money";
import type { RequestedInstalments } from "../../../gateway/model/instalments";
import type { AuthoriseRequest, Device, Instrument } from "../../../gateway/model/payment-request";

/** Builds the authorise request from a checkout. Missing data is left out; the amount is never guessed. Pure. */
const text = z
  .string()
  .nullish()
  .transform((value) => value ?? null);
/** Medusa's amounts are BigNumbers (raw value: exact text), texts or numbers. */
export const majorAmount = z.preprocess(
  (value) => rawValue(value),
  z.union([z.string(), z.number()]).transform(String),
);
const optionalMajor = majorAmount.nullish().transform((value) => value ?? "0");

function rawValue(value: unknown): unknown {
  if (typeof value !== "object" || value === null || !("raw" in value)) return value;
  const { raw } = value;
  return typeof raw === "object" && raw !== null && "value" in raw ? raw.value : value;
}

const AddressSchema = z.object({
  first_name: text,
  last_name: text,
  country_code: text,
  province: text,
  city: text,
  address_1: text,
  address_2: text,
  postal_code: text,
  phone: text,
});

const ItemSchema = z.object({
  title: z.string(),
  product_id: text,
  variant_id: text,
  product_title: text,
  variant_title: text,
  thumbnail: text,
  /** Of an order's item, a BigNumber. */
  quantity: z.preprocess((value) => rawValue(value), z.coerce.number()),
  unit_price: majorAmount,
  product: z.object({ categories: z.array(z.object({ name: z.string() })).nullish() }).nullish(),
  requires_shipping: z.boolean().nullish(),
});

export const CheckoutCartSchema = z.object({
  id: z.string(),
  email: text,
  currency_code: z.string(),
  completed_at: z.unknown(),
  customer_id: text,
  sales_channel_id: text,
  total: majorAmount,
  item_subtotal: optionalMajor,
  shipping_subtotal: optionalMajor,
  tax_total: optionalMajor,
  discount_subtotal: optionalMajor,
  items: z
    .array(ItemSchema)
    .nullish()
    .transform((items) => items ?? []),
  shipping_address: AddressSchema.nullish(),
  billing_address: AddressSchema.nullish(),
  customer: z
    .object({
      id: z.string(),
      has_account: z.boolean().nullish(),
      first_name: text,
      last_name: text,
      email: text,
      created_at: z.coerce.date(),
    })
    .nullish(),
  promotions: z
    // A deleted promotion is null; its discount is in the total until the cart changes.
    .array(z.object({ code: text, type: text }).nullish())
    .nullish()
    .transform((rows) => (rows ?? []).flatMap((row) => row ?? [])),
});
export type CheckoutCart = z.infer<typeof CheckoutCartSchema>;

export interface RequestParts {
  readonly orderNo: OrderNo;
  readonly money: Money;
  readonly cart: CheckoutCart;
  readonly pastOrders: { readonly count: number; readonly totals: readonly { currency: string; total: string }[] };
  readonly instrument: Instrument;
  readonly device: Device;
  readonly customerIp: string | null;
  readonly site: string;
  readonly notifyUrl: string;
  readonly returnUrl: string;
  readonly cancelUrl: string;
  /** Missing: paid at once. */
  readonly instalments?: RequestedInstalments | null;
}

export function buildAuthoriseRequest(parts: RequestParts): AuthoriseRequest {
  const { cart, money } = parts;
  const delivery = addressOf(cart.shipping_address);
  return {
    orderNo: parts.orderNo,
    money,
    breakdown: breakdownOf(cart, money),
    items: cart.items.flatMap((item) => itemOf(item, money)),
    site: parts.site,
    note: null,
    custom: cart.id,
    customer: {
      id: cart.customer_id,
      email: cart.email ?? "",
      ip: parts.customerIp,
      phone: cart.billing_address?.phone ?? cart.shipping_address?.phone ?? null,
    },
    accountOwner: accountOwnerOf(parts),
    discounts: cart.promotions.flatMap(({ code, type }) => (code ? [{ code, type: type ?? "standard" }] : [])),
    billing: addressOf(cart.billing_address) ?? delivery,
    delivery,
    device: parts.device,
    instrument: parts.instrument,
    notifyUrl: parts.notifyUrl,
    returnUrl: parts.returnUrl,
    cancelUrl: parts.cancelUrl,
    instalments: parts.instalments ?? null,
  };
}

function breakdownOf(cart: CheckoutCart, { currency, minor }: Money): AuthoriseRequest["breakdown"] {
  const zero = createMoney(0n, currency);
  const part = (value: string): Money => fromMedusa(value, currency);
  try {
    const items = part(cart.item_subtotal);
    const shipping = part(cart.shipping_subtotal);
    const tax = part(cart.tax_total);
    const discount = part(cart.discount_subtotal);
    if (items.minor + shipping.minor + tax.minor - discount.minor !== minor) return null;
    return { items, shipping, tax, discount, handling: zero, insurance: zero, shippingDiscount: zero };
  } catch (error) {
    if (error instanceof MoneyError) return null;
    throw error;
  }
}

/** An item is left out if its unit price is not exact in the currency (part of a bundle, say). */
function itemOf(item: CheckoutCart["items"][number], { currency }: Money): AuthoriseRequest["items"] {
  try {
    return [
      {
        name: item.title,
        productId: item.product_id ?? item.variant_id ?? "",
        unitPrice: fromMajor(item.unit_price, currency),
        quantity: item.quantity,
        type: item.requires_shipping === false ? "digital" : "physical",
        category: item.product?.categories?.[0]?.name ?? "",
      },
    ];
  } catch (error) {
    if (error instanceof MoneyError) return [];
    throw error;
  }
}

function addressOf(address: CheckoutCart["shipping_address"]): AuthoriseRequest["billing"] {
  if (!address?.country_code) return null;
  const lines = [address.address_1, address.address_2].filter((line) => line);
  return {
    firstName: address.first_name ?? "",
    lastName: address.last_name ?? "",
    country: address.country_code.toUpperCase(),
    state: address.province,
    city: address.city,
    address: lines.length > 0 ? lines.join(", ") : null,
    postalCode: address.postal_code,
  };
}

function accountOwnerOf({ cart, pastOrders, money }: RequestParts): AuthoriseRequest["accountOwner"] {
  const { customer } = cart;
  if (!customer?.has_account) return null;
  return {
    id: customer.id,
    firstName: customer.first_name ?? "",
    lastName: customer.last_name ?? "",
    email: customer.email ?? cart.email ?? "",
    createdAt: Math.floor(customer.created_at.getTime() / 1_000),
    pastOrdersCount: pastOrders.count,
    pastOrdersSum: sumOf(pastOrders.totals, money),
    lastLoginIp: null,
  };
}

/** Earlier orders in the payment's currency; those in others are counted, not added. */
function sumOf(totals: RequestParts["pastOrders"]["totals"], { currency }: Money): Money {
  const exact = totals
    .filter((order) => createCurrency(order.currency) === currency)
    .map(({ total }) => {
      try {
        return fromMedusa(total, currency).minor;
      } catch (error) {
        if (error instanceof MoneyError) return 0n;
        throw error;
      }
    });
  return createMoney(
    exact.reduce((sum, minor) => sum + minor, 0n),
    currency,
  );
}
