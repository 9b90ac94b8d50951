import { BeneficiaryInput } from "../../../../api-schema/admin";
import {
  beneficiaryDraftOf,
  EMPTY,
  FIELDS,
  FOLDED,
  inputOf,
  layoutOf,
  missingIn,
  SHOWN_FIELDS,
  mergeDrafts,
} from "../beneficiary-form";
import { countriesIn, countryName } from "../../countries";

const everything = Object.fromEntries(FIELDS.map((field, index) => [field, `value ${String(index)}`]));

test.each(["COMPANY", "INDIVIDUAL"] as const)(
  "every field of %s is in one part of the form, for any country",
  (entity) => {
    for (const country of ["", "DE", "US", "GB", "CN"]) {
      const layout = layoutOf({ entity, typed: { "bank_details.bank_country_code": country } });
      const fields = [...SHOWN_FIELDS, ...FOLDED].flatMap((part) => layout[part]);
      expect([...fields].sort()).toEqual([...FIELDS].sort());
    }
  },
);

test("the IBAN comes first where it is used, otherwise account number and bank code", () => {
  const bankOf = (country: string) =>
    layoutOf({ entity: "COMPANY", typed: { "bank_details.bank_country_code": country } }).bank;
  expect(bankOf("DE")).toContain("bank_details.iban");
  expect(bankOf("US")).toEqual(expect.arrayContaining(["bank_details.account_number", "bank_details.bank_code"]));
  expect(bankOf("US")).not.toContain("bank_details.iban");
});

test("the form has every field of the API schema", () => {
  const shape = BeneficiaryInput.shape;
  const nested = (name: "address" | "bank_details" | "additional_info"): string[] =>
    Object.keys(shape[name].unwrap().shape).map((field) => `${name}.${field}`);
  const flat = Object.keys(shape).filter(
    (name) => !["entity_type", "address", "bank_details", "additional_info", "person_documents"].includes(name),
  );
  const all = [...flat, ...nested("address"), ...nested("bank_details"), ...nested("additional_info")];
  expect([...FIELDS].sort()).toEqual(all.sort());
});

test("input is sent in its field, and loads into the form unchanged", () => {
  const draft = {
    entity: "INDIVIDUAL" as const,
    typed: everything,
    documents: [{ file_type: "PASSPORT", file_url: "https://files.example/1", labels: "front, back" }],
  };
  const input = inputOf(draft);
  expect(input.bank_details.iban).toBe(everything["bank_details.iban"]);
  expect(input.person_documents[0]?.labels).toEqual(["front", "back"]);
  expect(beneficiaryDraftOf(input)).toEqual(draft);
});

test("a name derived from the company name does not override a new one", () => {
  const details = inputOf({ ...EMPTY, typed: { company_name: "Ada & Co", display_name: "Ada & Co" } });
  expect(beneficiaryDraftOf(details).typed).toEqual({ company_name: "Ada & Co" });
  expect(beneficiaryDraftOf({ ...details, display_name: "Ada, Berlin" }).typed.display_name).toBe("Ada, Berlin");
});

test("stored data is merged under the input, which may be empty, and merging twice changes nothing", () => {
  const paper = { file_type: "PASSPORT", file_url: "https://files.example/1", labels: "" };
  const fresh = { ...paper, file_url: "https://files.example/2" };
  const stored = { entity: "COMPANY" as const, typed: everything, documents: [paper] };
  const before = { ...EMPTY, typed: { company_name: "Ada & Co", "bank_details.bank_name": "Old bank" } };
  const typed = { company_name: "Ada & Co", "bank_details.bank_name": "", "bank_details.iban": "DE00 typed" };
  const once = mergeDrafts(stored, before, { ...before, typed, documents: [fresh] });
  expect(once.typed).toEqual({ ...everything, "bank_details.bank_name": "", "bank_details.iban": "DE00 typed" });
  expect(once.documents).toEqual([paper, fresh]);
  expect(mergeDrafts(stored, stored, once)).toEqual(once);
  expect(mergeDrafts(stored, before, { ...before, entity: "INDIVIDUAL" }).entity).toBe("INDIVIDUAL");
});

test("empty fields are omitted", () => {
  const input = inputOf({ ...EMPTY, typed: { company_name: "  Ada & Co  ", "bank_details.iban": "   " } });
  expect(input).toEqual({
    entity_type: "COMPANY",
    company_name: "Ada & Co",
    address: {},
    bank_details: {},
    additional_info: {},
    person_documents: [],
  });
});

test("a person needs both names before sending, a company its name", () => {
  expect(missingIn({ ...EMPTY, entity: "INDIVIDUAL", typed: { first_name: "Ada" } })).toEqual(["last_name"]);
  expect(missingIn({ ...EMPTY, typed: { company_name: "Ada & Co" } })).toEqual([]);
});

test("each country is listed once, named in the user's language", () => {
  const german = countriesIn("de");
  expect(german.find(({ value }) => value === "DE")?.label).toBe("Deutschland");
  expect(new Set(german.map(({ label }) => label)).size).toBe(german.length);
  expect(german.map(({ value }) => value)).not.toContain("EU");
  expect([countryName("DE", "en"), countryName("??", "en")]).toEqual(["Germany", "??"]);
});
