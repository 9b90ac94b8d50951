import { refusalOf } from "../operation-preconditions";
import { attempt, captured, operation } from "./attempts";

/** What may begin, and what is refused before a row is written. */
const wish = { kind: "capture", amount: 1000n, isRecording: false, multipleCaptures: false } as const;

test.each([
  [attempt("authorised"), wish, null],
  [attempt("authorised"), { ...wish, amount: 1001n }, "amount_too_high"],
  [attempt("authorised"), { ...wish, amount: 0n }, "amount_not_positive"],
  [attempt("captured", { captured: 300n }), { ...wish, amount: 100n }, "already_captured"],
  [attempt("captured", { captured: 300n }), { ...wish, amount: 700n, multipleCaptures: true }, null],
  [attempt("pending"), { ...wish }, "no_gateway_id"],
  [attempt("pending", { gatewayPaymentId: "17" }), wish, "not_capturable"],
  [attempt("authorised"), { ...wish, isRecording: true }, "earlier_being_recorded"],
  [attempt("authorised", { operations: [operation("capture", "unknown")] }), wish, "operation_open"],
  [attempt("authorised", { operations: [operation("void", "sending")] }), wish, "operation_open"],
  [
    attempt("authorised", { operations: [operation("capture", "sending")] }),
    { ...wish, kind: "void" as const },
    "operation_open",
  ],
  [attempt("authorised"), { ...wish, kind: "void" as const }, null],
  [attempt("captured"), { ...wish, kind: "void" as const }, "not_voidable"],
  [attempt("captured"), { ...wish, kind: "refund" as const }, null],
  [attempt("captured", { refunded: 1n }), { ...wish, kind: "refund" as const }, "amount_too_high"],
  [attempt("captured"), { ...wish, kind: "refund" as const, amount: 0n }, "amount_not_positive"],
  [captured("unknown"), { ...wish, kind: "refund" as const, amount: 1n }, "operation_open"],
])("precondition %#", (snapshot, asked, code) => {
  expect(refusalOf(snapshot, asked)?.code ?? null).toBe(code);
});
