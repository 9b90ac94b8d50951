import { z } from "@medusajs/framework/zod";
import { SessionRef } from "./store";
import { linkToken, partAmount, trimmed } from "./store-fields";

/** Payment links in the storefront API: reading one, and a session to pay it; routes as listed in `store.ts`. */

/** Body of `POST /store/acquiring/payment-link`. */
export const PaymentLinkBody = z.strictObject({ link: linkToken });
export type PaymentLinkBody = z.infer<typeof PaymentLinkBody>;

/**
 * Body of `POST /store/acquiring/payment-link/session`: `provider_id` of one of the link's payment methods, and with
 * `splitPayments` the part of what is due that is paid with it.
 */
export const LinkSessionBody = z.strictObject({
  link: linkToken,
  provider_id: trimmed(120).min(1),
  amount: partAmount.optional(),
});
export type LinkSessionBody = z.infer<typeof LinkSessionBody>;

/**
 * - `open`: it can be paid.
 * - `processing`: somebody is paying it, or a started payment waits for its customer; paying with the same method
 *   continues it.
 * - `paid`, `expired`, `revoked`, `order_cancelled`, `nothing_to_pay`: it cannot be paid any more.
 * - `waiting`: a voucher or bank transfer for the order may still be paid.
 */
export const PaymentLinkState = z.enum([
  "open",
  "processing",
  "waiting",
  "paid",
  "expired",
  "revoked",
  "order_cancelled",
  "nothing_to_pay",
]);
export type PaymentLinkState = z.infer<typeof PaymentLinkState>;

/** What a payment link asks for. Details only while it can be paid; a link that ended shows its state alone. */
export const PaymentLinkAnswer = z.object({
  payment_link: z.object({
    state: PaymentLinkState,
    /** Decimal in major units, as due at this moment; null if it cannot be paid. */
    amount: z.string().nullable(),
    /** ISO 4217. */
    currency: z.string(),
    /** What it is for, as staff wrote it. */
    description: z.string().nullable(),
    /** The page's language, such as `de`; null: the customer's own. */
    language: z.string().nullable(),
    /** The smallest part of the amount that may be paid alone; null: only the whole amount. */
    smallest_part: z.string().nullable(),
    /** The order's number, as the customer knows it. */
    order_number: z.string().nullable(),
    items: z.array(z.object({ title: z.string(), quantity: z.number(), thumbnail: z.string().nullable() })),
    shop: z.object({ name: z.string().nullable() }),
    /** ISO 8601. */
    expires_at: z.string(),
  }),
});
export type PaymentLinkAnswer = z.infer<typeof PaymentLinkAnswer>;

/** A payment session for a link: pay it with `POST /store/acquiring/payments`, which needs the link's token too. */
export const LinkSessionAnswer = z.object({
  session: SessionRef,
  /** What will be charged, decimal in major units. Show it before the customer pays. */
  amount: z.string(),
  currency: z.string(),
});
export type LinkSessionAnswer = z.infer<typeof LinkSessionAnswer>;
