import { z } from "@medusajs/framework/zod";
import { AttentionKind } from "./payment";

/** Personal data: export, erasure, legal holds and retention. */
const id = z.string().trim().min(1).max(200);
const email = z.string().trim().min(3).max(320).includes("@");
/** Kept permanently, so it must not contain personal data; long numbers are refused. */
const reason = z
  .string()
  .trim()
  .min(1)
  .max(300)
  .refine((text) => !/\d{4}|@/.test(text), "reason: it is kept; leave out numbers and e-mail addresses.");

const person = {
  customer_id: id.nullable().default(null),
  email: email.nullable().default(null),
  /** Only what belongs to this order of Medusa. */
  order_id: id.nullable().default(null),
};

/**
 * Request body of `POST /admin/acquiring/privacy/people`: exactly one of `customer_id`, `email` and `order_id`. `find` counts what is
 * stored and says why it cannot be erased yet; `export` is audited; `erase` cannot be undone.
 */
export const PersonRequest = z
  .discriminatedUnion("action", [
    z.strictObject({ action: z.literal("find"), ...person }),
    z.strictObject({ action: z.literal("export"), ...person }),
    z.strictObject({ action: z.literal("erase"), ...person, reason }),
  ])
  .refine(
    ({ customer_id: customer, email: address, order_id: order }) =>
      [customer, address, order].filter((one) => one !== null).length === 1,
    "customer_id: name one of a customer ID, an e-mail address and an order ID.",
  );
export type PersonRequest = z.output<typeof PersonRequest>;

export const ErasureBlockerKind = z.enum([
  "payment_unfinished",
  "payment_authorised",
  "payment_in_review",
  "refund_unconfirmed",
  "operation_unknown",
  "refund_proposed",
  "dispute_open",
  "subscription_active",
  "payment_link_open",
  "notification_unprocessed",
  "attention_open",
  "legal_hold",
]);
export type ErasureBlockerKind = z.output<typeof ErasureBlockerKind>;

/** Something that is not over. */
export const ErasureBlocker = z.object({
  kind: ErasureBlockerKind,
  /** For people: the order number at the gateway, or an ID. */
  name: z.string(),
  /** Of the subscription, payment link, attention item or legal hold. */
  id: z.string().nullable(),
  payment_id: z.string().nullable(),
  /** Of Medusa. */
  order_id: z.string().nullable(),
  /** Of an attention item. */
  attention_kind: AttentionKind.nullable(),
});
export type ErasureBlocker = z.output<typeof ErasureBlocker>;

/** How much is stored, by section of an export. */
export const PersonSummary = z.object({
  customer_ids: z.array(z.string()),
  emails: z.array(z.string()),
  sections: z.record(z.string(), z.number().int()),
  /** How many of them an erasure would change or delete, by section; the others name nobody. */
  to_erase: z.record(z.string(), z.number().int()),
  /** Why the data cannot be erased yet, one sentence each; empty: they can. */
  refusals: z.array(z.string()),
  /** The same, in the same order, with what each is about. */
  blockers: z.array(ErasureBlocker),
});
export type PersonSummary = z.output<typeof PersonSummary>;

export const PersonExport = z.object({
  exported_at: z.string(),
  customer_ids: z.array(z.string()),
  emails: z.array(z.string()),
  /** One section per table; money is decimal, times are ISO 8601. Never a card number or a token. */
  sections: z.record(z.string(), z.array(z.record(z.string(), z.unknown()))),
});
export type PersonExport = z.output<typeof PersonExport>;

export const PersonErased = z.object({
  /** Of the record; null: there was nothing to erase. */
  id: z.string().nullable(),
  rows: z.number().int(),
  sections: z.record(z.string(), z.number().int()),
  /** With it and a backup one can prove what a marker replaced. It is stored nowhere and shown once; null: no marker. */
  proof_key: z.string().nullable(),
});
export type PersonErased = z.output<typeof PersonErased>;

/** Answer of `people`, by the request's action. */
export const PersonAnswer = z.union([PersonSummary, PersonExport, PersonErased]);
export type PersonAnswer = z.output<typeof PersonAnswer>;

/** Request body of `POST /admin/acquiring/privacy/holds`. Placed again, a hold has the new reason and end. */
export const LegalHoldRequest = z.discriminatedUnion("action", [
  z.strictObject({
    action: z.literal("place"),
    subject_kind: z.enum(["customer", "email", "order"]),
    /** A customer ID, an e-mail address or an order ID. */
    subject: id,
    reason: z.string().trim().min(1).max(300),
    /** ISO 8601; null: until it is released. */
    until: z.iso.datetime().nullable().default(null),
  }),
  z.strictObject({ action: z.literal("release"), id }),
]);
export type LegalHoldRequest = z.output<typeof LegalHoldRequest>;

export const LegalHold = z.object({
  id: z.string(),
  subject_kind: z.enum(["customer", "email", "order"]),
  subject: z.string(),
  reason: z.string(),
  placed_by: z.string(),
  placed_at: z.string(),
  until: z.string().nullable(),
  released_at: z.string().nullable(),
});
export type LegalHold = z.output<typeof LegalHold>;

export const RetentionKind = z.enum(["inbox", "redirects", "notes", "links", "removed_cards"]);
export type RetentionKind = z.output<typeof RetentionKind>;

export const RetentionPreview = z.object({
  kind: RetentionKind,
  /** Days after which it is removed; null: kept. */
  days: z.number().int().nullable(),
  /** Rows that would be removed or cleared now. */
  due: z.number().int(),
  /** When the oldest of them was stored. */
  oldest: z.string().nullable(),
  /** Rows that would be, if no legal hold kept them. */
  on_hold: z.number().int(),
});
export type RetentionPreview = z.output<typeof RetentionPreview>;

export const PrivacyPage = z.object({ holds: z.array(LegalHold), retention: z.array(RetentionPreview) });
export type PrivacyPage = z.output<typeof PrivacyPage>;
