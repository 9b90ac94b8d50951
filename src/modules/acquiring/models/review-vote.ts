import { model } from "@medusajs/framework/utils";

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
