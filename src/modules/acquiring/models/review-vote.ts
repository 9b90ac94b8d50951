import { model } from "@medusajs/framework/utils";

/**
 * What a person said about a held payment that two have to agree on. One row for each
 * person; append-only, enforced by a trigger: nobody's word can be changed, their own included.
 */
export const ReviewVote = model
  .define("acquiring_review_vote", {
    id: model.id({ prefix: "acqvot" }).primaryKey(),
    attempt_id: model.text(),
    /** The user's id in Medusa. */
    actor_id: model.text(),
    verdict: model.enum(["approve", "reject"]),
    note: model.text().nullable(),
    at: model.dateTime(),
  })
  .indexes([{ name: "IDX_acquiring_review_vote_once", on: ["attempt_id", "actor_id"], unique: true }]);
