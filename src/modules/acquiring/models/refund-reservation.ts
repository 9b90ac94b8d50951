import { model } from "@medusajs/framework/utils";

/**
 * A refund by Medusa's button that core is still recording in its order, from before it is sent. `credit_before` and
 * `credit_due`: the order's credit lines at that moment, and what the refund adds to them, in major units.
 */
export const RefundReservation = model
  .define("acquiring_refund_reservation", {
    refund_id: model.text().primaryKey(),
    payment_id: model.text(),
    order_id: model.text(),
    credit_before: model.text(),
    credit_due: model.text(),
    reserved_at: model.dateTime(),
    answered_at: model.dateTime().nullable(),
  })
  .indexes([{ on: ["order_id"] }]);
