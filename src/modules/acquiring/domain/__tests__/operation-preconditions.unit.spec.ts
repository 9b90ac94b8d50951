import { refusalOf } from "../operation-preconditions";
import { attempt, captured, operation } from "./attempts";

/** What may begin, and what is refused before a row is written. */
const request = { kind: "capture", amount: 1000n, isRecording: false, multipleCaptures: false } as const;

test.each([
  [attempt("authorised"), request, null],
  [attempt("authorised"), { ...request, amount: 1001n }, "amount_too_high"],
  [attempt("authorised"), { ...request, amount: 0n }, "amount_not_positive"],
  [attempt("captured", { captured: 300n }), { ...request, amount: 100n }, "already_captured"],
  [attempt("captured", { captured: 300n }), { ...request, amount: 700n, multipleCaptures: true }, null],
  [attempt("pending"), { ...request }, "no_gateway_id"],
  [attempt("pending", { gatewayPaymentId: "17" }), request, "not_capturable"],
  [attempt("authorised"), { ...request, isRecording: true }, "earlier_being_recorded"],
  [attempt("authorised", { operations: [operation("capture", "unknown")] }), request, "operation_open"],
  [attempt("authorised", { operations: [operation("void", "sending")] }), request, "operation_open"],
  [
    attempt("authorised", { operations: [operation("capture", "sending")] }),
    { ...request, kind: "void" as const },
    "operation_open",
  ],
  [attempt("authorised"), { ...request, kind: "void" as const }, null],
  [attempt("captured"), { ...request, kind: "void" as const }, "not_voidable"],
  [attempt("captured"), { ...request, kind: "refund" as const }, null],
  [attempt("captured", { refunded: 1n }), { ...request, kind: "refund" as const }, "amount_too_high"],
  [attempt("captured"), { ...request, kind: "refund" as const, amount: 0n }, "amount_not_positive"],
  [captured("unknown"), { ...request, kind: "refund" as const, amount: 1n }, "operation_open"],
])("precondition %#", (snapshot, asked, code) => {
  expect(refusalOf(snapshot, asked)?.code ?? null).toBe(code);
});
