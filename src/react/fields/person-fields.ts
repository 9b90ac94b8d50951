import type { PersonInput } from "../parts/sdk";

/** Fields of alternative methods by request path, and the `person` built from them. Pure. Ignores unknown paths. */
export interface PersonField {
  readonly path: PersonPath;
  readonly type: "text" | "email" | "tel" | "date" | "url";
  readonly inputMode?: "numeric" | "decimal" | "email" | "tel" | "url";
  readonly autoComplete?: string;
  readonly maxLength?: number;
}

type Shape = Omit<PersonField, "path">;
const plain: Shape = { type: "text" };
const digits: Shape = { type: "text", inputMode: "numeric" };
const country = (autoComplete: string): Shape => ({ type: "text", autoComplete, maxLength: 2 });

const SHAPES = {
  "person.document_number": { type: "text", maxLength: 40 },
  "person.document_type": { type: "text", maxLength: 20 },
  "person.social_name": { type: "text", autoComplete: "name", maxLength: 100 },
  "person.email": { type: "email", inputMode: "email", autoComplete: "email", maxLength: 100 },
  "person.phone_country_code": { type: "tel", inputMode: "tel", autoComplete: "tel-country-code", maxLength: 5 },
  "person.phone_area_code": { type: "tel", inputMode: "tel", autoComplete: "tel-area-code", maxLength: 5 },
  "person.phone_number": { type: "tel", inputMode: "tel", autoComplete: "tel-local", maxLength: 20 },
  "person.birth_date": { type: "date", autoComplete: "bday" },
  "person.net_monthly_average_income": { type: "text", inputMode: "decimal", maxLength: 20 },
  "person.address_street": { type: "text", autoComplete: "address-line1", maxLength: 200 },
  "person.address_number": { type: "text", maxLength: 20 },
  "person.address_complement": { type: "text", autoComplete: "address-line2", maxLength: 100 },
  "person.address_postal_code": { type: "text", autoComplete: "postal-code", maxLength: 20 },
  "person.address_city": { type: "text", autoComplete: "address-level2", maxLength: 100 },
  "person.address_state": { type: "text", autoComplete: "address-level1", maxLength: 100 },
  "person.address_country": country("country"),
  "person.fiscal_country": country("off"),
  "person.documents.file_type": plain,
  "person.documents.file_url": { type: "url", inputMode: "url", maxLength: 500 },
  "person.documents.labels.person_bank_account_id": { type: "text", maxLength: 50 },
  "person.documents.labels.bank_account.account_type": plain,
  "person.documents.labels.bank_account.account_number": digits,
  "person.documents.labels.bank_account.branch_number": digits,
  "person.documents.labels.bank_account.owner_document_number": plain,
  "person.documents.labels.bank_account.owner_name": { type: "text", autoComplete: "name", maxLength: 100 },
  "person.documents.labels.bank_account.branch_country": country("off"),
  "person.documents.labels.bank_account.currency": { type: "text", maxLength: 3 },
  "person.documents.labels.bank_account.bank.code": plain,
  "person.documents.labels.bank_account.bank.name": plain,
} as const satisfies Readonly<Record<string, Shape>>;

export type PersonPath = keyof typeof SHAPES;
/** Entered values by path. */
export type PersonValues = Readonly<Partial<Record<PersonPath, string>>>;

/** Path of `bank_code`, a text field if the method lists no banks. */
export const BANK_CODE_PATH = "bank_code";

const isPersonPath = (path: string): path is PersonPath => Object.hasOwn(SHAPES, path);

/** The fields to show, each once, in the server's order. */
export const personFieldsOf = (paths: readonly string[]): readonly PersonField[] =>
  [...new Set(paths)].filter(isPersonPath).map((path) => ({ path, ...SHAPES[path] }));

/** The request's `person`; undefined if nothing was entered. */
export function personFromFields(values: PersonValues): PersonInput | undefined {
  const at = (path: PersonPath): string | undefined => values[path]?.trim() || undefined;
  const bank = compact({
    code: at("person.documents.labels.bank_account.bank.code"),
    name: at("person.documents.labels.bank_account.bank.name"),
  });
  const account = compact({
    account_type: at("person.documents.labels.bank_account.account_type"),
    account_number: at("person.documents.labels.bank_account.account_number"),
    branch_number: at("person.documents.labels.bank_account.branch_number"),
    owner_document_number: at("person.documents.labels.bank_account.owner_document_number"),
    owner_name: at("person.documents.labels.bank_account.owner_name"),
    branch_country: at("person.documents.labels.bank_account.branch_country")?.toUpperCase(),
    currency: at("person.documents.labels.bank_account.currency")?.toUpperCase(),
    bank,
  });
  const labels = compact({
    person_bank_account_id: at("person.documents.labels.person_bank_account_id"),
    bank_account: account,
  });
  const documents = compact({
    file_type: at("person.documents.file_type"),
    file_url: at("person.documents.file_url"),
    labels,
  });
  return compact({
    document_number: at("person.document_number"),
    document_type: at("person.document_type"),
    social_name: at("person.social_name"),
    email: at("person.email"),
    phone_country_code: at("person.phone_country_code"),
    phone_area_code: at("person.phone_area_code"),
    phone_number: at("person.phone_number"),
    birth_date: at("person.birth_date"),
    net_monthly_average_income: at("person.net_monthly_average_income"),
    address_street: at("person.address_street"),
    address_number: at("person.address_number"),
    address_complement: at("person.address_complement"),
    address_postal_code: at("person.address_postal_code"),
    address_city: at("person.address_city"),
    address_state: at("person.address_state"),
    address_country: at("person.address_country")?.toUpperCase(),
    fiscal_country: at("person.fiscal_country")?.toUpperCase(),
    documents,
  });
}

function compact<T extends object>(value: T): T | undefined {
  return Object.values(value).some((entry) => entry !== undefined) ? value : undefined;
}
