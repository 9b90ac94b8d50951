import { formatAmount, isLess, isPositive, widthOf } from "../amounts";

const plain = (text: string): string => text.replace(/[\u00a0\u202f]/g, " ");

test.each([
  ["30.00", "EUR", "en-GB", "€30.00"],
  ["30.00", "eur", "de-DE", "30,00 €"],
  ["1234567.05", "USD", "en-US", "$1,234,567.05"],
  ["24.5", "EUR", "en-GB", "€24.50"],
  ["24", "EUR", "de-DE", "24,00 €"],
  ["24.5", "KWD", "en-US", "KWD 24.500"],
  ["500", "JPY", "en-US", "¥500"],
  ["0.005", "KWD", "en-US", "KWD 0.005"],
  ["0.99", "EUR", "en-GB", "€0.99"],
  ["-0.50", "EUR", "en-GB", "-€0.50"],
])("%s %s in %s is formatted as %s", (amount, currency, locale, expected) => {
  expect(plain(formatAmount(amount, currency, locale))).toBe(expected);
});

test("an amount too large for a float keeps every digit", () => {
  expect(formatAmount("90071992547409931.07", "EUR", "en-GB")).toBe("€90,071,992,547,409,931.07");
});

test.each([
  ["", "EUR"],
  ["1e3", "EUR"],
  ["12,00", "EUR"],
  ["12.00", "EURO"],
])("an unreadable amount %p %p is shown unchanged", (amount, currency) => {
  expect(formatAmount(amount, currency, "en-GB")).toBe(`${amount} ${currency}`);
});

test.each([
  ["30.00", "100.00", "30.00%"],
  ["1.00", "3.00", "33.33%"],
  ["0.01", "100.00", "0.01%"],
  ["30", "100.00", "30.00%"],
  ["0.00", "100.00", "0%"],
  ["100.00", "100.00", "100.00%"],
  ["120.00", "100.00", "100.00%"],
  ["-5.00", "100.00", "0%"],
  ["1.00", "0.00", "0%"],
  ["what", "100.00", "0%"],
])("%s of %s is %s of the bar", (part, whole, expected) => {
  expect(widthOf(part, whole)).toBe(expected);
});

test("only an amount above nothing is positive", () => {
  expect(["0.01", "5", "0.00", "0", "-1.00", "", "x"].map(isPositive)).toEqual([
    true,
    true,
    false,
    false,
    false,
    false,
    false,
  ]);
});

test.each([
  ["80.00", "100.00", true],
  ["100.00", "100.00", false],
  ["100", "100.00", false],
  ["9.99", "10", true],
  ["10.01", "10", false],
])("%s is less than %s: %p", (amount, than, expected) => {
  expect(isLess(amount, than)).toBe(expected);
});
