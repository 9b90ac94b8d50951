import fc from "fast-check";
import { createCurrency } from "../../../gateway/model/money";
import { signedMajor } from "../refund-proposal";
import { signedMinor } from "../../orders/medusa-amount";
import { explainSurplus } from "../explain-surplus";

/** What explains a surplus: exact in every case, and only what is not settled yet. */
const EUR = createCurrency("EUR");
const of = (...amounts: readonly (readonly [string, number])[]) =>
  amounts.map(([cause, minor]) => ({ cause, minor: BigInt(minor) }));
const shown = (changes: ReturnType<typeof of>, surplus: number) => {
  const { changes: left, rest } = explainSurplus(changes, BigInt(surplus));
  return [
    ...left.map(({ cause, minor }) => `${cause} ${String(minor)}`),
    ...(rest === 0n ? [] : [`rest ${String(rest)}`]),
  ];
};

describe("explainSurplus", () => {
  test.each([
    ["one return", of(["return", 2000]), 2000, ["return 2000"]],
    ["a return less its shipping", of(["shipping", -400], ["return", 2000]), 1600, ["shipping -400", "return 2000"]],
    ["a second return after the first was refunded", of(["first", 2000], ["second", 1000]), 1000, ["second 1000"]],
    [
      "a second return after the first was refunded less a fee",
      of(["first", 2000], ["fee", -200], ["second", 1000]),
      1000,
      ["second 1000"],
    ],
    ["a return after an edit whose difference was paid", of(["edit", -10000], ["return", 2000]), 2000, ["return 2000"]],
    ["a return that was refunded in part", of(["return", 2000]), 1500, ["return 2000", "rest -500"]],
    ["money beyond the order's total", of(), 700, ["rest 700"]],
    ["a return and money beyond the order's total", of(["return", 2000]), 2700, ["return 2000", "rest 700"]],
    ["a sum that Medusa rounded otherwise", of(["return", 1999]), 2000, ["return 2000"]],
    ["nothing", of(["return", 2000]), 0, []],
  ] as const)("%s", (_name, changes, surplus, expected) => {
    expect(shown([...changes], surplus)).toEqual(expected);
  });

  test("the causes and the rest are exactly the surplus, whatever changed", () => {
    const amount = fc.bigInt({ min: -100_000n, max: 100_000n });
    fc.assert(
      fc.property(fc.array(amount, { maxLength: 12 }), fc.bigInt({ min: 1n, max: 200_000n }), (amounts, surplus) => {
        const changes = amounts.map((minor, index) => ({ cause: index, minor }));
        const { changes: left, rest } = explainSurplus(changes, surplus);
        expect(left.reduce((sum, { minor }) => sum + minor, rest)).toBe(surplus);
        // The newest changes, in their order.
        expect(left.map(({ cause }) => cause)).toEqual(
          changes.slice(changes.length - left.length).map(({ cause }) => cause),
        );
      }),
    );
  });

  test("the changes of totals with any decimals add up to their difference in every currency", () => {
    const total = fc.bigInt({ min: -10_000_000n, max: 10_000_000n });
    fc.assert(
      fc.property(fc.constantFrom("EUR", "JPY", "KWD", "CLF"), fc.array(total, { minLength: 2 }), (code, totals) => {
        const currency = createCurrency(code);
        const texts = totals.map(
          (each) =>
            `${each < 0n ? "-" : ""}${String((each < 0n ? -each : each) / 10_000n)}.${String((each < 0n ? -each : each) % 10_000n).padStart(4, "0")}`,
        );
        const minors = texts.map((text) => signedMinor(text, currency));
        const steps = minors.slice(1).map((minor, index) => (minors[index] ?? 0n) - minor);
        expect(steps.reduce((sum, step) => sum + step, 0n)).toBe((minors[0] ?? 0n) - (minors.at(-1) ?? 0n));
      }),
    );
  });
});

test.each([
  [-250n, "EUR", "-2.50"],
  [250n, "EUR", "2.50"],
  [-7n, "JPY", "-7"],
  [-7n, "KWD", "-0.007"],
])("%s minor units of %s are %s", (minor, code, text) => {
  expect(signedMajor(minor, createCurrency(code))).toBe(text);
});

test("an amount below zero is read with its sign", () => {
  expect(signedMinor("-12.345", EUR)).toBe(-1235n);
});
