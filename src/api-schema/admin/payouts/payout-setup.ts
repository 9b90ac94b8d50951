import { z } from "@medusajs/framework/zod";
import { FieldProblem } from "./beneficiary";
import { PayoutBound, PayoutInput, PayoutState } from "./payout";

/** Payout setup, available before payouts are set up; bulk actions and totals. Routes: `payout-routes.ts`. */
export const PayoutSetup = z.object({
  ready: z.boolean(),
  /** In the order in which to set them. */
  missing: z.array(z.object({ option: z.string(), remedy: z.string() })),
  /** Null until payouts are set up, like everything below. */
  amount_unit: z.enum(["major", "minor"]).nullable(),
  approvals_needed: z.number().int().nullable(),
  cool_down_hours: z.number().int().nullable(),
  approval_expires_hours: z.number().int().nullable(),
  accounts: z.array(z.string()),
  /** By currency in upper case, in major units. `left_today`: what the limit of the last 24 hours leaves. */
  limits: z.array(
    z.object({
      currency: PayoutInput.shape.currency,
      payout: z.string(),
      day: z.string(),
      beneficiary: z.string(),
      left_today: z.string(),
    }),
  ),
  /** Whether the user may approve; never payouts they prepared themselves. */
  may_approve: z.boolean(),
});
export type PayoutSetup = z.infer<typeof PayoutSetup>;

export const PayoutBulk = z.strictObject({
  payouts: z
    .array(z.strictObject({ id: z.string().max(64), payload_hash: PayoutBound.shape.payload_hash }))
    .min(1)
    .max(100),
});
export type PayoutBulk = z.infer<typeof PayoutBulk>;
export const PayoutBulkAnswer = z.object({
  results: z.array(
    z.object({
      id: z.string(),
      outcome: z.enum(["done", "refused"]),
      message: z.string().nullable(),
      state: PayoutState,
    }),
  ),
});
export type PayoutBulkAnswer = z.infer<typeof PayoutBulkAnswer>;

export const PayoutPeriod = z.strictObject({
  /** Time zone for days: minutes east of UTC. */
  offset_minutes: z.coerce.number().int().min(-840).max(840).default(0),
  days: z.coerce.number().int().min(1).max(366).default(30),
});
export type PayoutPeriod = z.infer<typeof PayoutPeriod>;

/** Paid and in transit, per currency and day; days without payouts are omitted. */
export const PayoutTotals = z.object({
  currencies: z.array(
    z.object({
      currency: z.string(),
      paid: z.string(),
      on_its_way: z.string(),
      failed: z.string(),
      waiting_for_approval: z.string(),
      days: z.array(z.object({ day: z.iso.date(), paid: z.string(), on_its_way: z.string() })),
    }),
  ),
});
export type PayoutTotals = z.infer<typeof PayoutTotals>;

export const PayoutImport = z.strictObject({
  /**
   * The file, UTF-8, with a header: `amount`, `currency`, `reference` and any other field of `PayoutInput`. The
   * beneficiary is `beneficiary_id` or the fields of `BeneficiaryInput`: `entity_type`, `company_name` … and those of
   * the bank account (`iban`, `swift_code` …) by name, others as `address.city`, `additional_info.personal_email`.
   */
  csv: z.string().min(1).max(2_000_000),
  /** Without a key only a preview is made. The same key returns the same import. */
  key: z
    .string()
    .regex(/^[A-Za-z0-9-]{8,64}$/)
    .optional(),
  /** Creates drafts of the valid rows even if others are invalid. */
  skip_bad: z.boolean().default(false),
  /**
   * Rows with the same account, amount and reference as a payout of the last 90 days that was paid or may be, or as an earlier row,
   * have a problem unless this is true.
   */
  allow_repeats: z.boolean().default(false),
});
export type PayoutImport = z.infer<typeof PayoutImport>;

export const PayoutImportRow = z.object({
  /** As in a spreadsheet: the header is line 1. */
  line: z.number().int(),
  beneficiary: z.string().nullable(),
  /** Whether the beneficiary exists already. */
  known: z.boolean(),
  amount: z.string().nullable(),
  currency: z.string().nullable(),
  reference: z.string().nullable(),
  problems: z.array(FieldProblem),
  /** Whether it looks like another payout, or an earlier row. */
  repeated: z.boolean(),
  payout_id: z.string().nullable(),
});
export type PayoutImportRow = z.infer<typeof PayoutImportRow>;

export const PayoutImportAnswer = z.object({
  /** Null for a preview. */
  import_id: z.string().nullable(),
  rows: z.number().int(),
  bad: z.number().int(),
  /** Rows that look like another payout, or an earlier row. */
  repeated: z.number().int(),
  made: z.number().int(),
  totals: z.array(z.object({ currency: z.string(), amount: z.string(), payouts: z.number().int() })),
  /** Every invalid row, and the first hundred valid ones. */
  preview: z.array(PayoutImportRow),
});
export type PayoutImportAnswer = z.infer<typeof PayoutImportAnswer>;
