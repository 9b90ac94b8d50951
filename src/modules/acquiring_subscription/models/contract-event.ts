import { model } from "@medusajs/framework/utils";

/** What happened to a contract, in order. Append-only, enforced by a trigger; the same thing is noted once. */
export const ContractEvent = model
  .define("acquiring_contract_event", {
    id: model.id({ prefix: "acqsev" }).primaryKey(),
    contract_id: model.text(),
    /** Of what happened: the same again is the same event. */
    key: model.text(),
    kind: model.text(),
    actor: model.enum(["shopper", "admin", "gateway", "system"]),
    actor_id: model.text().nullable(),
    /** Of a charge. */
    number: model.number().nullable(),
    /** In minor units, as text. */
    amount: model.text().nullable(),
    order_id: model.text().nullable(),
    /** A person's note, or the gateway's words. */
    note: model.text().nullable(),
    at: model.dateTime(),
  })
  .indexes([
    { name: "IDX_acquiring_contract_event_once", on: ["contract_id", "key"], unique: true },
    { name: "IDX_acquiring_contract_event_at", on: ["contract_id", "at"] },
  ]);
