import { accountIdentity, plainAccount } from "../domain/mask";
import type { BankDetails, BeneficiaryInput } from "../inputs";
import { bankFields } from "../inputs";
import { ibanCountry } from "./iban";
import { beneficiaryName } from "./normalise-beneficiary";

/** The account, which is compared by its identity, and what only describes the bank. */
const NOT_COMPARED: readonly string[] = ["iban", "account_number", "bank_name", "bank_street_address"];

/** For one account: the described fields that route money and differ from the stored ones. */
export function routingDifferences(stored: BeneficiaryInput, described: BeneficiaryInput): string[] {
  const { bank_details: bank, gateway_beneficiary_id: id } = described;
  const { bank_details: known } = stored;
  const implied: BankDetails = {
    ...known,
    account_name: known.account_name ?? beneficiaryName(stored),
    bank_country_code: known.bank_country_code ?? ibanCountry(known.iban ?? "") ?? undefined,
  };
  const isCodeInIdentity = accountIdentity({ ...bank, bank_code: undefined }) !== accountIdentity(bank);
  const differing = bankFields.filter(
    (field) =>
      bank[field] !== undefined &&
      !NOT_COMPARED.includes(field) &&
      !(field === "bank_code" && isCodeInIdentity) &&
      plainText(field, bank[field]) !== plainText(field, implied[field]),
  );
  return [
    ...differing.map((field) => `bank_details.${field}`),
    ...(id !== undefined && id !== stored.gateway_beneficiary_id ? ["gateway_beneficiary_id"] : []),
  ];
}

/** `DEUTDEFF` is `DEUTDEFFXXX`. */
function plainText(field: (typeof bankFields)[number], text = ""): string {
  const plain = plainAccount(text);
  return field === "swift_code" ? plain.replace(/^(.{8})XXX$/, "$1") : plain;
}
