import type { BeneficiaryInput } from "../inputs";
import { plainCode } from "./iban";

/** Codes as sent: in upper case, without separators. Names and numbers stay as entered. */
export function normaliseBeneficiary(input: BeneficiaryInput): BeneficiaryInput {
  const { address, bank_details: bank, additional_info: info } = input;
  return {
    ...input,
    address: { ...address, country_code: code(address.country_code) },
    bank_details: {
      ...bank,
      account_currency: code(bank.account_currency),
      bank_country_code: code(bank.bank_country_code),
      iban: code(bank.iban),
      swift_code: code(bank.swift_code),
    },
    additional_info: { ...info, personal_fiscal_country: code(info.personal_fiscal_country) },
  };
}

const code = (text: string | undefined): string | undefined => (text === undefined ? undefined : plainCode(text));

export const beneficiaryName = (input: BeneficiaryInput): string =>
  input.display_name ??
  input.company_name ??
  [input.first_name, input.last_name].filter((name) => name !== undefined).join(" ");
