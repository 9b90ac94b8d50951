import { z } from "@medusajs/framework/zod";
import { BeneficiaryRow } from "./beneficiary";
import { decimal, moment, several, text } from "./fields";

/**
 * One payout: money that leaves, prepared by one person and approved by another. What its page shows is in `payout-whole`, what is about
 * many in `payout-desk`.
 * - `GET /admin/acquiring/payouts?…PayoutFilters` answers `PayoutPage`; `…/payouts/export` the same rows as CSV.
 * - `POST /admin/acquiring/payouts` takes `PayoutDraft`, answers `PayoutAnswer`: a draft.
 * - `GET /admin/acquiring/payouts/:id` answers `PayoutAnswer`.
 * - `POST /admin/acquiring/payouts/:id` takes `PayoutChange`, answers `PayoutAnswer`: a submitted one is a draft again.
 * - `POST …/:id/submit` takes `PayoutBound`; `…/approve` takes `PayoutApproval`; `…/reject` `PayoutNote`; `…/withdraw` `PayoutNote`;
 *   `…/copy` `PayoutCopy` (answers the new draft); `…/decide` `PayoutDecision`: all answer `PayoutAnswer`.
 *
 * A refusal about fields is `400` with `{ type, message, fields: FieldProblem[] }`.
 */
const currency = z.string().regex(/^[A-Z]{3}$/, "must be a currency code in upper case");

/**
 * `sending`: it is on its way to the gateway. `pending`: the gateway has it. `held`: the gateway holds it, a person there has to
 * act. `unknown`: nobody can tell whether it left; it is never sent again by itself. `expired`: its approval was not used in time.
 */
export const PayoutState = z.enum([
  "draft",
  "submitted",
  "approved",
  "sending",
  "pending",
  "paid",
  "failed",
  "cancelled",
  "held",
  "unknown",
  "rejected",
  "expired",
  "withdrawn",
]);
export type PayoutState = z.infer<typeof PayoutState>;

export const PayoutInput = z.strictObject({
  beneficiary_id: z.string().min(1).max(64),
  /** The gateway's account that pays; by default the first that may. */
  account: text(50),
  /** In major units, with the currency's own decimals at most; above zero. */
  amount: decimal,
  currency,
  /** How the money goes, in the gateway's word. */
  payment_method: z.string().trim().min(1).max(30).default("SWIFT"),
  swift_charge_option: text(30),
  fee_paid_by: text(30),
  fund_source: text(50),
  /** For a payout out of another currency than it arrives in; the gateway converts. */
  source_amount: decimal.optional(),
  source_currency: currency.optional(),
  /** The day on which the bank is asked to pay it; today or later. It goes to the gateway as soon as it is approved. */
  payment_date: z.iso.date().optional(),
  /** What the beneficiary reads. */
  reference: z.string().trim().min(1).max(100),
  /** Why it is paid. */
  reason: text(200),
  client_data: text(500),
  /** The order it is paid for. */
  order_id: text(64),
  customer_id: text(64),
  /** For those who approve it. */
  note: text(500),
});
export type PayoutInput = z.infer<typeof PayoutInput>;

/** `key`: the same key again answers the same draft, as it was made first; a lost answer makes no second one. */
export const PayoutDraft = PayoutInput.extend({
  key: z
    .string()
    .regex(/^[A-Za-z0-9-]{8,64}$/)
    .optional(),
});
export type PayoutDraft = z.infer<typeof PayoutDraft>;

export const PayoutChange = PayoutInput.extend({
  /** The version that was changed: another person's change meanwhile refuses this one. */
  version: z.number().int().min(1),
});
export type PayoutChange = z.infer<typeof PayoutChange>;

/** What the reader saw: anything else refuses. */
const hash = z.string().min(1).max(200);
export const PayoutBound = z.strictObject({ payload_hash: hash });
export type PayoutBound = z.infer<typeof PayoutBound>;
export const PayoutApproval = z.strictObject({ payload_hash: hash, note: text(500) });
export type PayoutApproval = z.infer<typeof PayoutApproval>;
export const PayoutNote = z.strictObject({ note: z.string().trim().min(1).max(500) });
export type PayoutNote = z.infer<typeof PayoutNote>;
/** `key`: the same key again answers the same draft. */
export const PayoutCopy = z.strictObject({ key: z.string().regex(/^[A-Za-z0-9-]{8,64}$/) });
export type PayoutCopy = z.infer<typeof PayoutCopy>;
export const PayoutDecision = z.strictObject({
  verdict: z.enum(["paid", "not_paid"]),
  note: z.string().trim().min(1).max(500),
});
export type PayoutDecision = z.infer<typeof PayoutDecision>;

export const PayoutFilters = z.strictObject({
  limit: z.coerce.number().int().min(1).max(100).default(20),
  offset: z.coerce.number().int().min(0).max(100_000).default(0),
  order: z.enum(["-created_at", "created_at", "-amount", "amount"]).default("-created_at"),
  /** An id, request id, gateway's number, reference or order's number in full, or a part of the beneficiary's name. */
  q: z.string().trim().max(100).optional(),
  state: several(PayoutState),
  currency: several(z.string().length(3)),
  beneficiary_id: z.string().max(64).optional(),
  order_id: z.string().max(64).optional(),
  customer_id: z.string().max(64).optional(),
  import_id: z.string().max(64).optional(),
  created_from: moment.optional(),
  created_to: moment.optional(),
  /** Only those that the reader may approve now. */
  approvable: z.stringbool().optional(),
});
export type PayoutFilters = z.infer<typeof PayoutFilters>;

const Actor = z.object({ id: z.string().nullable(), name: z.string().nullable() });

export const PayoutRow = z.object({
  id: z.string(),
  state: PayoutState,
  account: z.string(),
  amount: z.string(),
  currency: z.string(),
  beneficiary: BeneficiaryRow.pick({ id: true, name: true, account_mask: true, country: true, blocked: true }),
  reference: z.string(),
  order: z.object({ id: z.string(), display_id: z.number().int().nullable() }).nullable(),
  created_by: Actor,
  /** So many of `approvals_needed`. */
  approvals: z.number().int(),
  approvals_needed: z.number().int(),
  /** Binds a submission and an approval to what was shown; null for one that is neither a draft nor submitted. */
  payload_hash: z.string().nullable(),
  /** Open attention items. */
  attention: z.number().int(),
  can_approve: z.boolean(),
  created_at: z.string(),
  updated_at: z.string(),
});
export type PayoutRow = z.infer<typeof PayoutRow>;

export const PayoutPage = z.object({
  payouts: z.array(PayoutRow),
  /** Of all pages; more than 10,000 are said as 10,001. */
  count: z.number().int(),
  limit: z.number().int(),
  offset: z.number().int(),
});
export type PayoutPage = z.infer<typeof PayoutPage>;
