import type { BankDetails } from "../inputs";
import { plainCode } from "./iban";

/** Account formats as published by banks. Elsewhere only the length is checked: a guess would refuse valid accounts. */
type Field = "account_number" | "bank_code" | "bank_branch";

interface Rule {
  readonly is: (value: string) => boolean;
  readonly format: string;
  readonly isOptional?: true;
}

export type CountryRules = Readonly<Partial<Record<Field, Rule>>>;

const digits = (least: number, most = least): RegExp => new RegExp(`^\\d{${String(least)},${String(most)}}$`);
const matches =
  (pattern: RegExp) =>
  (value: string): boolean =>
    pattern.test(value);

const weighted = (value: string, weights: readonly number[]): number =>
  [...value].reduce((sum, digit, at) => sum + parseInt(digit, 10) * (weights[at % weights.length] ?? 0), 0);

/** American Bankers Association: 3, 7, 1 over nine digits. */
export const isRoutingNumber = (value: string): boolean =>
  digits(9).test(value) && value !== "000000000" && weighted(value, [3, 7, 1]) % 10 === 0;

/** Only each product's last digit counts, and the eighteenth digit completes the sum to a multiple of ten. */
export function isClabe(value: string): boolean {
  if (!digits(18).test(value)) return false;
  const weights = [3, 7, 1];
  const sum = [...value.slice(0, 17)].reduce(
    (total, digit, at) => total + ((parseInt(digit, 10) * (weights[at % 3] ?? 0)) % 10),
    0,
  );
  return parseInt(value.slice(17), 10) === (10 - (sum % 10)) % 10;
}

const RULES: Readonly<Record<string, CountryRules>> = {
  US: {
    bank_code: { is: isRoutingNumber, format: "a routing number: nine digits with a check digit at the end" },
    account_number: { is: matches(digits(1, 17)), format: "up to 17 digits" },
  },
  GB: {
    bank_code: { is: matches(digits(6)), format: "a sort code of six digits" },
    account_number: { is: matches(digits(8)), format: "eight digits, with leading zeros" },
  },
  AU: {
    bank_code: { is: matches(digits(6)), format: "a BSB of six digits" },
    account_number: { is: matches(digits(4, 10)), format: "four to ten digits" },
  },
  IN: {
    bank_code: {
      is: matches(/^[A-Z]{4}0[A-Z0-9]{6}$/),
      format: "an IFSC: four letters, a zero and six letters or digits",
    },
    account_number: { is: matches(digits(6, 18)), format: "six to eighteen digits" },
  },
  MX: { account_number: { is: isClabe, format: "a CLABE: eighteen digits with a check digit at the end" } },
  CN: {
    bank_code: { is: matches(digits(12)), format: "a CNAPS code of twelve digits", isOptional: true },
    account_number: { is: matches(digits(8, 32)), format: "eight to thirty-two digits" },
  },
  BR: {
    bank_code: { is: matches(/^(\d{3}|\d{8})$/), format: "three digits, or the eight of its ISPB" },
    bank_branch: { is: matches(/^\d{4}[\dX]?$/), format: "four digits, with or without a check digit" },
    account_number: { is: matches(/^\d{2,19}[\dX]$/), format: "digits, the check digit last" },
  },
  CA: {
    bank_code: {
      is: matches(/^(0\d{8}|\d{8})$/),
      format: "a zero, the bank's three digits and the branch's five; or the branch's five and the bank's three",
    },
    account_number: { is: matches(digits(5, 12)), format: "five to twelve digits" },
  },
};

export const rulesOf = (country: string): CountryRules | undefined =>
  Object.hasOwn(RULES, country) ? RULES[country] : undefined;

export interface BankProblem {
  readonly field: Field;
  readonly format: string;
  readonly isMissing: boolean;
}

export function bankProblems(rules: CountryRules, details: BankDetails): readonly BankProblem[] {
  const fields: readonly Field[] = ["bank_code", "bank_branch", "account_number"];
  return fields.flatMap((field): BankProblem[] => {
    const rule = rules[field];
    if (!rule) return [];
    const value = plainCode(details[field] ?? "");
    if (value === "") return rule.isOptional ? [] : [{ field, format: rule.format, isMissing: true }];
    return rule.is(value) ? [] : [{ field, format: rule.format, isMissing: false }];
  });
}
