import type {
  DisputeFact,
  DisputeReading,
  PaymentFact,
  PaymentReading,
  RefundFact,
  RefundReading,
} from "../../../../gateway/model/facts";
import { createGatewayPaymentId, createOperationId, createOrderNo } from "../../../../gateway/model/ids";
import { createCurrency, createMoney } from "../../../../gateway/model/money";
import { barePayment, bareRefund } from "../../../../gateway/reading/normalize";
import type {
  AttemptSnapshot,
  Decision,
  FactContext,
  OperationKind,
  OperationSnapshot,
  OperationStatus,
} from "../snapshot";
import type { AttemptState } from "../states";
import { holdsMoney } from "../states";

/** An attempt of 10.00 EUR in any state, what may be said of it, and what the reducer answers, in short. */
export const EUR = createCurrency("EUR");
export const orderNo = createOrderNo("acq_1");
export const REFUND = createOperationId("acqop_refund0001");
export const HOUR = 3_600_000;

export const operation = (
  kind: OperationKind,
  status: OperationStatus,
  more: Partial<OperationSnapshot> = {},
): OperationSnapshot => ({
  id: kind === "refund" ? REFUND : `op_${kind}`,
  kind,
  amount: kind === "refund" ? 400n : 1000n,
  status,
  sentAt: 0,
  ...more,
});

export const attempt = (state: AttemptState, more: Partial<AttemptSnapshot> = {}): AttemptSnapshot => ({
  state,
  currency: EUR,
  requested: 1000n,
  authorised: holdsMoney(state) || state === "voided" ? 1000n : 0n,
  captured: state === "captured" ? 1000n : 0n,
  refunded: 0n,
  refundPending: 0n,
  gatewayPaymentId: holdsMoney(state) ? "17" : null,
  hasReturned: false,
  hold: null,
  mode: "card",
  operations: [operation("authorise", state === "created" ? "sending" : "settled")],
  ...more,
});

export const payment = (reading: PaymentReading, more: Partial<PaymentFact> = {}): PaymentFact => ({
  ...barePayment(orderNo, reading),
  gatewayPaymentId: createGatewayPaymentId("17"),
  money: createMoney(1000n, EUR),
  raw: { payment_status: "7777" },
  ...more,
});

export const refund = (reading: RefundReading, more: Partial<RefundFact> = {}): RefundFact => ({
  ...bareRefund(orderNo, reading),
  money: createMoney(400n, EUR),
  operationId: REFUND,
  ...more,
});

export const dispute = (reading: DisputeReading, more: Partial<DisputeFact> = {}): DisputeFact => ({
  kind: "dispute",
  orderNo,
  gatewayPaymentId: createGatewayPaymentId("17"),
  reading,
  money: createMoney(900n, EUR),
  reason: "fraud",
  reference: "D1",
  dueAt: null,
  code: null,
  message: null,
  raw: {},
  ...more,
});

export const query: FactContext = { source: "query", askedAt: HOUR, operationId: null, unknownFinalAfterMs: 900_000 };
export const early: FactContext = { ...query, askedAt: 1_000 };
export const notify: FactContext = { ...query, source: "notify" };
export const summary = (decision: Decision) => [
  decision.state,
  decision.entries.map(({ kind }) => kind),
  decision.attention.map(({ kind }) => kind),
];

/** All of it was captured, and 4.00 of it are to be given back. */
export const captured = (status: OperationStatus, more: Partial<AttemptSnapshot> = {}) =>
  attempt("captured", { operations: [operation("refund", status)], ...more });
