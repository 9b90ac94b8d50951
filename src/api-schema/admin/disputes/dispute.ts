import { z } from "@medusajs/framework/zod";
import { moment, several } from "../fields";

/** Disputes (chargebacks): what the gateway reported, what people entered, and how many there are a month. They change no amount. */

/** `needs_answer`: open. `overdue`: open, and its due date is over. `answered`: a person recorded that the evidence was submitted. */
export const DisputeState = z.enum(["needs_answer", "overdue", "answered", "won", "lost"]);
export type DisputeState = z.output<typeof DisputeState>;

/** Those to be answered first, by due date; then the answered, then the decided ones, the newest first. */
export const DisputeFilters = z.strictObject({
  /** Missing: all. */
  state: several(DisputeState),
  limit: z.coerce.number().int().min(1).max(100).default(20),
  offset: z.coerce.number().int().min(0).max(100_000).default(0),
});
export type DisputeFilters = z.output<typeof DisputeFilters>;

export const AdminDispute = z.object({
  /** The payment's ID, a colon, and what names the dispute within the payment. */
  id: z.string(),
  payment_id: z.string(),
  account: z.string(),
  /** At the gateway. */
  order_no: z.string(),
  order: z.object({ id: z.string(), display_id: z.number().int() }).nullable(),
  state: DisputeState,
  /** Of the dispute; null: not reported. */
  amount: z.string().nullable(),
  currency: z.string(),
  /** From the gateway: show it as text. */
  reason: z.string().nullable(),
  /** The gateway's dispute ID. */
  reference: z.string().nullable(),
  /** When it was first reported, ISO 8601. */
  opened_at: z.string(),
  /** ISO 8601; null while it is open. */
  decided_at: z.string().nullable(),
  /** By when to respond, ISO 8601: the entered date, else the reported one. */
  due_at: z.string().nullable(),
  reported_due_at: z.string().nullable(),
  entered_due_at: z.string().nullable(),
  /** When a person recorded that the evidence was submitted, ISO 8601. */
  answered_at: z.string().nullable(),
  answered_by: z.string().nullable(),
  note: z.string().nullable(),
  /** Send it with a change; 0: nothing was entered yet. */
  version: z.number().int(),
});
export type AdminDispute = z.output<typeof AdminDispute>;

export const DisputePage = z.object({
  disputes: z.array(AdminDispute),
  /** Of the filter, across all pages. */
  count: z.number().int(),
  limit: z.number().int(),
  offset: z.number().int(),
  /** Of all disputes. */
  states: z.record(DisputeState, z.number().int()),
});
export type DisputePage = z.output<typeof DisputePage>;

export const DisputeEventKind = z.enum(["received", "changed", "downloaded", "won", "lost"]);
export type DisputeEventKind = z.output<typeof DisputeEventKind>;

export const DisputeHistoryEntry = z.object({
  kind: DisputeEventKind,
  /** ISO 8601. */
  at: z.string(),
  /** Name or ID of the user; null: the gateway. */
  by: z.string().nullable(),
  /** Of a change: what was saved. */
  due_at: z.string().nullable(),
  answered: z.boolean().nullable(),
  note: z.string().nullable(),
  /** Of a download. */
  format: z.string().nullable(),
});
export type DisputeHistoryEntry = z.output<typeof DisputeHistoryEntry>;

/** The history is in order, the oldest first. */
export const AdminDisputeAnswer = z.object({ dispute: AdminDispute, history: z.array(DisputeHistoryEntry) });
export type AdminDisputeAnswer = z.output<typeof AdminDisputeAnswer>;

/** Request body of `POST /admin/acquiring/disputes/:id`. `version`: the one that was read; 409 `dispute_changed` if it is no longer current. */
export const DisputeInput = z.strictObject({
  version: z.number().int().min(0),
  due_at: moment
    .refine((at) => at >= "2000" && at < "2100", "must be between the years 2000 and 2100")
    .nullable()
    .describe("by when to respond; null: the reported date applies"),
  answered: z.boolean().describe("the evidence was submitted at the gateway"),
  note: z
    .string()
    .trim()
    .min(1, "is empty; write a note or null")
    .max(1_000, "is longer than 1,000 characters")
    .nullable(),
});
export type DisputeInput = z.output<typeof DisputeInput>;

/** The last twelve UTC months with the current one, the oldest first. */
export const DisputeRate = z.object({
  months: z.array(
    z.object({
      /** `YYYY-MM`. */
      month: z.string(),
      /** Disputes that were first reported in the month. */
      opened: z.number().int(),
      /** Captured payments that were started in the month. */
      captured: z.number().int(),
      /** `opened` divided by `captured`, in percent with two decimals; null without captured payments. */
      percent: z.string().nullable(),
    }),
  ),
});
export type DisputeRate = z.output<typeof DisputeRate>;

/** `pdf`: the document. `zip`: the same with `evidence.json`, `order.json` and `timeline.csv`. */
export const EvidenceFilters = z.strictObject({ format: z.enum(["pdf", "zip"]) });
export type EvidenceFilters = z.output<typeof EvidenceFilters>;
