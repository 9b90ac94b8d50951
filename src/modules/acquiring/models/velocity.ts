import { model } from "@medusajs/framework/utils";

/**
 * Recent payments of one session, cart, customer, network address or card, known
 * by a keyed digest only. One row for each; the limits are judged under its lock.
 */
export const Velocity = model
  .define("acquiring_velocity", {
    id: model.id({ prefix: "acqvel" }).primaryKey(),
    scope: model.text(),
    /** Digest of what is counted; nothing can be read back from it. */
    subject: model.text(),
    /** Milliseconds since 1970, oldest first; a JSON list. */
    hits: model.json(),
    last_hit_at: model.dateTime(),
  })
  .indexes([
    { name: "IDX_acquiring_velocity_subject", on: ["scope", "subject"], unique: true },
    { name: "IDX_acquiring_velocity_last_hit", on: ["last_hit_at"] },
  ]);
