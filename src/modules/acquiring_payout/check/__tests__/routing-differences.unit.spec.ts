import type { BankDetails, BeneficiaryInput } from "../../inputs";
import { routingDifferences } from "../routing-differences";

/** A described beneficiary and the stored one with the same account. */
const of = (bank: BankDetails, more: Partial<BeneficiaryInput> = {}): BeneficiaryInput => ({
  entity_type: "COMPANY",
  company_name: "Acme Ltd",
  address: {},
  bank_details: bank,
  additional_info: {},
  person_documents: [],
  ...more,
});

const US = { account_number: "12345678", bank_country_code: "US", bank_code: "021000021", swift_code: "CHASUS33" };
const BRITISH = { account_number: "55555555", bank_country_code: "GB", bank_code: "20-15-55" };
const IBAN = { iban: "GB33BUKB20201555555555" };

test.each<[keyof BankDetails, string]>([
  ["bank_code", "026009593"],
  ["swift_code", "BOFAUS3N"],
  ["bank_country_code", "CA"],
  ["account_name", "Somebody else"],
  ["account_currency", "USD"],
  ["bank_branch", "0001"],
  ["owner_document_number", "1"],
  ["transaction_reference", "Ref 1"],
])("another %s differs", (field, text) => {
  expect(routingDifferences(of(US), of({ ...US, [field]: text }))).toEqual([`bank_details.${field}`]);
});

test("another ID at the gateway differs, and what is not described does not", () => {
  const stored = of(US, { gateway_beneficiary_id: "g-1" });
  expect(routingDifferences(stored, of(US, { gateway_beneficiary_id: "G1" }))).toEqual(["gateway_beneficiary_id"]);
  expect(routingDifferences(of(US), of(US, { gateway_beneficiary_id: "g-1" }))).toEqual(["gateway_beneficiary_id"]);
  expect(routingDifferences(stored, of({ account_number: "12345678", bank_country_code: "US" }))).toEqual([]);
});

test("the same written differently does not differ", () => {
  const written = { ...US, bank_code: "0210-00021", swift_code: "CHASUS33XXX", account_name: "ACME LTD." };
  expect(routingDifferences(of(US), of({ ...written, bank_name: "Chase", bank_street_address: "1 Main St" }))).toEqual(
    [],
  );
  expect(routingDifferences(of(IBAN), of({ ...IBAN, bank_country_code: "GB" }))).toEqual([]);
  expect(routingDifferences(of(IBAN), of({ ...BRITISH, bank_code: "202015" }))).toEqual([]);
  expect(routingDifferences(of(BRITISH), of(IBAN))).toEqual([]);
});
