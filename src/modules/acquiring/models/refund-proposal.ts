import { model } from "@medusajs/framework/utils";

/**
 * What was last found to refund for an order, and what was decided about that amount. What is to refund now is always
 * computed from Medusa's order; a new amount makes a dismissal and a stop void. See `refund-proposals/refund-proposals.ts`.
 */
export const RefundProposal = model
  .define("acquiring_refund_proposal", {
    id: model.id({ prefix: "acqrfp" }).primaryKey(),
    order_id: model.text(),
    currency: model.text(),
    /** Integer minor units; 0: nothing. */
    amount: model.bigNumber(),
    /** How many refunds of the order there were: the same amount after another refund is another proposal. */
    refunds: model.number(),
    /** Of the order, when it was last examined. */
    order_version: model.number(),
    /** When `acquiring.refund.proposed` was emitted for this amount. */
    announced_at: model.dateTime().nullable(),
    dismissed_at: model.dateTime().nullable(),
    dismissed_by: model.text().nullable(),
    /** When it is to be examined again without an event; null: with the next one. */
    due_at: model.dateTime().nullable(),
    tries: model.number().default(0),
    /** Why this amount is not refunded automatically any more: a code; null: it may be. */
    stopped: model.text().nullable(),
  })
  .indexes([
    { name: "IDX_acquiring_refund_proposal_order", on: ["order_id"], unique: true },
    { name: "IDX_acquiring_refund_proposal_due", on: ["due_at"], where: "due_at IS NOT NULL" },
  ]);
