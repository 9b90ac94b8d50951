import { z } from "@medusajs/framework/zod";
import { BeneficiaryRow } from "./beneficiary";
import { decimal, moment, several, text } from "../fields";

/**
 * Payouts, prepared by one user and approved by another; the routes are in `payout-routes.ts`, details in
 * `payout-whole.ts`, bulk actions in `payout-setup.ts`. A changed payout is always a draft. Invalid fields are answered
 * with `400` and `{ type, message, fields: FieldProblem[] }`.
 */
const currency = z.string().regex(/^[A-Z]{3}$/, "must be a currency code in upper case");

/**
 * `sending`: being sent. `pending`: accepted by the gateway. `held`: stopped by the gateway, needs action there.
 * `unknown`: it may have been sent; it is never sent again automatically. `expired`: its approval was not used in time.
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
  /** The gateway account that pays; default: the first one that may. */
  account: text(50),
  /** In major units, with at most the currency's own decimals; above zero. */
  amount: decimal,
  currency,
  /** Payment method in the gateway's terms. */
  payment_method: z.string().trim().min(1).max(30).default("SWIFT"),
  swift_charge_option: text(30),
  fee_paid_by: text(30),
  fund_source: text(50),
  /** For a payout from another currency, converted by the gateway. */
  source_amount: decimal.optional(),
  source_currency: currency.optional(),
  /** Requested execution date at the bank, today or later. It is sent to the gateway as soon as it is approved. */
  payment_date: z.iso.date().optional(),
  /** Shown to the beneficiary. */
  reference: z.string().trim().min(1).max(100),
  reason: text(200),
  client_data: text(500),
  order_id: text(64),
  customer_id: text(64),
  /** For the approvers. */
  note: text(500),
});
export type PayoutInput = z.infer<typeof PayoutInput>;

/** `key`: idempotency key. The same key returns the same draft as first created. */
export const PayoutDraft = PayoutInput.extend({
  key: z
    .string()
    .regex(/^[A-Za-z0-9-]{8,64}$/)
    .optional(),
});
export type PayoutDraft = z.infer<typeof PayoutDraft>;

export const PayoutChange = PayoutInput.extend({
  /** The version that was edited; refused if it has changed since. */
  version: z.number().int().min(1),
});
export type PayoutChange = z.infer<typeof PayoutChange>;

/** Hash of what the user saw; refused if it has changed since. */
const hash = z.string().min(1).max(200);
export const PayoutBound = z.strictObject({ payload_hash: hash });
export type PayoutBound = z.infer<typeof PayoutBound>;
export const PayoutApproval = z.strictObject({ payload_hash: hash, note: text(500) });
export type PayoutApproval = z.infer<typeof PayoutApproval>;
export const PayoutNote = z.strictObject({ note: z.string().trim().min(1).max(500) });
export type PayoutNote = z.infer<typeof PayoutNote>;
/** `key`: idempotency key. The same key returns the same draft. */
export const PayoutCopy = z.strictObject({ key: z.string().regex(/^[A-Za-z0-9-]{8,64}$/) });
export type PayoutCopy = z.infer<typeof PayoutCopy>;
export const PayoutDecision = z.strictObject({
  outcome: z.enum(["paid", "not_paid"]),
  note: z.string().trim().min(1).max(500),
  /** The version that was seen; refused if it has changed since, also by another send. */
  version: z.number().int().min(1).optional(),
});
export type PayoutDecision = z.infer<typeof PayoutDecision>;

export const PayoutFilters = z.strictObject({
  limit: z.coerce.number().int().min(1).max(100).default(20),
  offset: z.coerce.number().int().min(0).max(100_000).default(0),
  order: z.enum(["-created_at", "created_at", "-amount", "amount"]).default("-created_at"),
  /** A complete ID, request ID, gateway ID, reference or order number, or part of the beneficiary's name. */
  q: z.string().trim().max(100).optional(),
  state: several(PayoutState),
  currency: several(z.string().length(3)),
  beneficiary_id: z.string().max(64).optional(),
  order_id: z.string().max(64).optional(),
  customer_id: z.string().max(64).optional(),
  import_id: z.string().max(64).optional(),
  created_from: moment.optional(),
  created_to: moment.optional(),
  /** Only those that the user may approve now. */
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
  /** Given so far, of `approvals_needed`. */
  approvals: z.number().int(),
  approvals_needed: z.number().int(),
  /** Ties a submission and an approval to what was shown; null if it is neither a draft nor submitted. */
  payload_hash: z.string().nullable(),
  /** Number of open attention items. */
  attention: z.number().int(),
  can_approve: z.boolean(),
  created_at: z.string(),
  updated_at: z.string(),
});
export type PayoutRow = z.infer<typeof PayoutRow>;

export const PayoutPage = z.object({
  payouts: z.array(PayoutRow),
  /** Across all pages; 10,001 means more than 10,000. */
  count: z.number().int(),
  limit: z.number().int(),
  offset: z.number().int(),
});
export type PayoutPage = z.infer<typeof PayoutPage>;
