import { z } from "@medusajs/framework/zod";
import { Action } from "./action";

/** Payment links of an order: whoever has one can pay what the order owes, once. */

const METHOD = /^(card|checkout|apm:[\w.-]{1,64})$/;

/** As in the SDK. */
export const LinkLanguage = z.enum(["ar", "de", "en", "es", "fr", "he", "it", "ja", "nl", "pl", "pt", "sv", "tr"]);
export type LinkLanguage = z.infer<typeof LinkLanguage>;

const page = {
  /** What it is for, as the customer reads it. */
  description: z.string().trim().min(1).max(300).nullable().optional(),
  /** IDs of the payment methods that it may be paid with: `card`, `checkout`, `apm:<code>`; null: all. */
  methods: z
    .array(z.string().regex(METHOD, 'must be "card", "checkout" or "apm:" and a code'))
    .min(1, "names no method; leave it out to allow all")
    .max(30)
    .nullable()
    .optional(),
  /** The language of the page; null: the customer's own. */
  language: LinkLanguage.nullable().optional(),
};

/** `expires_in_days`: 1 to 90. When a link is renewed, what is left out stays as it is. */
export const PaymentLinkTerms = z.strictObject({
  expires_in_days: z.number().int().min(1).max(90).default(14),
  ...page,
});
export type PaymentLinkTerms = z.infer<typeof PaymentLinkTerms>;

/** Sends the link to the order's e-mail address. `key`: idempotency key. */
export const PaymentLinkSending = Action;
export type PaymentLinkSending = Action;

/** A payment request without an order: a draft order of one item is created for it. `key`: idempotency key. */
export const PaymentRequest = z.strictObject({
  key: Action.shape.key,
  /** Its currency and its payment methods. */
  region_id: z.string().min(1).max(64),
  /** What is charged, taxes included: a decimal in major units, such as "30.00". */
  amount: z.string().trim().max(40),
  email: z.string().trim().max(254).pipe(z.email("must be an email address")),
  /** What it is for: the item's title, as the customer reads it. */
  description: z.string().trim().min(1, "must not be empty").max(300),
  expires_in_days: PaymentLinkTerms.shape.expires_in_days,
  methods: page.methods,
  language: page.language,
});
export type PaymentRequest = z.infer<typeof PaymentRequest>;

export const PaymentLinkRevocation = z.strictObject({});
export type PaymentLinkRevocation = z.infer<typeof PaymentLinkRevocation>;

export const AdminPaymentLink = z.object({
  id: z.string(),
  order_id: z.string(),
  state: z.enum(["open", "paid", "expired", "revoked"]),
  /** What was due when it was created or renewed; once paid, what was paid. An open link asks for what is due now. */
  amount: z.string(),
  currency: z.string(),
  /** For the address of the shop's payment page; null unless it is open. */
  token: z.string().nullable(),
  /** What the customer opens; null unless it is open and a page for payment links is configured. */
  url: z.string().nullable(),
  description: z.string().nullable(),
  /** IDs of the methods that it may be paid with; null: all. */
  methods: z.array(z.string()).nullable(),
  language: z.string().nullable(),
  /** When it was last sent by e-mail. */
  sent_at: z.string().nullable(),
  created_at: z.string(),
  created_by: z.string().nullable(),
  expires_at: z.string(),
  /** When a customer first opened it. */
  opened_at: z.string().nullable(),
  paid_at: z.string().nullable(),
  revoked_at: z.string().nullable(),
  /** The payment that paid it, for `/payments/:id`. */
  payment_id: z.string().nullable(),
});
export type AdminPaymentLink = z.infer<typeof AdminPaymentLink>;

export const PaymentLinkResult = z.object({ payment_link: AdminPaymentLink });
export type PaymentLinkResult = z.infer<typeof PaymentLinkResult>;

/** `waiting`: a voucher or bank transfer for the order may still be paid. */
export const LinkRefusal = z.enum(["order_cancelled", "waiting", "nothing_due"]);
export type LinkRefusal = z.infer<typeof LinkRefusal>;

/** An ISO 4217 code, as a region has it. */
export const LinkMethodFilters = z.strictObject({
  currency_code: z.string().regex(/^[A-Za-z]{3}$/, "must be a currency"),
});
export type LinkMethodFilters = z.infer<typeof LinkMethodFilters>;

/** The configured payment methods for a currency, to choose from. A region may offer fewer. */
export const LinkMethods = z.object({ methods: z.array(z.object({ id: z.string(), name: z.string() })) });
export type LinkMethods = z.infer<typeof LinkMethods>;

export const OrderPaymentLinks = z.object({
  /** What the order owes now, less what is authorised; null: nothing. */
  due: z.object({ amount: z.string(), currency: z.string() }).nullable(),
  /** Why no link can be created now; null: one can. */
  refusal: LinkRefusal.nullable(),
  /** The configured payment methods for the order's currency, to choose from. */
  methods: LinkMethods.shape.methods,
  /** Newest first, at most 50. */
  payment_links: z.array(AdminPaymentLink),
});
export type OrderPaymentLinks = z.infer<typeof OrderPaymentLinks>;
