import { model } from "@medusajs/framework/utils";

/** A link with which what an order owes can be paid, once. See `payment-links/payment-links.ts`. */
export const PaymentLink = model
  .define("acquiring_payment_link", {
    id: model.id({ prefix: "acqlnk" }).primaryKey(),
    /** Part of the token; renewing raises it, so that earlier tokens stop working. */
    serial: model.number(),
    order_id: model.text(),
    currency: model.text(),
    /** What was due when it was created or renewed, then what was paid; integer minor units. */
    amount: model.bigNumber(),
    expires_at: model.dateTime(),
    /** When the customer first opened it. */
    opened_at: model.dateTime().nullable(),
    paid_at: model.dateTime().nullable(),
    /** The payment that paid it. */
    attempt_id: model.text().nullable(),
    revoked_at: model.dateTime().nullable(),
    created_by: model.text().nullable(),
    /** What it is for, as the customer reads it. */
    description: model.text().nullable(),
    /** IDs of the payment methods that it may be paid with, separated by spaces; null: all. */
    methods: model.text().nullable(),
    /** The language of its page, such as `de`; null: the customer's. */
    language: model.text().nullable(),
    /** When it was last sent by e-mail, and the idempotency key of that. */
    sent_at: model.dateTime().nullable(),
    sent_key: model.text().nullable(),
    /** Events already written, separated by spaces. */
    announced: model.text().default(""),
    /** When the next event may be due; null: none will be. */
    announce_at: model.dateTime().nullable(),
  })
  .indexes([
    { name: "IDX_acquiring_payment_link_order", on: ["order_id", "created_at"] },
    {
      name: "IDX_acquiring_payment_link_open",
      on: ["order_id"],
      unique: true,
      where: "paid_at IS NULL AND revoked_at IS NULL",
    },
    { name: "IDX_acquiring_payment_link_announce", on: ["announce_at"], where: "announce_at IS NOT NULL" },
  ]);
