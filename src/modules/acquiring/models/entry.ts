import { model } from "@medusajs/framework/utils";

/** The journal: one row per event, in the order in which we learnt it. Append-only; a trigger refuses all changes. */
export const Entry = model
  .define("acquiring_entry", {
    id: model.id({ prefix: "acqent" }).primaryKey(),
    attempt_id: model.text(),
    sequence: model.number(),
    kind: model.text(),
    operation_id: model.text().nullable(),
    inbox_event_id: model.text().nullable(),
    amount: model.bigNumber().nullable(),
    currency: model.text(),
    from_state: model.text(),
    to_state: model.text(),
    actor: model.enum(["customer", "admin", "system", "gateway"]),
    source: model.enum(["request", "response", "query", "notify", "return"]),
    code: model.text().nullable(),
    message: model.text().nullable(),
    occurred_at: model.dateTime(),
  })
  .indexes([{ name: "IDX_acquiring_entry_attempt", on: ["attempt_id", "sequence"], unique: true }]);

/** Events that were committed with what they report and not yet delivered to Medusa's event bus. See ledger/events.ts. */
export const LedgerEvent = model
  .define("acquiring_event", {
    /** Of a payment the journal entry's id; of an attention item its id and what happened to it. */
    id: model.id({ prefix: "acqevt" }).primaryKey(),
    kind: model.enum(["payment", "attention_raised", "attention_resolved", "overview"]),
    /** The journal entry or attention item; the event is read from there. `overview` is not emitted: the entry changes a figure. */
    row_id: model.text(),
  })
  .indexes([{ name: "IDX_acquiring_event_created", on: ["created_at"] }]);
