import { z } from "@medusajs/framework/zod";
import { PayoutInput, PayoutRow } from "./payout";

const Actor = PayoutRow.shape.created_by;
const Allowed = z.object({ allowed: z.boolean(), reason: z.string().nullable() });

export const PayoutEventKind = z.enum([
  "created",
  "imported",
  "copied",
  "edited",
  "submitted",
  "approved",
  "approval_withdrawn",
  "rejected",
  "withdrawn",
  "expired",
  "sending",
  "not_sent",
  "pending",
  "held",
  "paid",
  "failed",
  "cancelled",
  "unknown",
  "decided",
  "contradicted",
]);
export type PayoutEventKind = z.infer<typeof PayoutEventKind>;

export const PayoutEvent = z.object({
  id: z.string(),
  at: z.string(),
  kind: PayoutEventKind,
  actor: z.enum(["admin", "gateway", "system"]),
  actor_name: z.string().nullable(),
  note: z.string().nullable(),
  raw_status: z.string().nullable(),
});
export type PayoutEvent = z.infer<typeof PayoutEvent>;

const Figure = z.object({ amount: z.string(), currency: z.string() }).nullable();

export const AdminPayout = PayoutRow.extend({
  version: z.number().int(),
  request_id: z.string(),
  /** The prepared input without bank data. */
  input: PayoutInput,
  /** What approving it will do, in order, as sentences. */
  summary: z.array(z.string()),
  beneficiary_version: z.number().int(),
  /** The beneficiary was changed or blocked since it was prepared. */
  beneficiary_changed: z.boolean(),
  approved_by: z.array(z.object({ at: z.string(), actor: Actor, note: z.string().nullable() })),
  expires_at: z.string().nullable(),
  /** Earliest time of sending; null: immediately after approval. */
  send_after: z.string().nullable(),
  /** Latest answer of the gateway; null until it was sent. */
  gateway: z
    .object({
      raw_status: z.string().nullable(),
      transaction_id: z.string().nullable(),
      short_reference: z.string().nullable(),
      fee: z.object({ amount: z.string(), currency: z.string().nullable() }).nullable(),
      payer_pays: z.string().nullable(),
      beneficiary_receives: z.string().nullable(),
      /** The three figures above in major units; null: none, or not readable in the configured unit. For display only. */
      amounts: z.object({ fee: Figure, payer_pays: Figure, beneficiary_receives: Figure }),
      failure_reason: z.string().nullable(),
      failure_type: z.string().nullable(),
      message: z.string().nullable(),
      sent_at: z.string().nullable(),
      reported_at: z.string().nullable(),
    })
    .nullable(),
  replaces_id: z.string().nullable(),
  replaced_by_id: z.string().nullable(),
  events: z.array(PayoutEvent),
  actions: z.object({
    edit: Allowed,
    submit: Allowed,
    approve: Allowed,
    reject: Allowed,
    withdraw: Allowed,
    copy: Allowed,
    decide: Allowed,
  }),
});
export type AdminPayout = z.infer<typeof AdminPayout>;

export const PayoutAnswer = z.object({ payout: AdminPayout });
export type PayoutAnswer = z.infer<typeof PayoutAnswer>;
