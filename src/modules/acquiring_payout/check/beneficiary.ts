import type { BankDetails, BeneficiaryInput, InputProblem } from "../inputs";
import { plainAccount } from "../domain/mask";
import { addressFields, bankFields, infoFields } from "../inputs";
import { bankProblems, rulesOf } from "./bank-rules";
import { isCountry, isCurrencyCode } from "./codes";
import { ibanCountry, ibanProblem, isBic, isIbanCountry, plainCode } from "./iban";

/** Each error at its field with the fix. Whose account it is cannot be checked. */
export function beneficiaryProblems(input: BeneficiaryInput, now: Date): readonly InputProblem[] {
  return [
    ...nameProblems(input),
    ...codeProblems(input),
    ...accountProblems(input.bank_details),
    ...textProblems(input),
    ...otherProblems(input, now),
  ];
}

const at = (path: string, message: string): InputProblem => ({ path, message });
const missing = (value: string | undefined): boolean => value === undefined || value === "";

function nameProblems(input: BeneficiaryInput): InputProblem[] {
  if (input.entity_type === "COMPANY")
    return missing(input.company_name) ? [at("company_name", "Enter the company's name as its bank knows it.")] : [];
  const names = { first_name: "first name", last_name: "last name" } as const;
  return (["first_name", "last_name"] as const)
    .filter((field) => missing(input[field]))
    .map((field) => at(field, `Enter the person's ${names[field]} as their bank knows it.`));
}

function codeProblems({ address, bank_details: bank, additional_info: info }: BeneficiaryInput): InputProblem[] {
  const countries = [
    ["address.country_code", address.country_code],
    ["bank_details.bank_country_code", bank.bank_country_code],
    ["additional_info.personal_fiscal_country", info.personal_fiscal_country],
  ] as const;
  const wrong = countries
    .filter(([, code]) => code !== undefined && !isCountry(plainCode(code)))
    .map(([path]) => at(path, "Enter a two-letter country code, such as DE."));
  const currency = bank.account_currency;
  if (currency !== undefined && !isCurrencyCode(plainCode(currency)))
    wrong.push(at("bank_details.account_currency", "Enter a three-letter currency code, such as EUR."));
  if (bank.swift_code !== undefined && !isBic(bank.swift_code))
    wrong.push(at("bank_details.swift_code", "A SWIFT code has eight or eleven characters, such as DEUTDEFF."));
  return wrong;
}

/** Territories whose accounts have the IBAN of another country. */
const SAME_IBAN: Readonly<Record<string, readonly string[]>> = {
  FR: ["GF", "GP", "MQ", "RE", "PF", "TF", "YT", "NC", "BL", "MF", "PM", "WF"],
  GB: ["IM", "JE", "GG"],
  FI: ["AX"],
};

function accountProblems(bank: BankDetails): InputProblem[] {
  const country = missing(bank.bank_country_code) ? null : plainCode(bank.bank_country_code ?? "");
  if (!missing(bank.iban)) return [...ibanProblems(bank.iban ?? "", country), ...secondAccount(bank)];
  if (missing(bank.account_number) && (country === null || (!rulesOf(country) && !isIbanCountry(country))))
    return [at("bank_details.account_number", "Enter the account number or the IBAN.")];
  if (country === null) return [at("bank_details.bank_country_code", "Without an IBAN, enter the bank's country.")];
  const rules = rulesOf(country);
  if (rules) return ruleProblems(rules, bank);
  return isIbanCountry(country) ? [at("bank_details.iban", "Accounts in this country have an IBAN. Enter it.")] : [];
}

function ibanProblems(iban: string, country: string | null): InputProblem[] {
  const problem = ibanProblem(iban);
  if (problem !== null) return [at("bank_details.iban", problem)];
  const own = ibanCountry(iban) ?? "";
  const isTheirs = country === null || country === own || (SAME_IBAN[own]?.includes(country) ?? false);
  return isTheirs
    ? []
    : [at("bank_details.bank_country_code", `This is an IBAN of ${own}. Correct the country or the IBAN.`)];
}

/** Two accounts in one beneficiary: the approver sees one, and the gateway may pay the other. */
function secondAccount({ iban, account_number: number }: BankDetails): InputProblem[] {
  if (missing(number) || plainAccount(iban ?? "").endsWith(plainAccount(number ?? ""))) return [];
  return [at("bank_details.account_number", "This is not the account number of the IBAN. Remove one of the two.")];
}

const NAMES = { bank_code: "bank code", bank_branch: "branch", account_number: "account number" } as const;

const ruleProblems = (rules: NonNullable<ReturnType<typeof rulesOf>>, bank: BankDetails): InputProblem[] =>
  bankProblems(rules, bank).map(({ field, format, isMissing }) =>
    at(
      `bank_details.${field}`,
      isMissing
        ? `In this country the ${NAMES[field]} is required: ${format}.`
        : `In this country the ${NAMES[field]} must be ${format}.`,
    ),
  );

/** No line breaks, invisible characters or direction marks: approvers must read what is sent. */
const HIDDEN = /[\p{Cc}\p{Zl}\p{Zp}\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/u;

export const textProblem = (text: string | undefined): string | null =>
  text !== undefined && HIDDEN.test(text)
    ? "This contains a line break or an invisible character. Enter it again."
    : null;

function textProblems(input: BeneficiaryInput): InputProblem[] {
  const texts: (readonly [string, string | undefined])[] = [
    ["display_name", input.display_name],
    ["company_name", input.company_name],
    ["first_name", input.first_name],
    ["last_name", input.last_name],
    ["gateway_beneficiary_id", input.gateway_beneficiary_id],
    ...addressFields.map((name) => [`address.${name}`, input.address[name]] as const),
    ...bankFields.map((name) => [`bank_details.${name}`, input.bank_details[name]] as const),
    ...infoFields.map((name) => [`additional_info.${name}`, input.additional_info[name]] as const),
  ];
  return texts.flatMap(([path, text]) => {
    const problem = textProblem(text);
    return problem === null ? [] : [at(path, problem)];
  });
}

const EARLIEST_BIRTH = "1900-01-01";

function otherProblems(input: BeneficiaryInput, now: Date): InputProblem[] {
  const { date_of_birth: birth, person_documents: documents, additional_info: info } = input;
  const today = now.toISOString().slice(0, 10);
  return [
    ...(birth !== undefined && (birth < EARLIEST_BIRTH || birth >= today)
      ? [at("date_of_birth", "Enter a valid date of birth, such as 1990-12-31.")]
      : []),
    ...(info.personal_email !== undefined && !/^[^\s@]+@[^\s@]+\.[^\s@.]+$/.test(info.personal_email)
      ? [at("additional_info.personal_email", "Enter a valid email address.")]
      : []),
    ...documents.flatMap(({ file_url: url }, index) =>
      url.startsWith("https://")
        ? []
        : [
            at(
              `person_documents.${String(index)}.file_url`,
              "Enter an https address. The gateway downloads the document from it.",
            ),
          ],
    ),
  ];
}
