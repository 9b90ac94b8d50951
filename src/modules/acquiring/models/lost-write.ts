import { model } from "@medusajs/framework/utils";

/** A write that was sent, or that the gateway knows, without a row in this database. No card or bank data. */
export const LostWrite = model
  .define("acquiring_lost_write", {
    /** Of the lost operation or payout; derived from the order number if only that is known. */
    id: model.id({ prefix: "acqlost" }).primaryKey(),
    account: model.text(),
    /** The operation's kind, `payout`, or `payment` if only the order is known. */
    kind: model.text(),
    order_no: model.text().nullable(),
    gateway_payment_id: model.text().nullable(),
    currency: model.text().nullable(),
    /** Integer minor units as text. */
    minor: model.text().nullable(),
    sent_at: model.dateTime().nullable(),
    source: model.text(),
    found_at: model.dateTime(),
    queried_at: model.dateTime().nullable(),
    result: model.text().nullable(),
  })
  .indexes([{ name: "IDX_acquiring_lost_write_open", on: ["account"], where: "queried_at IS NULL" }]);
