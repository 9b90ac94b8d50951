import { z } from "@medusajs/framework/zod";
import { planIntervals } from "../../modules/acquiring_subscription/domain/billing-calendar";

/** The columns of each kind of import file. A message says how to write the field. */
const text = (how: string, pattern: RegExp) => z.string({ error: how }).regex(pattern, how);

const whole = (how: string, most: number) =>
  text(how, /^[1-9]\d{0,5}$/)
    .transform((digits) => parseInt(digits, 10))
    .refine((value) => value <= most, how);

const Account = text("Write a key of the option accounts.", /^[A-Za-z0-9_-]{1,50}$/).optional();
const CustomerId = text("Write a Medusa customer ID, such as cus_01J….", /^[\x21-\x7e]{1,100}$/).optional();
const Email = text("Write the email address of a registered customer.", /^[^\s@]+@[^\s@]+$/).optional();
const OrderId = text("Write a Medusa order ID, such as order_01J….", /^[\x21-\x7e]{1,100}$/).optional();

const isDay = (day: string): boolean => {
  const at = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(day);
};
const day = (how: string) => text(how, /^\d{4}-\d{2}-\d{2}$/).refine(isDay, how);

const PAID = {
  account: Account,
  order_no: text(
    "Write the gateway's order number: up to 50 letters, digits, - and _. Others cannot be queried.",
    /^[A-Za-z0-9_-]{1,50}$/,
  ),
  gateway_payment_id: text("Write the gateway's transaction ID.", /^[\x21-\x7e]{1,50}$/),
  amount: text('Write a decimal amount as text, such as "12.50".', /^\d{1,12}(\.\d{1,3})?$/),
  currency: text("Write a currency code, such as EUR.", /^[A-Za-z]{3}$/),
};

const EXPIRY_YEAR = "Write a year with four digits, such as 2031.";
const EXPIRY_MONTH = "Write a month from 01 to 12.";
const NAME = "Write the name on the card, up to 60 characters.";

export const CardRecord = z.strictObject({
  account: Account,
  customer_id: CustomerId,
  email: Email,
  token: text(
    "Write the gateway's token: up to 50 characters without spaces, not a card number.",
    /^[\x21-\x7e]{1,50}$/,
  ),
  brand: text("Write a brand, such as visa.", /^[a-z][a-z0-9 _-]{0,39}$/i).optional(),
  first6: text("Write the first six digits, or leave it empty.", /^\d{6}$/).optional(),
  last4: text("Write the last four digits.", /^\d{4}$/),
  expiry_month: text(EXPIRY_MONTH, /^(0?[1-9]|1[0-2])$/).transform((month) => month.padStart(2, "0")),
  expiry_year: text(EXPIRY_YEAR, /^20\d{2}$/),
  holder_first_name: text(NAME, /^[^\p{Cc}]{1,60}$/u),
  holder_last_name: text(NAME, /^[^\p{Cc}]{1,60}$/u),
});
export type CardRecord = z.infer<typeof CardRecord>;

const AUTHORISED = "Write the day or time of the authorisation, such as 2026-11-20 or 2026-11-20T10:15:00Z.";

export const AuthorisationRecord = z.strictObject({
  ...PAID,
  authorised_at: text(AUTHORISED, /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2}))?$/)
    .refine((time) => isDay(time.slice(0, 10)) && !Number.isNaN(Date.parse(time)), AUTHORISED)
    .transform((time) => new Date(time)),
  method: z.enum(["card", "checkout"], "Write card, or checkout for the gateway's page.").default("card"),
  order_id: OrderId,
  customer_id: CustomerId,
  email: Email,
});
export type AuthorisationRecord = z.infer<typeof AuthorisationRecord>;

export const SubscriptionLine = z.strictObject({
  ...PAID,
  recurring_id: text("Write the gateway's recurring ID.", /^[\x21-\x7e]{1,50}$/),
  name: text("Write the subscription's name at the gateway.", /^[^\p{Cc}]{1,200}$/u),
  interval: z.enum(planIntervals, `Write one of ${planIntervals.join(", ")}.`),
  interval_count: whole("Write how many intervals one period has, from 1 to 999.", 999).default(1),
  remaining_charges: whole("Write how many charges are left, or leave it empty.", 999_999).optional(),
  next_charge_on: day("Write the day of the first charge that becomes an order here, such as 2026-12-01."),
  ends_on: day("Write the last day, such as 2027-12-01, or leave it empty.").optional(),
  customer_id: CustomerId,
  email: Email,
  variant_id: text("Write the Medusa variant that it delivers, such as variant_01J….", /^[\x21-\x7e]{1,100}$/),
  quantity: whole("Write how many pieces, from 1 to 9999.", 9_999).default(1),
  order_id: OrderId,
});
export type SubscriptionLine = z.infer<typeof SubscriptionLine>;

export const recordSchemas = {
  cards: CardRecord,
  authorisations: AuthorisationRecord,
  subscriptions: SubscriptionLine,
} as const;

export const importColumnsOf = (kind: keyof typeof recordSchemas): readonly string[] =>
  Object.keys(recordSchemas[kind].shape);

export const requiredImportColumnsOf = (kind: keyof typeof recordSchemas): readonly string[] =>
  Object.entries(recordSchemas[kind].shape)
    .filter(([, field]) => !field.safeParse(undefined).success)
    .map(([name]) => name);
