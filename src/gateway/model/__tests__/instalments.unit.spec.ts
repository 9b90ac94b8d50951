import fc from "fast-check";
import { divideAmount } from "../instalments";
import { createCurrency, createMoney, fromMajor, toMajor } from "../money";

/** Instalments are exact in minor units. */
const CURRENCIES = ["JPY", "EUR", "KWD"].map(createCurrency);

test("instalments sum to the total, and only the last one differs, by less than one minor unit for each instalment", () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: 1n, max: 10n ** 15n }),
      fc.integer({ min: 2, max: 120 }),
      fc.constantFrom(...CURRENCIES),
      (minor, count, currency) => {
        const divided = divideAmount(createMoney(minor, currency), count);
        const parts = BigInt(count);
        if (divided === null) return expect(minor).toBeLessThan(parts);
        const { monthly, last } = divided;
        expect(monthly.minor * (parts - 1n) + last.minor).toBe(minor);
        expect(monthly.minor).toBeGreaterThan(0n);
        expect(monthly.minor * parts).toBeLessThanOrEqual(minor);
        expect(last.minor - monthly.minor).toBeGreaterThanOrEqual(0n);
        expect(last.minor - monthly.minor).toBeLessThan(parts);
        expect([monthly.currency, last.currency]).toEqual([currency, currency]);
      },
    ),
    { numRuns: 2_000 },
  );
});

test.each([
  ["JPY", "1000", 3, "333", "334"],
  ["JPY", "1200", 12, "100", "100"],
  ["EUR", "120.00", 12, "10.00", "10.00"],
  ["EUR", "100.00", 12, "8.33", "8.37"],
  ["KWD", "10.000", 3, "3.333", "3.334"],
  ["EUR", "0.12", 12, "0.01", "0.01"],
])("%s %s in %i instalments is %s, and %s at last", (code, total, count, monthly, last) => {
  const divided = divideAmount(fromMajor(total, createCurrency(code)), count);
  expect(divided && [toMajor(divided.monthly), toMajor(divided.last)]).toEqual([monthly, last]);
});

test("an amount with less than one minor unit for each instalment cannot be divided", () => {
  expect(divideAmount(fromMajor("11", createCurrency("JPY")), 12)).toBeNull();
});
