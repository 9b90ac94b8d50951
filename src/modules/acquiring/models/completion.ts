import { model } from "@medusajs/framework/utils";

/** The holder of a cart's completion lock, and its expiry. The row exists only while it is held. */
export const Completion = model.define("acquiring_cart_completion_lock", {
  cart_id: model.text().primaryKey(),
  holder: model.text(),
  leased_until: model.dateTime(),
});
