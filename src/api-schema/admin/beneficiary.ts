import { z } from "@medusajs/framework/zod";
import { text } from "./fields";

/**
 * The book of those who are paid. Each change is a new version; what was paid stays bound to the version it was paid to.
 * Bank data is sealed in the database; lists and pages show a mask.
 * - `GET /admin/acquiring/beneficiaries?…BeneficiaryFilters` answers `BeneficiaryPage`.
 * - `POST /admin/acquiring/beneficiaries` takes `BeneficiaryEntry`, answers `BeneficiaryAnswer`.
 * - `GET /admin/acquiring/beneficiaries/:id` answers `BeneficiaryAnswer`.
 * - `POST /admin/acquiring/beneficiaries/:id` takes `BeneficiaryChange`, answers `BeneficiaryAnswer`: a new version, with a new cool-down.
 * - `POST /admin/acquiring/beneficiaries/:id/block` and `…/unblock` take `BeneficiaryNote`, answer `BeneficiaryAnswer`.
 * - `POST /admin/acquiring/beneficiaries/:id/reveal` takes `BeneficiaryReveal`, answers `BeneficiaryDetails`: needs
 *   `reveal_bank_details` and is written into the audit first.
 *
 * A refusal about fields is `400` with `{ type, message, fields: FieldProblem[] }`.
 */

/** What is wrong with one field: `path` such as `bank_details.iban`, one sentence, and what to do. */
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
  /** What it is called in the dashboard; by default its company or person's name. */
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
  /** The gateway's own number of the beneficiary, when it gave one. */
  gateway_beneficiary_id: text(50),
  /** The customer of the shop that it is, when it is one. */
  customer_id: text(64),
});
export type BeneficiaryInput = z.infer<typeof BeneficiaryInput>;

/** `key`: the same key again answers the same entry; a lost answer makes no second one, and other content is refused. */
export const BeneficiaryEntry = BeneficiaryInput.extend({
  key: z
    .string()
    .regex(/^[A-Za-z0-9-]{8,64}$/)
    .optional(),
});
export type BeneficiaryEntry = z.infer<typeof BeneficiaryEntry>;

export const BeneficiaryChange = BeneficiaryInput.extend({
  /** The version that was changed: another person's change meanwhile refuses this one. */
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
  /** A part of the name, or an id in full. Never an account: what is searched for stands in addresses and logs. */
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
  /** Of the account, in upper case; null: the account takes several or none was said. */
  currency: z.string().nullable(),
  bank_name: z.string().nullable(),
  /** Such as `•••• 3000`. */
  account_mask: z.string(),
  blocked: z.boolean(),
  /** Null when payouts may go to it at once; else until when a new or changed one waits. */
  cooling_until: z.string().nullable(),
  /** Others in the book with the same account. */
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
  /** Everything but bank data, numbers of identity papers and birth: those are in `BeneficiaryDetails`. */
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
  /** What the reader may do, and why not. */
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

/** Everything, in clear. Never kept by a page or a cache. */
export const BeneficiaryDetails = z.object({ id: z.string(), version: z.number().int(), details: BeneficiaryInput });
export type BeneficiaryDetails = z.infer<typeof BeneficiaryDetails>;
