import { model } from "@medusajs/framework/utils";

/**
 * One charge of a subscription: one attempt of the ledger is one charge, by the unique index
 * on `attempt_id`. The id of the order that it becomes is made from its own id.
 */
export const Charge = model
  .define("acquiring_charge", {
    id: model.id({ prefix: "acqchg" }).primaryKey(),
    subscription_id: model.text(),
    /** 1 is the payment that the subscription was bought with. */
    number: model.number(),
    attempt_id: model.text(),
    /** `authorised`: only the first, whose money is taken later. */
    state: model.enum(["pending", "authorised", "paid", "declined", "refunded"]),
    currency: model.text(),
    /** What was charged, in minor units. */
    amount: model.bigNumber(),
    gateway_payment_id: model.text().nullable(),
    /** The gateway's words about a declined one. */
    message: model.text().nullable(),
    charged_at: model.dateTime(),
    /** Null: none yet, or none by the owner's own rule. */
    order_id: model.text().nullable(),
    /** `due`: to be made; `held`: a person has to say so first; `made`; `none`: it needs none. */
    order_state: model.enum(["due", "held", "made", "none"]),
  })
  .indexes([
    { name: "IDX_acquiring_charge_attempt", on: ["attempt_id"], unique: true },
    { name: "IDX_acquiring_charge_number", on: ["subscription_id", "number"], unique: true },
    { name: "IDX_acquiring_charge_order", on: ["order_id"], where: "order_id IS NOT NULL" },
  ]);
