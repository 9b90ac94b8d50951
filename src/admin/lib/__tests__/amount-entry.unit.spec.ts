import { readAmount, readAmountIn, readBoundIn, sumOfEntries, amountOf } from "../amount-entry";

test.each([
  ["30.00", "100.00", "30.00"],
  ["30", "100.00", "30"],
  ["30,5", "100.00", "30.5"],
  [" 100.00 ", "100.00", "100.00"],
  ["0.01", "100.00", "0.01"],
  ["100.01", "100.00", null],
  ["0.00", "100.00", null],
  ["0", "100.00", null],
  ["-5.00", "100.00", null],
  ["1.000", "100.00", null],
  ["1e1", "100.00", null],
  ["1.000,50", "2000.00", null],
  ["", "100.00", null],
  ["500", "500", "500"],
  ["5.5", "500", null],
])("%p with at most %s is parsed as %p", (typed, most, expected) => {
  expect(readAmount(typed, most)).toBe(expected);
});

test.each([
  ["30", "EUR", "30"],
  ["30,50", "EUR", "30.50"],
  ["1,000", "EUR", null],
  ["1.000", "EUR", null],
  ["1,000.50", "EUR", null],
  ["10,001", "eur", null],
  ["1,000", "JPY", null],
  ["1000", "JPY", "1000"],
  ["1,250", "KWD", "1.250"],
  ["1,2500", "KWD", null],
  ["0", "EUR", null],
  ["0,00", "EUR", null],
  ["", "EUR", null],
])("%p in %s is read as %p", (typed, currency, expected) => {
  expect(readAmountIn(typed, currency)).toBe(expected);
});

test.each([
  ["100,00", "eur", "100.00"],
  [" 100.5 ", "eur", "100.5"],
  ["0", "eur", "0"],
  ["1,000", "eur", null],
  ["1,000.00", "eur", null],
  ["1.000", "jpy", null],
  ["ten", "eur", null],
])("the bound %p in %s is read as %p", (typed, currency, expected) => {
  expect(readBoundIn(typed, currency)).toBe(expected);
});

test.each([
  ["all pieces of a line are its total", [{ total: 10.01, quantity: 3, chosen: 3 }], "100.00", "10.01"],
  ["a part is rounded down", [{ total: 10, quantity: 3, chosen: 1 }], "100.00", "3.33"],
  ["finer digits are cut off", [{ total: 33.339, quantity: 1, chosen: 1 }], "100.00", "33.33"],
  ["nothing chosen is nothing", [{ total: 10, quantity: 3, chosen: 0 }], "100.00", "0.00"],
  ["it never exceeds what can be refunded", [{ total: 80, quantity: 1, chosen: 1 }], "54.50", "54.50"],
  ["a currency without decimals has none", [{ total: 500, quantity: 2, chosen: 1 }], "500", "250"],
])("%s", (_name, lines, most, expected) => {
  expect(amountOf(lines, most)).toBe(expected);
});

test("amounts are added exactly", () => {
  expect(sumOfEntries(["0.10", "0.20", "90071992547409931.07"])).toBe("90071992547409931.37");
  expect(sumOfEntries([])).toBe("0");
  expect(sumOfEntries(["500", "20"])).toBe("520");
});
