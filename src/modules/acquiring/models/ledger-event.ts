import { model } from "@medusajs/framework/utils";

/** Events that were committed with what they report and not yet delivered to Medusa's event bus. See ledger/events.ts. */
export const LedgerEvent = model
  .define("acquiring_event", {
    /** Of a payment the journal entry's id; of an attention item its id and what happened to it; of a dispute the reminder's. */
    id: model.id({ prefix: "acqevt" }).primaryKey(),
    kind: model.enum(["payment", "attention_raised", "attention_resolved", "overview", "dispute_due"]),
    /** The journal entry, attention item or dispute reminder; the event is read from there. `overview` is not emitted: the entry changes a figure. */
    row_id: model.text(),
  })
  .indexes([{ name: "IDX_acquiring_event_created", on: ["created_at"] }]);
