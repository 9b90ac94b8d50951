import { model } from "@medusajs/framework/utils";

/**
 * A person's approval of a refund that needs two. It counts for exactly what was shown: another amount, or another refund
 * of the same payment meanwhile, has another `fingerprint`. One row per person; append-only, enforced by a trigger.
 */
export const RefundApproval = model
  .define("acquiring_refund_approval", {
    id: model.id({ prefix: "acqrfa" }).primaryKey(),
    fingerprint: model.text(),
    order_id: model.text().nullable(),
    /** Null: of all payments of the order. */
    attempt_id: model.text().nullable(),
    currency: model.text(),
    /** Integer minor units. */
    amount: model.bigNumber(),
    actor_id: model.text(),
    at: model.dateTime(),
  })
  .indexes([{ name: "IDX_acquiring_refund_approval_once", on: ["fingerprint", "actor_id"], unique: true }]);
