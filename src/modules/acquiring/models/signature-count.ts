import { model } from "@medusajs/framework/utils";

export const SignatureCount = model
  .define("acquiring_signature_count", {
    /** Account, source and minute. */
    id: model.text().primaryKey(),
    account: model.text(),
    source: model.enum(["notification", "answer"]),
    minute: model.dateTime(),
    total: model.number(),
    mismatched: model.number(),
  })
  .indexes([{ name: "IDX_acquiring_signature_count_minute", on: ["minute"] }]);
