import { z } from "@medusajs/framework/zod";

/**
 * What a customer's own order still owes, for the shop's order page. For a logged-in customer only; a guest pays with a
 * link that was sent.
 *
 * - `GET /store/acquiring/orders/:id/payment-link` → `OrderPaymentAnswer`: changes nothing.
 * - `POST /store/acquiring/orders/:id/payment-link` `OrderPaymentBody` → `OrderPaymentAnswer`: with the token of the
 *   order's open link, which is created if there is none.
 */
export const OrderPaymentBody = z.strictObject({}).nullish();

/**
 * - `open`: the amount can be paid.
 * - `processing`: somebody is paying it, or left the gateway's page; choosing a method again continues or replaces it.
 * - `waiting`: a voucher or bank transfer can still be paid.
 * - `nothing_to_pay`, `order_cancelled`: there is no amount.
 */
export const OrderPaymentState = z.enum(["open", "processing", "waiting", "nothing_to_pay", "order_cancelled"]);
export type OrderPaymentState = z.infer<typeof OrderPaymentState>;

export const OrderPaymentAnswer = z.object({
  order_payment: z.object({
    state: OrderPaymentState,
    /** Decimal in major units, and an ISO 4217 code; the amount is null unless the state is `open` or `processing`. */
    amount: z.string().nullable(),
    currency: z.string(),
    /** Of the order's open link, to pay with; null if there is none yet, or nothing can be paid. */
    token: z.string().nullable(),
    /** The smallest part that can be paid by itself, in major units; null: only the whole amount. */
    smallest_part: z.string().nullable(),
    /** The page to pay at, with the token: the shop's or the plugin's. Null without a token, or if there is no page. */
    url: z.string().nullable(),
  }),
});
export type OrderPaymentAnswer = z.infer<typeof OrderPaymentAnswer>;
