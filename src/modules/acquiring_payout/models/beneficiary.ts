import { model } from "@medusajs/framework/utils";

/**
 * Somebody who is paid, as the current version says it, without anything that a bank account could be read from. It is changed under its
 * row lock, together with the version that it shows.
 */
export const Beneficiary = model
  .define("acquiring_beneficiary", {
    id: model.id({ prefix: "acqben" }).primaryKey(),
    /** Of who made it: the same again is the same beneficiary. */
    origin_key: model.text().nullable(),
    /** The number of the current version. */
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
    /** When its current version was made. */
    changed_at: model.dateTime(),
    /** Who wrote down the account as it is now. */
    account_by: model.text(),
    /** Of an API key: who made the key. */
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
