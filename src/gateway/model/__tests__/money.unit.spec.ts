import fc from "fast-check";
import {
  createCurrency,
  createMoney,
  exponentOf,
  fromEntered,
  fromMajor,
  fromMedusa,
  fromWire,
  MoneyError,
  sameMoney,
  toMajor,
  toWire,
} from "../money";

/** Amounts are exact or they throw. */
const EUR = createCurrency("eur");
const JPY = createCurrency("JPY");
const KWD = createCurrency("KWD");

test("28 money is exact: no float anywhere", () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 10n ** 17n }), fc.constantFrom(EUR, JPY, KWD), (minor, currency) => {
      const money = createMoney(minor, currency);
      const exponent = BigInt(exponentOf(currency));
      const text = toMajor(money);
      const [whole = "", fraction = ""] = text.split(".");
      expect(BigInt(whole) * 10n ** exponent + BigInt(fraction === "" ? "0" : fraction)).toBe(minor);
      expect(fromMajor(text, currency)).toEqual(money);
      expect(fromWire(toWire(money, "iso4217"), currency)).toEqual(money);
    }),
    { numRuns: 5_000 },
  );
});

test.each([
  ["10", 1000n],
  ["10.0", 1000n],
  ["10.000", 1000n],
  ["0.01", 1n],
  ["0", 0n],
])("%s EUR on the wire is %s cents", (text, minor) => {
  expect(fromWire(text, EUR).minor).toBe(minor);
});

test.each([
  ["10.000", EUR],
  ["1000.00", JPY],
  ["1.0", JPY],
  ["1.0000", KWD],
])("%s %s is refused when it was entered: it may be written with a thousands separator", (text, currency) => {
  expect(() => fromEntered(text, currency)).toThrow(/more decimals than the currency's/);
});

test.each([
  ["10", EUR, 1000n],
  ["10.5", EUR, 1050n],
  ["10.00", EUR, 1000n],
  ["1000", JPY, 1000n],
  ["1.000", KWD, 1000n],
])("%s %s is accepted when it was entered", (text, currency, minor) => {
  expect(fromEntered(text, currency).minor).toBe(minor);
});

test.each([
  "1e1",
  "10,00",
  "-10",
  "+1",
  "NaN",
  "",
  " 1",
  "１０",
  "0x10",
  "01",
  "10.001",
  ".5",
  "1.",
  "Infinity",
  "1".repeat(20),
])("%j is refused", (text) => {
  expect(() => fromWire(text, EUR)).toThrow(MoneyError);
});

test("yen have two decimals on the wire by default and none by ISO 4217", () => {
  expect(toWire(createMoney(1000n, JPY), "two")).toBe("1000.00");
  expect(toWire(createMoney(1000n, JPY), "iso4217")).toBe("1000");
  expect(fromWire("1000.00", JPY).minor).toBe(1000n);
  expect(() => fromWire("1000.50", JPY)).toThrow("more decimals");
});

test("an amount that two decimals cannot express throws instead of being rounded", () => {
  expect(toWire(createMoney(1500n, KWD), "two")).toBe("1.50");
  expect(() => toWire(createMoney(1501n, KWD), "two")).toThrow("need 3 decimals");
  expect(toWire(createMoney(1501n, KWD), "iso4217")).toBe("1.501");
});

test("currencies are three letters, amounts are not negative, equality needs both", () => {
  expect(() => createCurrency("EURO")).toThrow(MoneyError);
  expect(() => createMoney(-1n, EUR)).toThrow(MoneyError);
  expect(sameMoney(createMoney(1n, EUR), createMoney(1n, EUR))).toBe(true);
  expect(sameMoney(createMoney(1n, EUR), createMoney(1n, JPY))).toBe(false);
});

describe("Medusa's amounts are rounded to the currency's unit, half a unit upwards", () => {
  test.each([
    ["21.639175", "USD", 2164n],
    ["6.6666666666666666667", "EUR", 667n],
    ["3.3333333333333333333", "EUR", 333n],
    ["10.005", "EUR", 1001n],
    ["10.004999999999999999", "EUR", 1000n],
    ["0.995", "EUR", 100n],
    ["999.999", "EUR", 100000n],
    ["1234.5", "JPY", 1235n],
    ["1234.49", "JPY", 1234n],
    ["1.2345", "KWD", 1235n],
    ["1e-19", "EUR", 0n],
    ["9.99e-7", "CLF", 0n],
  ])("%s %s is %s", (text, code, minor) => {
    expect(fromMedusa(text, createCurrency(code)).minor).toBe(minor);
  });

  test("exact amounts are unchanged, in every currency", () => {
    const amounts = fc.tuple(fc.constantFrom(EUR, JPY, KWD), fc.bigInt(0n, 10n ** 15n));
    fc.assert(
      fc.property(amounts, ([currency, minor]) => {
        const money = createMoney(minor, currency);
        expect(fromMedusa(toMajor(money), currency)).toEqual(money);
      }),
    );
  });

  test.each(["-1", "1e3", "1e-6", "1,5", "NaN", "Infinity", "", ".5", "01", "1.", "１"])(
    "%p is not an amount",
    (text) => {
      expect(() => fromMedusa(text, EUR)).toThrow(MoneyError);
    },
  );
});
