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

/** A vote on a held payment that two people must agree on. One row per person; append-only, enforced by a trigger. */
export const ReviewVote = model
  .define("acquiring_review_vote", {
    id: model.id({ prefix: "acqvot" }).primaryKey(),
    attempt_id: model.text(),
    actor_id: model.text(),
    action: model.enum(["approve", "reject"]),
    note: model.text().nullable(),
    at: model.dateTime(),
  })
  .indexes([{ name: "IDX_acquiring_review_vote_once", on: ["attempt_id", "actor_id"], unique: true }]);

/** One row for each saved version of the capture policy, never changed; the one with the highest number applies. */
export const CapturePolicy = model.define("acquiring_capture_policy", {
  /** `acqpol_` and the version, so that two people cannot both save the next one. */
  id: model.id({ prefix: "acqpol" }).primaryKey(),
  version: model.number(),
  /** A list of `PolicyRule`; the first one that matches a payment applies. */
  rules: model.json(),
  /** A user ID. */
  saved_by: model.text(),
});
