import { isDecidable } from "../attention-action";

const payment = { id: "acqpay_1", amount: "10.00", currency: "EUR", order_no: "acq_1", order: null } as const;

test("an unknown result can be decided from its attention item, other items and items without a payment cannot", () => {
  expect(isDecidable({ kind: "unknown_outcome", payment })).toBe(true);
  expect(isDecidable({ kind: "unknown_outcome", payment: null })).toBe(false);
  expect(isDecidable({ kind: "amount_mismatch", payment })).toBe(false);
});
