import fc from "fast-check";
import { canonicalJson } from "../canonical";
import { brokenLimit, leftOf, neverFits } from "../limits";
import { accountIdentity, accountKey, accountMask } from "../mask";

/** The hash input, the masked account, and the limits. */
const shuffled = (value: unknown): unknown =>
  typeof value === "object" && value !== null && !Array.isArray(value)
    ? Object.fromEntries(
        Object.entries(value)
          .reverse()
          .map(([name, part]) => [name, shuffled(part)]),
      )
    : value;

test("the same content gives the same text in any order", () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (value) => {
      expect(canonicalJson(shuffled(value))).toBe(canonicalJson(value));
    }),
  );
});

test("another value, name or position gives another text", () => {
  const base = { amount: 100n, to: { iban: "DE1", name: "A" }, list: ["x", "y"] };
  const others = [
    { ...base, amount: 101n },
    { ...base, to: { iban: "DE1", nama: "A" } },
    { ...base, to: { iban: "DE1" }, name: "A" },
    { ...base, list: ["y", "x"] },
    { ...base, list: ["x,y"] },
  ];
  expect(new Set([base, ...others].map(canonicalJson)).size).toBe(others.length + 1);
});

test("empty and missing values are equal, and names of object properties are ordinary names", () => {
  expect(canonicalJson({ a: "", b: null, c: undefined, d: 1 })).toBe('{"d":1}');
  expect(canonicalJson(JSON.parse('{"__proto__":{"a":1}}'))).toBe('{"__proto__":{"a":1}}');
});

test("at most the last four characters of an account are visible, and none of a short one", () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[A-Z0-9]{0,34}$/), (iban) => {
      const mask = accountMask({ iban });
      expect(mask).toBe(iban.length < 8 ? "••••" : `•••• ${iban.slice(-4)}`);
    }),
  );
  expect(accountMask({ account_number: "12-34 56 78" })).toBe("•••• 5678");
  expect(accountKey({ iban: "de89 3704-0044", account_number: "1" })).toBe("DE8937040044");
  expect(accountKey({ iban: " ", account_number: undefined })).toBeNull();
});

test("an IBAN and its sort code and account number are the same account", () => {
  const iban = accountIdentity({ iban: "GB33 BUKB 2020 1555 5555 55" });
  const written = { account_number: "5555 5555", bank_code: "20-20-15", bank_country_code: "gb" };
  expect(accountIdentity(written)).toBe(iban);
  expect(accountIdentity({ ...written, bank_country_code: "JE" })).toBe(iban);
  expect(accountIdentity({ iban: "IE29AIBK93115212345678" })).toBe(
    accountIdentity({ account_number: "12345678", bank_code: "931152", bank_country_code: "IE" }),
  );
  const others = [
    { ...written, bank_code: "20-20-16" },
    { ...written, account_number: "55555556" },
    { ...written, bank_country_code: "IE" },
    { ...written, bank_country_code: "US" },
    { iban: "DE89370400440532013000" },
  ];
  expect(others.map(accountIdentity)).not.toContain(iban);
  expect(accountIdentity({ iban: "de89 3704 0044 0532 0130 00" })).toBe("DE89370400440532013000");
  expect(accountIdentity({ bank_code: "202015", bank_country_code: "GB" })).toBeNull();
  expect(accountIdentity({ bank_country_code: "US" })).toBeNull();
  // Too short to contain both: an account number of an unknown bank.
  expect(accountIdentity({ ...written, bank_code: "" })).toBe("55555555");
});

test("no sequence of payouts exceeds a limit", () => {
  const limit = { payout: 500n, day: 2_000n, beneficiary: 900n };
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.bigInt(1n, 700n), fc.nat(2)), { maxLength: 40 }), (requests) => {
      const sent: { amount: bigint; to: number }[] = [];
      for (const [amount, to] of requests) {
        const sum = (of: typeof sent): bigint => of.reduce((total, one) => total + one.amount, 0n);
        const spent = { day: sum(sent), beneficiary: sum(sent.filter((one) => one.to === to)) };
        if (brokenLimit(amount, limit, spent) === null) sent.push({ amount, to });
        expect(sum(sent)).toBeLessThanOrEqual(limit.day);
        expect(sum(sent.filter((one) => one.to === to))).toBeLessThanOrEqual(limit.beneficiary);
      }
      expect(sent.every(({ amount }) => amount <= limit.payout)).toBe(true);
    }),
  );
});

test("exactly: an amount that reaches a limit fits, one unit more does not", () => {
  const limit = { payout: 500n, day: 2_000n, beneficiary: 900n };
  expect(brokenLimit(500n, limit, { day: 1_500n, beneficiary: 400n })).toBeNull();
  expect(brokenLimit(500n, limit, { day: 1_501n, beneficiary: 0n })).toBe("day");
  expect(brokenLimit(500n, limit, { day: 0n, beneficiary: 401n })).toBe("beneficiary");
  expect([neverFits(501n, limit), neverFits(500n, limit)]).toEqual(["payout", null]);
  expect([leftOf(10n, 3n), leftOf(3n, 10n)]).toEqual([7n, 0n]);
});
