import { model } from "@medusajs/framework/utils";

/** The gateway's token, and what may be displayed. Postgres refuses digits like a card number, and removed tokens. */
const CARD_NUMBER = "'(^|[^0-9])[0-9]{12,19}([^0-9]|$)'";

export const SavedCard = model
  .define("acquiring_saved_card", {
    id: model.id({ prefix: "acqcrd" }).primaryKey(),
    account: model.text(),
    /** The gateway account of the token; no other account can use it. Empty: older than account identities. */
    gateway_identity: model.text().default(""),
    customer_id: model.text(),
    /** The gateway's token; secret. A digest once the card is removed. */
    token: model.text(),
    /** At most six leading digits, then asterisks, then four digits. */
    mask: model.text(),
    brand: model.text().nullable(),
    expiry_month: model.text(),
    expiry_year: model.text(),
    holder_first_name: model.text(),
    holder_last_name: model.text(),
    /** Null until the card is used again after it was saved. */
    last_used_at: model.dateTime().nullable(),
    /** When the gateway refused the token permanently. */
    refused_at: model.dateTime().nullable(),
    refused_code: model.text().nullable(),
    removed_at: model.dateTime().nullable(),
    /** When it was imported from another integration; null: saved with a payment here. */
    imported_at: model.dateTime().nullable(),
  })
  .indexes([
    {
      name: "IDX_acquiring_saved_card_token",
      on: ["account", "token"],
      unique: true,
      where: "removed_at IS NULL",
    },
    { name: "IDX_acquiring_saved_card_customer", on: ["customer_id"], where: "removed_at IS NULL" },
    { name: "IDX_acquiring_saved_card_expiry", on: ["expiry_year", "expiry_month"], where: "removed_at IS NULL" },
  ])
  .checks([
    {
      name: "acquiring_saved_card_no_number",
      expression: (c) => `${c.token} !~ ${CARD_NUMBER} AND ${c.mask} !~ ${CARD_NUMBER}`,
    },
    { name: "acquiring_saved_card_masked", expression: (c) => `${c.mask} ~ '^[0-9]{0,6}[*]+[0-9]{4}$'` },
    {
      name: "acquiring_saved_card_expiry",
      expression: (c) => `${c.expiry_month} ~ '^(0[1-9]|1[0-2])$' AND ${c.expiry_year} ~ '^20[0-9]{2}$'`,
    },
    {
      name: "acquiring_saved_card_words",
      expression: (c) =>
        `(${c.holder_first_name} || ' ' || ${c.holder_last_name} || ' ' || coalesce(${c.brand}, '')) !~ '[0-9]{6}'`,
    },
    {
      name: "acquiring_saved_card_token_gone",
      expression: (c) => `${c.removed_at} IS NULL OR ${c.token} LIKE 'removed:%'`,
    },
  ]);
