import { model } from "@medusajs/framework/utils";

/** One ledger attempt is one charge, by the unique index on `attempt_id`. Its order's id is derived from its own. */
export const Charge = model
  .define("acquiring_charge", {
    id: model.id({ prefix: "acqchg" }).primaryKey(),
    subscription_id: model.text(),
    /** 1 is the purchase. */
    number: model.number(),
    attempt_id: model.text(),
    /** `authorised`: only the first, captured later. */
    state: model.enum(["pending", "authorised", "paid", "declined", "refunded"]),
    currency: model.text(),
    /** In minor units. */
    amount: model.bigNumber(),
    gateway_payment_id: model.text().nullable(),
    message: model.text().nullable(),
    charged_at: model.dateTime(),
    /** Null: none yet, or none by the shop's own rule. Of a declined one: the order that its period is paid with instead. */
    order_id: model.text().nullable(),
    /**
     * `due`: to be created; `held`: a person must confirm first; `made`; `none`: not needed. Of a declined one with an
     * order: it can be paid, was paid (`made`), or must not be paid any more (`none`).
     */
    order_state: model.enum(["due", "held", "made", "none"]),
  })
  .indexes([
    { name: "IDX_acquiring_charge_attempt", on: ["attempt_id"], unique: true },
    { name: "IDX_acquiring_charge_number", on: ["subscription_id", "number"], unique: true },
    { name: "IDX_acquiring_charge_order", on: ["order_id"], where: "order_id IS NOT NULL" },
  ]);
