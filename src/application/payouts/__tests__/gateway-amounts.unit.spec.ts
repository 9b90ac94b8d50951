import { gatewayAmounts } from "../gateway-amounts";

const SEND = { fee_amount: "175", fee_currency: "EUR", payer_pays: "12000", beneficiary_receives: "15000" };

test("figures in minor units become amounts in major units with their currency", () => {
  expect(gatewayAmounts(SEND, { currency: "JPY", source_currency: "EUR" }, "minor")).toEqual({
    fee: { amount: "1.75", currency: "EUR" },
    payer_pays: { amount: "120.00", currency: "EUR" },
    beneficiary_receives: { amount: "15000", currency: "JPY" },
  });
});

test("figures in major units are amounts already", () => {
  const send = { ...SEND, fee_amount: "1.5", fee_currency: "eur", payer_pays: null };
  expect(gatewayAmounts(send, { currency: "EUR", source_currency: null }, "major")).toEqual({
    fee: { amount: "1.50", currency: "EUR" },
    payer_pays: null,
    beneficiary_receives: { amount: "15000.00", currency: "EUR" },
  });
});

test.each([
  ["no currency", { fee_currency: null }, "minor"],
  ["no fee", { fee_amount: null }, "minor"],
  ["a fraction of a minor unit", { fee_amount: "1.5" }, "minor"],
  ["more decimals than the currency has", { fee_amount: "1.555" }, "major"],
  ["no unit", {}, null],
] as const)("with %s it stays a figure", (_, change, unit) => {
  expect(gatewayAmounts({ ...SEND, ...change }, { currency: "EUR", source_currency: null }, unit).fee).toBeNull();
});
