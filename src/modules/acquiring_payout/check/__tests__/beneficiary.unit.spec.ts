import fc from "fast-check";
import type { BeneficiaryInput } from "../../inputs";
import { isClabe, isRoutingNumber } from "../bank-rules";
import { beneficiaryProblems } from "../beneficiary";
import { isCountry, isCurrencyCode } from "../codes";
import { ibanProblem } from "../iban";
import { normaliseBeneficiary } from "../normalise-beneficiary";

/** Beneficiary checks, each error at its field. */
const NOW = new Date("2026-11-22T10:00:00Z");
const company = (bank: BeneficiaryInput["bank_details"], more: Partial<BeneficiaryInput> = {}): BeneficiaryInput => ({
  entity_type: "COMPANY",
  company_name: "Muster GmbH",
  address: {},
  bank_details: bank,
  additional_info: {},
  person_documents: [],
  ...more,
});
const paths = (input: BeneficiaryInput): string[] => beneficiaryProblems(input, NOW).map(({ path }) => path);

const IBANS = [
  "DE89370400440532013000",
  "GB33BUKB20201555555555",
  "FR1420041010050500013M02606",
  "NL91ABNA0417164300",
  "NO9386011117947",
  "BR1800360305000010009795493C1",
  "SA0380000000608010167519",
];

test.each(IBANS)("the IBAN %s is valid, also in groups and in lower case", (iban) => {
  expect(paths(company({ iban }))).toEqual([]);
  expect(paths(company({ iban: iban.toLowerCase().replace(/(.{4})/g, "$1 ") }))).toEqual([]);
});

test("one wrong digit, or two swapped ones, are found", () => {
  fc.assert(
    fc.property(fc.constantFrom(...IBANS), fc.nat(30), fc.integer({ min: 1, max: 9 }), (iban, place, more) => {
      const at = 2 + (place % (iban.length - 2));
      const digit = iban[at] ?? "";
      fc.pre(/\d/.test(digit));
      const wrong = iban.slice(0, at) + String((parseInt(digit, 10) + more) % 10) + iban.slice(at + 1);
      expect(ibanProblem(wrong)).not.toBeNull();
      const next = iban[at + 1] ?? digit;
      const swapped = iban.slice(0, at) + next + digit + iban.slice(at + 2);
      if (next !== digit && /\d/.test(next)) expect(ibanProblem(swapped)).not.toBeNull();
    }),
  );
});

test("an account number beside the IBAN must be the IBAN's own, otherwise the other one could be paid unseen", () => {
  const [iban = ""] = IBANS;
  expect(paths(company({ iban, account_number: "0532 013000" }))).toEqual([]);
  expect(paths(company({ iban, account_number: "0532013001" }))).toEqual(["bank_details.account_number"]);
});

test("an IBAN of another country than the bank's is refused at the country; a territory may use its parent country's", () => {
  expect(paths(company({ iban: IBANS[0], bank_country_code: "FR" }))).toEqual(["bank_details.bank_country_code"]);
  expect(paths(company({ iban: IBANS[2], bank_country_code: "gp" }))).toEqual([]);
});

test.each<readonly [string, BeneficiaryInput["bank_details"], readonly string[]]>([
  ["US, right", { bank_country_code: "US", bank_code: "021000021", account_number: "123456789" }, []],
  ["US, wrong check digit", { bank_country_code: "US", bank_code: "021000022", account_number: "1" }, ["bank_code"]],
  ["US, nothing", { bank_country_code: "US" }, ["bank_code", "account_number"]],
  ["GB, right", { bank_country_code: "GB", bank_code: "20-20-15", account_number: "55555555" }, []],
  ["GB, seven digits", { bank_country_code: "GB", bank_code: "202015", account_number: "5555555" }, ["account_number"]],
  ["AU, right", { bank_country_code: "AU", bank_code: "062-000", account_number: "12345678" }, []],
  ["IN, right", { bank_country_code: "IN", bank_code: "hdfc0001234", account_number: "50100123456789" }, []],
  [
    "IN, no zero",
    { bank_country_code: "IN", bank_code: "HDFC1001234", account_number: "50100123456789" },
    ["bank_code"],
  ],
  ["MX, right", { bank_country_code: "MX", account_number: "032180000118359719" }, []],
  ["MX, wrong", { bank_country_code: "MX", account_number: "032180000118359718" }, ["account_number"]],
  ["CN, right", { bank_country_code: "CN", account_number: "6222020200012345678" }, []],
  [
    "CN, short code",
    { bank_country_code: "CN", bank_code: "1021", account_number: "6222020200012345678" },
    ["bank_code"],
  ],
  ["BR, right", { bank_country_code: "BR", bank_code: "001", bank_branch: "1234", account_number: "123456-X" }, []],
  ["CA, right", { bank_country_code: "CA", bank_code: "000312345", account_number: "1234567" }, []],
  ["DE, no IBAN", { bank_country_code: "DE", account_number: "532013000" }, ["iban"]],
  ["no country", { account_number: "532013000" }, ["bank_country_code"]],
  ["nothing at all", {}, ["account_number"]],
  ["a country of which nothing is known", { bank_country_code: "KE", account_number: "01100012345" }, []],
])("an account of %s", (_what, bank, wrong) => {
  expect(paths(company(bank))).toEqual(wrong.map((field) => `bank_details.${field}`));
});

test("a check digit detects a change of any other digit", () => {
  const numbers = fc.tuple(fc.nat(7), fc.integer({ min: 1, max: 9 }));
  fc.assert(
    fc.property(numbers, ([at, more]) => {
      const change = (text: string): string =>
        text.slice(0, at) + String((parseInt(text[at] ?? "", 10) + more) % 10) + text.slice(at + 1);
      expect([isRoutingNumber(change("021000021")), isClabe(change("032180000118359719"))]).toEqual([false, false]);
    }),
  );
});

test("nine zeros are not a routing number, and letters are not digits", () => {
  expect(isRoutingNumber("000000000")).toBe(false);
  expect(["03218000011835971X", "0321800001183597190"].map(isClabe)).toEqual([false, false]);
});

test.each([
  ["DE8937040044053201300", /a different length/],
  ["XX89370400440532013000", /first two letters/],
  ["DE88370400440532013000", /check digits/],
  ["DEAB370400440532013000", /check digits/],
  ["GB84BUKB2020155555555A", /format of its country/],
])("the IBAN %s is refused with its error", (iban, words) => {
  expect(ibanProblem(iban)).toMatch(words);
});

test("a valid SWIFT code is accepted, and an invalid one is refused at its field", () => {
  const bank = { iban: IBANS[0] };
  expect(paths(company({ ...bank, swift_code: "deut de ff" }))).toEqual([]);
  expect(paths(company({ ...bank, swift_code: "DEUTDE" }))).toEqual(["bank_details.swift_code"]);
});

test("a company has one name, a person has two", () => {
  const bank = { iban: IBANS[0] };
  expect(paths(company(bank, { company_name: undefined }))).toEqual(["company_name"]);
  expect(paths(company(bank, { entity_type: "INDIVIDUAL" }))).toEqual(["first_name", "last_name"]);
});

test("codes, dates, addresses and documents have valid formats", () => {
  const wrong = company(
    { iban: IBANS[0], account_currency: "EUX", swift_code: "DEUT" },
    {
      date_of_birth: "2026-11-22",
      address: { country_code: "ZZ" },
      additional_info: { personal_email: "nobody", personal_fiscal_country: "UK" },
      person_documents: [{ file_type: "PASSPORT", file_url: "http://files.example/1", labels: [] }],
    },
  );
  expect(paths(wrong).sort()).toEqual([
    "additional_info.personal_email",
    "additional_info.personal_fiscal_country",
    "address.country_code",
    "bank_details.account_currency",
    "bank_details.swift_code",
    "date_of_birth",
    "person_documents.0.file_url",
  ]);
});

test("invisible characters, line breaks and direction marks are refused", () => {
  for (const hidden of ["\u202e", "\u200b", "\n", "\u0000", "\u2028", "\ufeff"])
    expect(paths(company({ iban: IBANS[0], account_name: `Muster${hidden}GmbH` }))).toEqual([
      "bank_details.account_name",
    ]);
  expect(paths(company({ iban: IBANS[0] }, { company_name: "株式会社 شركة Müller & Söhne" }))).toEqual([]);
});

test("countries are current ones, and every error is a complete sentence", () => {
  expect(["DE", "XK", "US"].filter(isCountry)).toHaveLength(3);
  expect(["EU", "UK", "DD", "de", "ZZ", "D", "", "YU"].filter(isCountry)).toEqual([]);
  expect(["EUR", "JPY", "KWD", "eur", "XXXX"].filter(isCurrencyCode)).toEqual(["EUR", "JPY", "KWD"]);
  const all = beneficiaryProblems(company({ bank_country_code: "US", swift_code: "x" }, { company_name: "" }), NOW);
  expect(all.length).toBeGreaterThan(3);
  for (const { message } of all) expect(message).toMatch(/^[A-Z].*\.$/s);
});

test("codes are sent in upper case without spaces, names as entered", () => {
  const input = company({ iban: "de89 3704 0044 0532 0130 00", swift_code: "deutdeff", account_name: "m. Müller" });
  expect(normaliseBeneficiary(input).bank_details).toMatchObject({
    iban: IBANS[0],
    swift_code: "DEUTDEFF",
    account_name: "m. Müller",
  });
});
