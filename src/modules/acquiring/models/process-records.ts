import { model } from "@medusajs/framework/utils";

/** Work that one process at a time may do, its holder and the expiry. See `runtime/lease.ts`. */
export const LeaseRecord = model.define("acquiring_lease", {
  name: model.text().primaryKey(),
  holder: model.text(),
  leased_until: model.dateTime(),
});

/** The account of payments older than account identities, stored at the first start with them and never changed. */
export const AccountIdentity = model
  .define("acquiring_account_identity", {
    id: model.id({ prefix: "acqaid" }).primaryKey(),
    account: model.text(),
    identity: model.text(),
  })
  .indexes([{ name: "IDX_acquiring_account_identity_account", on: ["account"], unique: true }]);

/** A period in which an account sends nothing, because commits may have been lost and the gateway is queried first. */
export const Recovery = model
  .define("acquiring_recovery", {
    id: model.id({ prefix: "acqrcv" }).primaryKey(),
    /** `*`: every account. */
    account: model.text(),
    reason: model.text(),
    details: model.text(),
    /** Payments that started at or after this time are queried; null: all that can still move money. */
    since: model.dateTime().nullable(),
    started_at: model.dateTime(),
    started_by: model.text(),
    cursor: model.text().nullable(),
    queried: model.number(),
    changed: model.number(),
    held_payouts: model.number(),
    finished_at: model.dateTime().nullable(),
    finished_by: model.text().nullable(),
  })
  .indexes([{ name: "IDX_acquiring_recovery_open", on: ["account"], unique: true, where: "finished_at IS NULL" }]);

/** A write that was sent, or that the gateway knows, without a row in this database. No card or bank data. */
export const LostWrite = model
  .define("acquiring_lost_write", {
    /** Of the lost operation or payout; derived from the order number if only that is known. */
    id: model.id({ prefix: "acqlost" }).primaryKey(),
    account: model.text(),
    /** The operation's kind, `payout`, or `payment` if only the order is known. */
    kind: model.text(),
    order_no: model.text().nullable(),
    gateway_payment_id: model.text().nullable(),
    idempotency_key: model.text().nullable(),
    currency: model.text().nullable(),
    /** Integer minor units as text. */
    minor: model.text().nullable(),
    sent_at: model.dateTime().nullable(),
    source: model.text(),
    found_at: model.dateTime(),
    /** Null: not concluded. With a `result` it no longer keeps the recovery open. */
    queried_at: model.dateTime().nullable(),
    result: model.text().nullable(),
  })
  .indexes([{ name: "IDX_acquiring_lost_write_open", on: ["account"], where: "queried_at IS NULL" }]);

/** Identifies this database: another one with the same row is a copy, a restored backup or a promoted replica. */
export const LedgerEpoch = model.define("acquiring_ledger_epoch", {
  id: model.id({ prefix: "acqepo" }).primaryKey(),
  system_identifier: model.text().nullable(),
  timeline: model.text().nullable(),
  database_oid: model.text().nullable(),
  recorded_at: model.dateTime(),
});
