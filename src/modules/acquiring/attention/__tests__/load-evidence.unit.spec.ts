import { paymentReadings, refundReadings } from "../../../../gateway/model/facts";
import { readStoredFacts } from "../load-evidence";

/** The rules' input as read from the inbox; `integration-tests/http/attention.spec.ts` shows the rest in a store. */
test("every status of a payment and of a refund that the inbox stores is read", () => {
  const payments = paymentReadings.map((reading) => ({ kind: "payment", reading }));
  const refunds = refundReadings.map((reading) => ({
    kind: "refund",
    reading,
    operationId: "acqop_1",
    reference: "R1",
  }));
  expect(paymentReadings).toContain("voided_or_pending");
  expect(readStoredFacts([...payments, ...refunds])).toEqual({
    payments: [...paymentReadings],
    refunds: refunds.map((fact) => ({ ...fact })),
  });
});

test("a fact that cannot be read counts as none, and the others are read", () => {
  const known = { kind: "payment", reading: "captured" };
  expect(readStoredFacts([{ kind: "payment", reading: "sold" }, known, { kind: "dispute" }, null])).toEqual({
    payments: ["captured"],
    refunds: [],
  });
  expect(readStoredFacts("nonsense")).toEqual({ payments: [], refunds: [] });
});
