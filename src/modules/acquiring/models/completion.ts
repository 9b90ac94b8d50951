import { model } from "@medusajs/framework/utils";

/** Whose turn it is to complete a cart, and until when. The row is there only while somebody does. */
export const Completion = model.define("acquiring_cart_completion_lock", {
  cart_id: model.text().primaryKey(),
  holder: model.text(),
  leased_until: model.dateTime(),
});
