import type { WrittenVersion } from "../account-authors";
import { authorsOf, writesAccount } from "../account-authors";

/** Authors of a bank account: every sequence of four edits by four people. */
const people = ["u1", "u2", "u3", "u4"] as const;
const edits = ["iban", "street", "name", "gateway id", "nothing"] as const;
type Edit = (typeof edits)[number];

interface Input {
  readonly company_name: string;
  readonly bank_details: { readonly iban: string; readonly bank_street_address: string };
  readonly gateway_beneficiary_id: string;
}
const first: Input = {
  company_name: "A",
  bank_details: { iban: "1", bank_street_address: "" },
  gateway_beneficiary_id: "",
};

function edited(input: Input, edit: Edit, step: number): Input {
  const { bank_details: bank } = input;
  const other = String(step + 2);
  switch (edit) {
    case "iban":
      return { ...input, bank_details: { ...bank, iban: other } };
    case "street":
      return { ...input, bank_details: { ...bank, bank_street_address: other } };
    case "gateway id":
      return { ...input, gateway_beneficiary_id: other };
    case "name":
      return { ...input, company_name: other };
    case "nothing":
      return { ...input };
  }
}

function* sequences(length: number): Generator<readonly (readonly [string, Edit])[]> {
  if (length === 0) yield [];
  else
    for (const before of sequences(length - 1))
      for (const who of people) for (const edit of edits) yield [...before, [who, edit]];
}

test("35 an author of any version of an account stays its author, whatever others edit: every sequence of four people", () => {
  let count = 0;
  // The first version is anyone's; one person is enough.
  for (const steps of sequences(3)) {
    let input = first;
    const versions: WrittenVersion[] = [versionOf("u1", first)];
    steps.forEach(([who, edit], step) => {
      const next = edited(input, edit, step);
      if (writesAccount(input, next)) versions.push(versionOf(who, next));
      input = next;
    });
    const touched = steps.filter(([, edit]) => edit !== "name" && edit !== "nothing").map(([who]) => who);
    const found = authorsOf(versions, { beneficiaryId: "acqben_1", fingerprints: [input.bank_details.iban] });
    expect([...found].sort()).toEqual([...new Set(["u1", ...touched])].sort());
    count += 1;
  }
  expect(count).toBe(8_000);
});

const versionOf = (who: string, { bank_details: bank }: Input, more: Partial<WrittenVersion> = {}): WrittenVersion => ({
  ...{ beneficiary_id: "acqben_1", account_fingerprint: bank.iban, made_by: who, made_by_owner: null },
  ...more,
});

test("35 the author of the same account at another beneficiary counts too, and so does the owner of the API key that wrote it", () => {
  const versions = [
    versionOf("u1", first),
    versionOf("u2", first, { beneficiary_id: "acqben_2" }),
    versionOf("apk_3", first, { beneficiary_id: "acqben_3", made_by_owner: "u3" }),
    versionOf("u4", first, { beneficiary_id: "acqben_4", account_fingerprint: "other" }),
    versionOf("u4", first, { beneficiary_id: "acqben_5", account_fingerprint: null }),
  ];
  const of = (fingerprints: readonly string[]): string[] => [
    ...authorsOf(versions, { beneficiaryId: "acqben_1", fingerprints }),
  ];
  expect(of(["1"])).toEqual(["u1", "u2", "apk_3", "u3"]);
  expect(of(["of another key", "1"])).toEqual(["u1", "u2", "apk_3", "u3"]);
  expect(of([])).toEqual(["u1"]);
});

test("an empty field and a missing one are the same account", () => {
  const iban = { iban: "1" };
  expect(writesAccount({ bank_details: { ...iban, bank_name: "" } }, { bank_details: iban })).toBe(false);
  expect(writesAccount({ bank_details: iban }, { bank_details: iban, gateway_beneficiary_id: "" })).toBe(false);
  expect(writesAccount({ bank_details: iban }, { bank_details: iban, gateway_beneficiary_id: "7" })).toBe(true);
});
