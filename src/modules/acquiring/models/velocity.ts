import { model } from "@medusajs/framework/utils";

/**
 * One row for each session, cart, customer, network address and card that sent a
 * payment lately. The column `hits`, bigint[] of milliseconds since 1970, is
 * added by the migration: the model language has no array of numbers.
 * Written by `VelocityLimiter` alone, in one statement.
 */
export const Velocity = model
  .define("acquiring_velocity", {
    /** A keyed digest of account, scope and value; nothing can be read from it. */
    key: model.text().primaryKey(),
    account: model.text(),
    scope: model.enum(["session", "cart", "customer", "address", "card"]),
    /** From when on the row counts nothing. */
    forget_after: model.dateTime(),
  })
  .indexes([{ name: "IDX_acquiring_velocity_forget", on: ["forget_after"] }]);
