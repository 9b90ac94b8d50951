import { model } from "@medusajs/framework/utils";

/** A beneficiary's current version, without bank data. Changed under its row lock, together with the version. */
export const Beneficiary = model
  .define("acquiring_beneficiary", {
    id: model.id({ prefix: "acqben" }).primaryKey(),
    origin_key: model.text().nullable(),
    version: model.number(),
    display_name: model.text(),
    entity_type: model.enum(["COMPANY", "INDIVIDUAL"]),
    country: model.text().nullable(),
    currency: model.text().nullable(),
    bank_name: model.text().nullable(),
    account_mask: model.text(),
    account_fingerprint: model.text().nullable(),
    customer_id: model.text().nullable(),
    blocked_at: model.dateTime().nullable(),
    changed_at: model.dateTime(),
    account_by: model.text(),
    account_by_owner: model.text().nullable(),
  })
  .indexes([
    { name: "IDX_acquiring_beneficiary_origin", on: ["origin_key"], unique: true, where: "origin_key IS NOT NULL" },
    {
      name: "IDX_acquiring_beneficiary_account",
      on: ["account_fingerprint"],
      where: "account_fingerprint IS NOT NULL",
    },
    { name: "IDX_acquiring_beneficiary_customer", on: ["customer_id"], where: "customer_id IS NOT NULL" },
    { name: "IDX_acquiring_beneficiary_created", on: ["created_at", "id"] },
  ]);
