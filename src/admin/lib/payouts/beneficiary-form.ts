import type { AdminBeneficiary, BeneficiaryInput, EntityType } from "../../../api-schema/admin";

/** Form state of a beneficiary, by path in the request body, and the form's layout. Pure. */
export const FIELDS = [
  "company_name",
  "first_name",
  "last_name",
  "display_name",
  "date_of_birth",
  "gateway_beneficiary_id",
  "customer_id",
  "bank_details.bank_country_code",
  "bank_details.account_currency",
  "bank_details.iban",
  "bank_details.account_number",
  "bank_details.bank_code",
  "bank_details.swift_code",
  "bank_details.account_name",
  "bank_details.bank_name",
  "bank_details.bank_branch",
  "bank_details.bank_account_category",
  "bank_details.bank_street_address",
  "bank_details.owner_document_number",
  "bank_details.binding_mobile_number",
  "bank_details.transaction_reference",
  "address.country_code",
  "address.city",
  "address.postcode",
  "address.street",
  "address.number",
  "address.state",
  "address.street_address",
  "address.complement",
  "additional_info.business_area",
  "additional_info.business_phone_number",
  "additional_info.business_registration_number",
  "additional_info.personal_email",
  "additional_info.personal_id_number",
  "additional_info.personal_id_type",
  "additional_info.personal_mobile_number",
  "additional_info.personal_net_monthly_average_income",
  "additional_info.personal_phone_country_code",
  "additional_info.personal_phone_area_code",
  "additional_info.personal_fiscal_country",
] as const;
export type BeneficiaryField = (typeof FIELDS)[number];
type Typed = Readonly<Partial<Record<BeneficiaryField, string>>>;

export interface DocumentDraft {
  readonly file_type: string;
  readonly file_url: string;
  /** Separated by commas. */
  readonly labels: string;
}

export interface BeneficiaryDraft {
  readonly entity: EntityType;
  readonly typed: Typed;
  readonly documents: readonly DocumentDraft[];
}

export const EMPTY: BeneficiaryDraft = { entity: "COMPANY", typed: {}, documents: [] };

/** The sections of the form; those of `FOLDED` are collapsed unless a field in them has a value or an error. */
export const SHOWN_FIELDS = ["who", "bank", "address"] as const;
export const FOLDED = ["more", "moreAddress", "info"] as const;
type Part = (typeof SHOWN_FIELDS)[number] | (typeof FOLDED)[number];

/** Countries whose accounts have an IBAN: there it is asked for first, elsewhere account number and bank code. */
const IBAN_COUNTRIES = new Set(
  "AD AE AL AT AZ BA BE BG BH BI BR BY CH CR CY CZ DE DJ DK DO EE EG ES FI FK FO FR GB GE GI GL GR GT HR HU IE IL IQ IS IT JO KW KZ LB LC LI LT LU LV LY MC MD ME MK MN MR MT MU NI NL NO OM PK PL PS PT QA RO RS RU SA SC SD SE SI SK SM SO ST SV TL TN TR UA VA VG XK YE".split(
    " ",
  ),
);

const below = (prefix: string): readonly BeneficiaryField[] => FIELDS.filter((field) => field.startsWith(`${prefix}.`));

/** Every field is in exactly one section, so that none is lost. */
export function layoutOf({
  entity,
  typed,
}: Pick<BeneficiaryDraft, "entity" | "typed">): Record<Part, readonly BeneficiaryField[]> {
  const who: readonly BeneficiaryField[] = entity === "COMPANY" ? ["company_name"] : ["first_name", "last_name"];
  const country = typed["bank_details.bank_country_code"] ?? "";
  const byIban = country === "" || IBAN_COUNTRIES.has(country);
  const account: readonly BeneficiaryField[] = byIban
    ? ["bank_details.iban"]
    : ["bank_details.account_number", "bank_details.bank_code"];
  const bank: readonly BeneficiaryField[] = [
    "bank_details.bank_country_code",
    "bank_details.account_currency",
    ...account,
    "bank_details.swift_code",
    "bank_details.account_name",
    "bank_details.bank_name",
  ];
  const address: readonly BeneficiaryField[] = [
    "address.country_code",
    "address.city",
    "address.postcode",
    "address.street",
    "address.number",
  ];
  const first = new Set([...who, ...bank, ...address]);
  const rest = (fields: readonly BeneficiaryField[]) => fields.filter((field) => !first.has(field));
  return {
    who,
    bank,
    address,
    more: rest(below("bank_details")),
    moreAddress: rest(below("address")),
    info: rest(FIELDS.filter((field) => !field.startsWith("bank_details.") && !field.startsWith("address."))),
  };
}

/** Stored values, bank data included: only for a beneficiary that was revealed. */
export function beneficiaryDraftOf(details: BeneficiaryInput): BeneficiaryDraft {
  return {
    entity: details.entity_type,
    typed: typedFrom({
      ...details,
      display_name: isOwnName(details, details.display_name) ? "" : details.display_name,
    }),
    documents: details.person_documents.map(({ labels, ...document }) => ({ ...document, labels: labels.join(", ") })),
  };
}

/** Values that are visible without revealing; the account must be typed. */
export function draftOfKnown(known: AdminBeneficiary): BeneficiaryDraft {
  const { bank, currency, name } = known;
  const flat = {
    ...known,
    display_name: isOwnName(known, name) ? "" : name,
    bank_details: {
      bank_name: bank.name,
      bank_country_code: bank.country,
      swift_code: bank.swift_code,
      account_currency: currency,
    },
  };
  return { entity: known.entity_type, typed: typedFrom(flat), documents: [] };
}

type Names = Readonly<Partial<Record<"company_name" | "first_name" | "last_name", string | null | undefined>>>;

/** A derived name stays derived: a renamed person is renamed everywhere. */
const isOwnName = ({ company_name: company, first_name: first, last_name: last }: Names, shown: string | undefined) =>
  shown !== undefined && (shown === company || shown === [first, last].join(" "));

const valueAt = (whole: unknown, path: string): unknown =>
  path
    .split(".")
    .reduce<unknown>((part, key) => (typeof part === "object" && part !== null ? Reflect.get(part, key) : null), whole);

function typedFrom(whole: unknown): Typed {
  const pairs = FIELDS.map((field) => [field, valueAt(whole, field)] as const);
  return Object.fromEntries(pairs.filter(([, value]) => typeof value === "string" && value !== ""));
}

/** Stored values, overridden by what was typed since `before` was filled in; emptied fields stay empty. */
export function mergeDrafts(
  stored: BeneficiaryDraft,
  before: BeneficiaryDraft,
  now: BeneficiaryDraft,
): BeneficiaryDraft {
  const touched = FIELDS.filter((field) => (now.typed[field] ?? "") !== (before.typed[field] ?? ""));
  const typed = Object.fromEntries(touched.map((field) => [field, now.typed[field] ?? ""]));
  return {
    entity: now.entity === before.entity ? stored.entity : now.entity,
    typed: { ...stored.typed, ...typed },
    documents: documentsOver(stored, before, now),
  };
}

/** Hidden documents cannot have been edited: added ones follow the stored ones. */
function documentsOver(stored: BeneficiaryDraft, before: BeneficiaryDraft, now: BeneficiaryDraft) {
  if (before.documents.length === 0) return [...stored.documents, ...now.documents];
  return now.documents === before.documents ? stored.documents : now.documents;
}

export function inputOf({ entity, typed, documents }: BeneficiaryDraft): BeneficiaryInput {
  const filled = FIELDS.flatMap((field): [string, string][] => {
    const value = typed[field]?.trim() ?? "";
    return value === "" ? [] : [[field, value]];
  });
  const group = (prefix: string): Record<string, string> =>
    Object.fromEntries(
      filled.flatMap(([path, value]) =>
        path.startsWith(`${prefix}.`) ? [[path.slice(prefix.length + 1), value]] : [],
      ),
    );
  return {
    entity_type: entity,
    ...Object.fromEntries(filled.filter(([path]) => !path.includes("."))),
    address: group("address"),
    bank_details: group("bank_details"),
    additional_info: group("additional_info"),
    person_documents: documents.map(({ file_type, file_url, labels }) => ({
      file_type: file_type.trim(),
      file_url: file_url.trim(),
      labels: labels.split(",").flatMap((label) => (label.trim() === "" ? [] : [label.trim()])),
    })),
  };
}

/** Checks that need no server; the server reports all others at their fields. */
export const missingIn = ({ entity, typed }: BeneficiaryDraft): readonly BeneficiaryField[] =>
  layoutOf({ entity, typed }).who.filter((field) => (typed[field] ?? "").trim() === "");
