import { model } from "@medusajs/framework/utils";

/**
 * One row per session, cart, customer, network address and card that sent a payment recently. The migration adds the
 * column `hits`, bigint[] of milliseconds since 1970: the model language has no arrays of numbers. Only
 * `VelocityLimiter` writes it, in one statement.
 */
export const Velocity = model
  .define("acquiring_velocity", {
    /** A keyed digest of account, scope and value. */
    key: model.text().primaryKey(),
    account: model.text(),
    scope: model.enum(["session", "cart", "customer", "address", "card"]),
    forget_after: model.dateTime(),
  })
  .indexes([{ name: "IDX_acquiring_velocity_forget", on: ["forget_after"] }]);
