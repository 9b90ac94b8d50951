/*
 * Every field of the payment request (the gateway's interface, "Payment request" and "APM payment request") and of the
 * direct payment result, with its wire type. The schema checks the types of the known fields. Further text fields pass:
 * the profile can rename some fields. So a text is sent because an operation builds it, not because it is listed here.
 */

import { z } from "@medusajs/framework/zod";
import { PersonWire } from "./person-fields";

const text = z.string();
const decimal = z.string().regex(/^\d{1,15}(\.\d{1,4})?$/);

const CartItem = z.strictObject({
  basic_item_data: z.strictObject({
    name: text,
    quantity: text,
    type: text,
    price: z.strictObject({
      amount_usd: z.number().optional(),
      amount_local_currency: z.number(),
      currency: text,
    }),
    category: text,
    productId: text,
  }),
});

const AccountOwnerItem = z.strictObject({
  first_name: text,
  last_name: text,
  email: text,
  account_id: text,
  lastLogin_ip: text,
  registration_ip: text,
  created: z.number(),
  past_orders_count: z.number(),
  past_orders_sum: z.number(),
});

const SubscriptionWire = z.strictObject({
  contract: text,
  contract_name: text,
  contract_amount: text,
  interval: text,
  interval_count: text,
  contract_start: text.optional(),
  contract_end: text.optional(),
  price_id: text.optional(),
  billing_cycle: z.number().int().optional(),
  promotion_cycle: z.number().int().optional(),
});
export type SubscriptionWire = z.infer<typeof SubscriptionWire>;

const MpiInfo = z.strictObject({ mpi_info: z.strictObject({ eci: text, cavv: text, xid: text, dsTransID: text }) });

/** Known to the gateway's interface, but never sent: no operation fills them. */
const neverSent = {
  shopper_level: text.optional(),
  document: text.optional(),
  birth_date: text.optional(),
  cookie_new: text.optional(),
  cookie_old: text.optional(),
  platform_source: text.optional(),
  price_id: text.optional(),
  quote_id: text.optional(),
  quote_price: text.optional(),
  storefront_domains: text.optional(),
  checkout_time: z.number().int().optional(),
};

/** `catchall`: the names of the site and risk-cookie fields are options (`profile.fields`), so they are not listed. */
export const AuthoriseWire = z
  .object({
    merchant_id: text,
    account_id: text,
    order_no: text,
    currency: text,
    amount: decimal,
    encryption_data: text,
    item_total: decimal.optional(),
    shipping: decimal.optional(),
    handling: decimal.optional(),
    tax_total: decimal.optional(),
    insurance: decimal.optional(),
    shipping_discount: decimal.optional(),
    discount: decimal.optional(),
    items: text.optional(),
    note: text.optional(),
    custom: text.optional(),
    shopper_id: text.optional(),
    shopper_email: text.optional(),
    shopper_ip: text.optional(),
    shopper_phone: text.optional(),
    open3d: text.optional(),
    token_flag: text.optional(),
    token_id: text.optional(),
    card: text.optional(),
    expiration_month: text.optional(),
    expiration_year: text.optional(),
    security_code: text.optional(),
    first_name: text.optional(),
    last_name: text.optional(),
    notify_url: text.optional(),
    billing_country: text.optional(),
    billing_state: text.optional(),
    billing_city: text.optional(),
    billing_address: text.optional(),
    billing_postal_code: text.optional(),
    os: text.optional(),
    browser: text.optional(),
    browser_lang: text.optional(),
    time_zone: text.optional(),
    resolution: text.optional(),
    color_depth: text.optional(),
    accept: text.optional(),
    user_agent: text.optional(),
    challenge_window_size: text.optional(),
    session_id: text.optional(),
    delivery_firstname: text.optional(),
    delivery_lastname: text.optional(),
    delivery_country: text.optional(),
    delivery_state: text.optional(),
    delivery_city: text.optional(),
    delivery_address: text.optional(),
    delivery_postal_code: text.optional(),
    installments: text.optional(),
    installments_id: text.optional(),
    device_fingerprint: text.optional(),
    device_type: text.optional(),
    order_type: text.optional(),
    cart_items: z.array(CartItem).optional(),
    account_owner: z.array(AccountOwnerItem).optional(),
    total_discount: z.array(z.strictObject({ coupon_code_used: text, discount_type: text })).optional(),
    additional_information: z.array(MpiInfo).optional(),
    subscription: SubscriptionWire.optional(),
    payment_method: text.optional(),
    bank_code: text.optional(),
    return_url: text.optional(),
    delivery_district_name: text.optional(),
    delivery_street_name: text.optional(),
    person: PersonWire.optional(),
    ...neverSent,
  })
  .catchall(text);
export type AuthoriseWire = z.infer<typeof AuthoriseWire>;

/**
 * What a field of the direct payment result is for, and so what happens if it cannot be read:
 * - `decisive`: it decides the outcome. If it is unreadable, or in another place or spelling, the whole response is
 *   unreadable: the outcome is unknown, and the payment is held for review.
 * - `origin`: it identifies the account or signs the response. Unreadable: as `decisive`. In another place or spelling
 *   it counts as missing, since the checks of the account and the signature follow.
 * - `hold`: it may request a review, or carry a token, a 3-D Secure result or a subscription. If it is unreadable, or
 *   in another place or spelling, the outcome stands and the payment is held for review.
 * - `informational`: it is only stored or displayed. If it is unreadable, it counts as missing.
 */
export type ResultFieldKind = "decisive" | "origin" | "hold" | "informational";

/** After an alternative method or 3-D Secure: issuer_url, and neither order_status nor transaction_id. */
export const resultFields = {
  merchant_id: "origin",
  account_id: "origin",
  order_no: "decisive",
  amount: "decisive",
  currency: "decisive",
  transaction_id: "decisive",
  card: "informational",
  order_status: "decisive",
  result_info: "decisive",
  contract_name: "informational",
  recurring_id: "hold",
  recurring_deduction_period: "informational",
  recurring_deduction_time: "informational",
  note: "informational",
  token_id: "hold",
  connector: "informational",
  threeds_result: "hold",
  risk_action: "hold",
  risk_score: "hold",
  issuer_url: "decisive",
  encryption_data: "origin",
} as const satisfies Readonly<Record<string, ResultFieldKind>>;
