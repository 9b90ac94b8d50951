import { z } from "@medusajs/framework/zod";
import { text } from "../fields";

/**
 * Beneficiaries of payouts; the routes are in `payout-routes.ts`. Each change creates a version with a new cool-down;
 * payouts keep the version they were paid to. Bank data is encrypted in the database; lists and pages show it masked,
 * and `reveal` is audited first. Invalid fields are answered with `400` and `fields: FieldProblem[]`.
 */

/** One invalid field: `path` such as `bank_details.iban`, and one sentence that says what to do. */
export const FieldProblem = z.object({ path: z.string(), message: z.string() });
export type FieldProblem = z.infer<typeof FieldProblem>;

export const EntityType = z.enum(["COMPANY", "INDIVIDUAL"]);
export type EntityType = z.infer<typeof EntityType>;

export const BeneficiaryAddress = z.strictObject({
  city: text(100),
  country_code: text(2),
  postcode: text(20),
  state: text(100),
  street: text(200),
  number: text(20),
  street_address: text(300),
  complement: text(200),
});

export const BankDetails = z.strictObject({
  account_currency: text(3),
  account_name: text(200),
  owner_document_number: text(50),
  account_number: text(50),
  bank_account_category: text(50),
  bank_branch: text(50),
  bank_country_code: text(2),
  bank_code: text(50),
  bank_name: text(200),
  bank_street_address: text(300),
  binding_mobile_number: text(50),
  iban: text(50),
  swift_code: text(11),
  transaction_reference: text(100),
});

export const BeneficiaryInfo = z.strictObject({
  business_area: text(100),
  business_phone_number: text(50),
  business_registration_number: text(50),
  personal_email: text(100),
  personal_id_number: text(50),
  personal_id_type: text(50),
  personal_mobile_number: text(50),
  personal_net_monthly_average_income: text(50),
  personal_phone_country_code: text(10),
  personal_phone_area_code: text(10),
  personal_fiscal_country: text(2),
});

export const PersonDocument = z.strictObject({
  file_type: z.string().trim().min(1).max(50),
  file_url: z.url().max(1_000),
  labels: z.array(z.string().trim().max(50)).max(20).default([]),
});

export const BeneficiaryInput = z.strictObject({
  /** Name in the dashboard; default: the company's or person's name. */
  display_name: text(200),
  entity_type: EntityType,
  company_name: text(200),
  first_name: text(100),
  last_name: text(100),
  date_of_birth: z.iso.date().optional(),
  address: BeneficiaryAddress.prefault({}),
  bank_details: BankDetails.prefault({}),
  additional_info: BeneficiaryInfo.prefault({}),
  person_documents: z.array(PersonDocument).max(20).default([]),
  /** The gateway's own ID of the beneficiary, if it assigned one. */
  gateway_beneficiary_id: text(50),
  /** The shop's customer that it is, if any. */
  customer_id: text(64),
});
export type BeneficiaryInput = z.infer<typeof BeneficiaryInput>;

/** `key`: idempotency key. The same key returns the same entry; with different content it is refused. */
export const BeneficiaryEntry = BeneficiaryInput.extend({
  key: z
    .string()
    .regex(/^[A-Za-z0-9-]{8,64}$/)
    .optional(),
});
export type BeneficiaryEntry = z.infer<typeof BeneficiaryEntry>;

export const BeneficiaryChange = BeneficiaryInput.extend({
  /** The version that was edited; refused if it has changed since. */
  version: z.number().int().min(1),
  note: text(500),
});
export type BeneficiaryChange = z.infer<typeof BeneficiaryChange>;

export const BeneficiaryNote = z.strictObject({ note: z.string().trim().min(1).max(500) });
export const BeneficiaryReveal = z.strictObject({ reason: z.string().trim().min(1).max(200) });
export type BeneficiaryNote = z.infer<typeof BeneficiaryNote>;
export type BeneficiaryReveal = z.infer<typeof BeneficiaryReveal>;

export const BeneficiaryFilters = z.strictObject({
  limit: z.coerce.number().int().min(1).max(100).default(20),
  offset: z.coerce.number().int().min(0).max(100_000).default(0),
  order: z.enum(["name", "-name", "-created_at", "created_at"]).default("name"),
  /** Part of the name, or a complete ID. Never an account: search terms appear in URLs and logs. */
  q: z.string().trim().max(100).optional(),
  blocked: z.stringbool().optional(),
  customer_id: z.string().max(64).optional(),
});
export type BeneficiaryFilters = z.infer<typeof BeneficiaryFilters>;

export const BeneficiaryRow = z.object({
  id: z.string(),
  version: z.number().int(),
  name: z.string(),
  entity_type: EntityType,
  country: z.string().nullable(),
  /** Of the account, in upper case; null: several or unspecified. */
  currency: z.string().nullable(),
  bank_name: z.string().nullable(),
  /** Such as `•••• 3000`. */
  account_mask: z.string(),
  blocked: z.boolean(),
  /** Null if payouts may be sent; else until when a new or changed beneficiary waits. */
  cooling_until: z.string().nullable(),
  /** Number of other beneficiaries with the same account. */
  same_account: z.number().int(),
  customer_id: z.string().nullable(),
  created_at: z.string(),
});
export type BeneficiaryRow = z.infer<typeof BeneficiaryRow>;

export const BeneficiaryPage = z.object({
  beneficiaries: z.array(BeneficiaryRow),
  count: z.number().int(),
  limit: z.number().int(),
  offset: z.number().int(),
});
export type BeneficiaryPage = z.infer<typeof BeneficiaryPage>;

export const BeneficiaryEventKind = z.enum(["created", "changed", "blocked", "unblocked", "revealed"]);
export type BeneficiaryEventKind = z.infer<typeof BeneficiaryEventKind>;

export const AdminBeneficiary = BeneficiaryRow.extend({
  /** Everything except bank data, ID documents and birth data, which are in `BeneficiaryDetails`. */
  company_name: z.string().nullable(),
  first_name: z.string().nullable(),
  last_name: z.string().nullable(),
  address: BeneficiaryAddress,
  gateway_beneficiary_id: z.string().nullable(),
  bank: z.object({ name: z.string().nullable(), country: z.string().nullable(), swift_code: z.string().nullable() }),
  /** Newest first. */
  events: z.array(
    z.object({
      id: z.string(),
      at: z.string(),
      kind: BeneficiaryEventKind,
      version: z.number().int(),
      actor_name: z.string().nullable(),
      note: z.string().nullable(),
    }),
  ),
  /** Actions available to the user; for the others, why not. */
  actions: z.object({
    change: z.object({ allowed: z.boolean(), reason: z.string().nullable() }),
    block: z.object({ allowed: z.boolean(), reason: z.string().nullable() }),
    unblock: z.object({ allowed: z.boolean(), reason: z.string().nullable() }),
    reveal: z.object({ allowed: z.boolean(), reason: z.string().nullable() }),
    pay: z.object({ allowed: z.boolean(), reason: z.string().nullable() }),
  }),
});
export type AdminBeneficiary = z.infer<typeof AdminBeneficiary>;

export const BeneficiaryAnswer = z.object({ beneficiary: AdminBeneficiary });
export type BeneficiaryAnswer = z.infer<typeof BeneficiaryAnswer>;

/** All data unmasked. Pages and caches must not keep it. */
export const BeneficiaryDetails = z.object({ id: z.string(), version: z.number().int(), details: BeneficiaryInput });
export type BeneficiaryDetails = z.infer<typeof BeneficiaryDetails>;
