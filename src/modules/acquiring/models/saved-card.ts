import { model } from "@medusajs/framework/utils";

/**
 * A card that a customer chose to keep: the gateway's token for it, and what may
 * be shown. The checks are the last line against a card number at rest: whatever
 * the code does, Postgres refuses digits that could be one, and a removed row
 * that still holds a token.
 */
const CARD_NUMBER = "'(^|[^0-9])[0-9]{12,19}([^0-9]|$)'";

export const SavedCard = model
  .define("acquiring_saved_card", {
    id: model.id({ prefix: "acqcrd" }).primaryKey(),
    account: model.text(),
    /** The gateway account that gave the token; no other can be sent it. Empty: from before identities were kept. */
    gateway_identity: model.text().default(""),
    customer_id: model.text(),
    /** The gateway's name for the card; secret. A digest once the card is removed. */
    token: model.text(),
    /** At most six leading digits, then stars, then four digits. */
    mask: model.text(),
    brand: model.text().nullable(),
    /** `01` to `12`. */
    expiry_month: model.text(),
    /** Four digits. */
    expiry_year: model.text(),
    holder_first_name: model.text(),
    holder_last_name: model.text(),
    /** Null until the card is paid with again after it was kept. */
    last_used_at: model.dateTime().nullable(),
    /** When the gateway refused the token for good. */
    refused_at: model.dateTime().nullable(),
    refused_code: model.text().nullable(),
    removed_at: model.dateTime().nullable(),
  })
  .indexes([
    {
      name: "IDX_acquiring_saved_card_token",
      on: ["account", "token"],
      unique: true,
      where: "removed_at IS NULL",
    },
    { name: "IDX_acquiring_saved_card_customer", on: ["customer_id"], where: "removed_at IS NULL" },
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
