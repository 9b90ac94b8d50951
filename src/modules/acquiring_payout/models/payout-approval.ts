import { model } from "@medusajs/framework/utils";

/** One person's yes to one content. It counts until it is void: the payout was changed, or the approver may not approve any more. */
export const PayoutApproval = model
  .define("acquiring_payout_approval", {
    id: model.id({ prefix: "acqapr" }).primaryKey(),
    payout_id: model.text(),
    actor_id: model.text(),
    payload_hash: model.text(),
    /** Of the payout, as it was approved. */
    version: model.number().nullable(),
    /** Over all of the above and the time, with the owner's key: a row that is written by hand has none. */
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
