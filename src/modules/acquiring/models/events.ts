import { model } from "@medusajs/framework/utils";
import { eventKinds } from "../ledger/event-rows";

/**
 * Every gateway message, stored before it is processed: raw bytes of notifications, and the facts of responses and
 * queries. Unique by content, so a duplicate changes nothing.
 */
export const InboxEvent = model
  .define("acquiring_inbox_event", {
    id: model.id({ prefix: "acqin" }).primaryKey(),
    account: model.text(),
    source: model.enum(["response", "query", "notify", "return"]),
    /** SHA-256 over account, source and bytes. */
    digest: model.text(),
    content_type: model.text().nullable(),
    /** Base64 of the exact bytes received; null for facts of our own exchanges. */
    body: model.text().nullable(),
    facts: model.json().nullable(),
    signature: model.enum(["matched", "mismatched", "absent", "not_applicable"]),
    order_no: model.text().nullable(),
    status: model.enum(["pending", "applied", "refused"]),
    result: model.text().nullable(),
    tries: model.number(),
    deliveries: model.number(),
    next_try_at: model.dateTime().nullable(),
    received_at: model.dateTime(),
    applied_at: model.dateTime().nullable(),
  })
  .indexes([
    { name: "IDX_acquiring_inbox_digest", on: ["digest"], unique: true },
    { name: "IDX_acquiring_inbox_pending", on: ["next_try_at"], where: "status = 'pending'" },
    { name: "IDX_acquiring_inbox_order_no", on: ["order_no"] },
    { name: "IDX_acquiring_inbox_handled", on: ["received_at"], where: "status <> 'pending'" },
  ]);

/** Events that were committed with what they report and not yet delivered to Medusa's event bus. See ledger/events.ts. */
export const LedgerEvent = model
  .define("acquiring_event", {
    /** Of a payment the journal entry's id; of an attention item its id and what happened to it; of a dispute the reminder's. */
    id: model.id({ prefix: "acqevt" }).primaryKey(),
    kind: model.enum([...eventKinds]),
    /**
     * The event is read from there: a journal entry, attention item, dispute reminder, audit record, payment link, subscription or charge.
     * `overview` is not emitted: the entry changes a figure.
     */
    row_id: model.text(),
  })
  .indexes([{ name: "IDX_acquiring_event_created", on: ["created_at"] }]);
