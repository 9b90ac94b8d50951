import { MathBN } from "@medusajs/framework/utils";
import fc from "fast-check";
import { createCurrency, createMoney, exponentOf, fromMedusa, toMajor } from "../../../gateway/model/money";
import { sumOfMedusaRows } from "../load-medusa-payment";
import { captureAmountForMedusa, refundAmountForMedusa } from "../medusa-amount";
import { captureRow, medusaPayment, refundRow } from "./medusa-rows";

const currency = fc.constantFrom("EUR", "JPY", "KWD", "CLF").map(createCurrency);

describe("captures", () => {
  test.each([
    ["EUR", "21.64", [], 2164n, "21.64"],
    ["EUR", "21.639175", [], 2164n, "21.639175"],
    ["EUR", "21.639175", [], 2163n, "21.63"],
    ["EUR", "21.639175", ["10.82"], 1082n, "10.819175"],
    ["EUR", "21.639175", ["10.82"], 1000n, "10.00"],
    ["EUR", "0.005", [], 1n, "0.005"],
    ["JPY", "1000", [], 1000n, "1000"],
    ["JPY", "999.5", [], 1000n, "999.5"],
    ["JPY", "1000.4", ["600"], 400n, "400.4"],
    ["JPY", "1000.4", [], 1n, "1"],
    ["KWD", "1.2345", [], 1235n, "1.2345"],
    ["KWD", "1.2345", ["1.234"], 1n, "0.0005"],
    ["KWD", "10", ["9.5"], 5n, "0.005"],
    ["CLF", "1.00005", [], 10001n, "1.00005"],
  ] as const)(
    "of a payment of %s %s with captures of %j, %s minor units are recorded as %s",
    (code, of, before, minor, amount) => {
      const payment = medusaPayment(of, { captures: before.map((value) => captureRow(`capt_${value}`, value)) });
      expect(captureAmountForMedusa(payment, minor, createCurrency(code))).toBe(amount);
    },
  );

  test.each([
    ["nothing is left", "10", "10"],
    ["more than the payment was captured", "10", "12.5"],
  ])("if %s, the gateway's amount is recorded", (_why, of, captured) => {
    const payment = medusaPayment(of, { captures: [captureRow("capt_1", captured)] });
    expect(captureAmountForMedusa(payment, 250n, createCurrency("EUR"))).toBe("2.50");
  });

  test("more digits than a number holds stay exact", () => {
    const payment = medusaPayment("90071992547409.931234", { captures: [captureRow("capt_1", "0.01")] });
    expect(captureAmountForMedusa(payment, 9007199254740992n, createCurrency("EUR"))).toBe("90071992547409.921234");
  });

  test("captures that add up to the rounded payment add up to Medusa's unrounded amount, in any currency and split", () => {
    fc.assert(
      fc.property(
        currency,
        fc.bigInt({ min: 1n, max: 10n ** 15n }),
        fc.array(fc.bigInt({ min: 1n, max: 10n ** 12n }), { maxLength: 4 }),
        (code, digits, parts) => {
          // Two decimals more than the currency has, as taxes leave them.
          const of = MathBN.div(digits.toString(), 10 ** (exponentOf(code) + 2)).toString();
          fc.pre(!of.includes("e"));
          const whole = fromMedusa(of, code).minor;
          const captures: ReturnType<typeof captureRow>[] = [];
          let rest = whole;
          for (const minor of [...parts.filter((part) => part < whole), whole]) {
            const now = minor < rest ? minor : rest;
            if (now === 0n) continue;
            const amount = captureAmountForMedusa(medusaPayment(of, { captures }), now, code);
            captures.push(captureRow(`capt_${String(captures.length)}`, amount));
            rest -= now;
          }
          expect(sumOfMedusaRows(captures, code)).toBe(whole);
          if (whole > 0n) {
            const sum = MathBN.sum(...captures.map(({ raw_amount: { value } }) => value));
            expect(sum.toString()).toBe(MathBN.convert(of).toString());
          }
        },
      ),
    );
  });

  test("if nothing is left of the payment, any amount is recorded with the currency's own decimals", () => {
    fc.assert(
      fc.property(currency, fc.bigInt({ min: 0n, max: 10n ** 15n }), (code, minor) => {
        const amount = captureAmountForMedusa(medusaPayment("0"), minor, code);
        expect(amount).toBe(toMajor(createMoney(minor, code)));
      }),
    );
  });
});

describe("refunds", () => {
  test.each([
    ["EUR", ["21.639175"], [], 2164n, "21.639175"],
    ["EUR", ["10.82", "10.819175"], [], 2164n, "21.639175"],
    ["EUR", ["21.639175"], ["1.64"], 2000n, "19.999175"],
    ["EUR", ["21.639175"], [], 500n, "5.00"],
    ["JPY", ["999.5"], [], 1000n, "999.5"],
    ["JPY", ["999.5"], ["500"], 500n, "499.5"],
    ["KWD", ["1.2345"], ["1"], 235n, "0.2345"],
  ] as const)(
    "of %s captures %j with refunds of %j, %s minor units are recorded as %s",
    (code, captured, before, minor, amount) => {
      const payment = medusaPayment("500", {
        captures: captured.map((value) => captureRow(`capt_${value}`, value)),
        refunds: before.map((value) => refundRow(`ref_${value}`, value)),
      });
      expect(refundAmountForMedusa(payment, minor, createCurrency(code))).toBe(amount);
    },
  );

  test("without a capture in Medusa, the gateway's amount is recorded, though it is the payment's whole amount", () => {
    expect(refundAmountForMedusa(medusaPayment("9.999"), 1000n, createCurrency("EUR"))).toBe("10.00");
  });

  test("the amount of the payment does not matter: only what was captured can be refunded", () => {
    const payment = medusaPayment("21.639175", { captures: [captureRow("capt_1", "20")] });
    expect(refundAmountForMedusa(payment, 2164n, createCurrency("EUR"))).toBe("21.64");
  });
});

describe("sums", () => {
  test.each([
    ["EUR", [], 0n],
    ["EUR", ["10.82", "10.819175"], 2164n],
    ["EUR", ["0.004", "0.004"], 0n],
    ["EUR", ["1e-7"], 0n],
    ["JPY", ["999.5", "0.4"], 1000n],
    ["KWD", ["1.2345", "0.001"], 1236n],
  ] as const)("%s rows of %j are %s minor units", (code, amounts, minor) => {
    const rows = amounts.map((value) => captureRow(`capt_${value}`, value));
    expect(sumOfMedusaRows(rows, createCurrency(code))).toBe(minor);
  });

  test("a row with a negative amount stops the projection instead of lowering the sum", () => {
    expect(() => sumOfMedusaRows([captureRow("capt_1", "-1")], createCurrency("EUR"))).toThrow("plain decimal");
  });
});
