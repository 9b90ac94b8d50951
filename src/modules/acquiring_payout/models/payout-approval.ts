import { model } from "@medusajs/framework/utils";

/** One person's approval of one content, until the payout changes or the approver may no longer approve. */
export const PayoutApproval = model
  .define("acquiring_payout_approval", {
    id: model.id({ prefix: "acqapr" }).primaryKey(),
    payout_id: model.text(),
    actor_id: model.text(),
    payload_hash: model.text(),
    version: model.number().nullable(),
    /** A MAC over all of the above and the time, with the options' key: a row inserted by hand has none. */
    seal: model.text().nullable(),
    note: model.text().nullable(),
    at: model.dateTime(),
    void_at: model.dateTime().nullable(),
  })
  .indexes([
    {
      name: "IDX_acquiring_payout_approval_once",
      on: ["payout_id", "actor_id"],
      unique: true,
      where: "void_at IS NULL",
    },
  ]);
