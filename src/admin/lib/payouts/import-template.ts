import { FIELDS } from "./beneficiary-form";

/** The server defines the columns; a test sends it these. Account columns need no `bank_details.` prefix. */
const PAYOUT = [
  "beneficiary_id",
  "amount",
  "currency",
  "reference",
  "reason",
  "payment_date",
  "order_id",
  "note",
  "account",
  "payment_method",
  "swift_charge_option",
  "fee_paid_by",
  "fund_source",
  "source_amount",
  "source_currency",
  "client_data",
];

export const COLUMNS: readonly string[] = [
  ...PAYOUT,
  "entity_type",
  ...FIELDS.map((field) => field.replace(/^bank_details\./, "")),
];

/** A new company. The account is the example of the IBAN standard. */
const EXAMPLE: Readonly<Record<string, string>> = {
  amount: "120.50",
  currency: "EUR",
  reference: "Invoice 4711",
  reason: "Consulting in October",
  entity_type: "COMPANY",
  company_name: "Example GmbH",
  bank_country_code: "DE",
  account_currency: "EUR",
  iban: "DE89370400440532013000",
  swift_code: "COBADEFFXXX",
  account_name: "Example GmbH",
  bank_name: "Example Bank",
  "address.country_code": "DE",
  "address.city": "Berlin",
  "address.postcode": "10115",
  "address.street": "Hauptstr.",
  "address.number": "1",
};

export const TEMPLATE = [COLUMNS, COLUMNS.map((column) => EXAMPLE[column] ?? "")]
  .map((cells) => `${cells.join(",")}\r\n`)
  .join("");
