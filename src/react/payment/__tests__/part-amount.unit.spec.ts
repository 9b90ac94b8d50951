import { isSameAmount, isSplittable, largestPart, partAmountOf, restAfter, writtenAmount } from "../part-amount";
import { isAllPaid } from "../use-part";

const EUROS = { amount: "128.00", currency: "EUR", smallest_part: "10.00" };
const YEN = { amount: "1280", currency: "JPY", smallest_part: "100" };
const DINARS = { amount: "12.345", currency: "KWD", smallest_part: "1.000" };

test.each([
  ["30.5", EUROS, "30.50"],
  ["30,50", EUROS, "30.50"],
  [" 30 ", EUROS, "30.00"],
  ["030", EUROS, "30.00"],
  ["٣٠٫٥", EUROS, "30.50"],
  ["۳۰", EUROS, "30.00"],
  ["３０", EUROS, "30.00"],
  ["100", YEN, "100"],
  ["1.234", DINARS, "1.234"],
  // Never one or a thousand by mistake.
  ["1.000", EUROS, null],
  ["1,000.00", EUROS, null],
  ["1 000", EUROS, null],
  ["100.5", YEN, null],
  ["-5", EUROS, null],
  ["1e2", EUROS, null],
  ["", EUROS, null],
  [".", EUROS, null],
  ["9999999999999", EUROS, null],
])("the typed amount %j of %j is %j", (typed, owed, amount) => {
  expect(partAmountOf(typed, owed)).toBe(amount);
});

test.each(["ar", "de", "en", "fr", "he", "ja", "tr"])("what the field says in %s is read back", (language) => {
  for (const owed of [EUROS, YEN, DINARS]) expect(partAmountOf(writtenAmount(language, owed), owed)).toBe(owed.amount);
});

test.each([
  ["10.00", EUROS, "118.00"],
  ["118.00", EUROS, "10.00"],
  ["128.00", EUROS, "0.00"],
  ["9.99", EUROS, null],
  ["118.01", EUROS, null],
  ["128.01", EUROS, null],
  ["1280", YEN, "0"],
  ["100", YEN, "1180"],
])("after %s of %j remains %j", (part, owed, rest) => {
  expect(restAfter(part, owed)).toBe(rest);
});

test("the largest part leaves the smallest one, and only a rest of zero is the whole", () => {
  expect([EUROS, YEN, DINARS].map(largestPart)).toEqual(["118.00", "1180", "11.345"]);
  expect(["0.00", "0", "0.01", "100"].map(isAllPaid)).toEqual([true, true, false, false]);
});

test("without a smallest part, or without an amount, only the whole can be paid", () => {
  expect(isSplittable(EUROS)).toBe(true);
  expect([undefined, { ...EUROS, smallest_part: null }, { ...EUROS, amount: null }].map(isSplittable)).toEqual([
    false,
    false,
    false,
  ]);
});

test.each([
  ["100.00", "100", true],
  ["100", "100.000", true],
  ["30.50", "30.5", true],
  ["100", "1", false],
  ["100.00", "10.00", false],
  ["30.05", "30.5", false],
])("whether %s and %s are the same amount: %s", (one, other, isSame) => {
  expect(isSameAmount(one, other)).toBe(isSame);
});
