import { barePayment, bareRefund } from "../../../../../gateway/reading/normalize";
import { createGatewayPaymentId, createOperationId, createOrderNo } from "../../../../../gateway/model/ids";
import { createCurrency, createMoney } from "../../../../../gateway/model/money";
import type { PaymentFact, PaymentReading, RefundFact, RefundReading } from "../../../../../gateway/model/facts";
import { compareBooks } from "../compare-books";
import type { Books, LedgerOperation, LedgerSide, MedusaBookPayment } from "../differences";
import type { HoldDecision, ReviewHold } from "../../snapshot";
import type { AttemptState } from "../../states";
import { attemptStates } from "../../states";

/** Every pair of a gateway's reading and a ledger's state, and each refund by itself. */
const EUR = createCurrency("EUR");
const orderNo = createOrderNo("acq_1");

const fact = (reading: PaymentReading, more: Partial<PaymentFact> = {}): PaymentFact => ({
  ...barePayment(orderNo, reading),
  gatewayPaymentId: createGatewayPaymentId("70001"),
  money: createMoney(1_000n, EUR),
  ...more,
});

const ledger = (state: AttemptState, more: Partial<LedgerSide> = {}): LedgerSide => ({
  state,
  currency: EUR,
  requested: 1_000n,
  authorised: state === "authorised" || state === "captured" || state === "voided" ? 1_000n : 0n,
  captured: state === "captured" ? 1_000n : 0n,
  refunded: 0n,
  refundPending: 0n,
  gatewayPaymentId: "70001",
  hasReturned: true,
  mode: "card",
  hold: null,
  operations: [],
  isReversed: false,
  isLate: false,
  isAbsenceFinal: true,
  ...more,
});

const payment = (more: Partial<MedusaBookPayment> = {}): MedusaBookPayment => ({
  id: "pay_1",
  currency: "eur",
  minor: 1_000n,
  isCancelled: false,
  captures: [],
  refunds: [],
  ...more,
});

const capture = { id: "capt_1", minor: 1_000n, operationId: null };

/** Medusa as the projection leaves it behind this state. */
function medusaAfter(side: LedgerSide): Books["medusa"] {
  const hasPayment = side.state === "authorised" || side.state === "captured" || side.state === "voided";
  const own = payment({ isCancelled: side.state === "voided", captures: side.captured > 0n ? [capture] : [] });
  return { payment: hasPayment ? own : null, isPaidByAnother: false, hasOrder: hasPayment };
}

const kinds = (side: LedgerSide, payments: readonly PaymentFact[], more: Partial<Books> = {}): string[] =>
  compareBooks({ ledger: side, payments, refunds: null, medusa: medusaAfter(side), ...more }).map(
    ({ kind, remedy }) => `${kind}:${remedy}`,
  );

const ASK = "state_differs:ask_gateway";
const LOOK = "state_differs:decide";

/** For each reading: the states that it agrees with, and what is told in the others. */
const TABLE: readonly [PaymentReading, Partial<Record<AttemptState, string>>][] = [
  [
    "authorised",
    {
      created: ASK,
      action_required: ASK,
      pending: ASK,
      unknown: ASK,
      declined: ASK,
      expired: ASK,
      captured: "captured_differs:decide",
      voided: "voided_differs:decide",
    },
  ],
  [
    "captured",
    {
      created: ASK,
      action_required: ASK,
      pending: ASK,
      unknown: ASK,
      declined: ASK,
      expired: ASK,
      authorised: "captured_differs:ask_gateway",
      voided: "voided_differs:decide",
    },
  ],
  [
    "voided",
    {
      created: ASK,
      action_required: ASK,
      pending: ASK,
      unknown: ASK,
      authorised: "voided_differs:ask_gateway",
      captured: LOOK,
    },
  ],
  ["declined", { created: ASK, action_required: ASK, pending: ASK, unknown: ASK, authorised: LOOK, captured: LOOK }],
  ["pending", { authorised: LOOK, captured: LOOK, voided: LOOK, declined: LOOK }],
  ["action_required", { authorised: LOOK, captured: LOOK, voided: LOOK, declined: LOOK }],
  [
    "not_found",
    {
      created: ASK,
      unknown: ASK,
      authorised: "unknown_at_gateway:decide",
      captured: "unknown_at_gateway:decide",
      voided: "unknown_at_gateway:decide",
    },
  ],
  ["doubtful", { authorised: "unmapped_status:decide", captured: "unmapped_status:decide" }],
  ["unmapped", Object.fromEntries(attemptStates.map((state) => [state, "unmapped_status:decide"]))],
];

describe.each(TABLE)("the gateway reports %s", (reading, told) => {
  test.each(attemptStates)("and the ledger has %s", (state) => {
    const expected = told[state];
    expect(kinds(ledger(state), [fact(reading)])).toEqual(expected ? [expected] : []);
  });
});

test("not found proves nothing while the response may still come", () => {
  expect(kinds(ledger("unknown", { isAbsenceFinal: false }), [fact("not_found")])).toEqual([]);
});

test.each([
  ["amount", { money: createMoney(999n, EUR) }, "amount_differs:decide"],
  ["currency", { money: createMoney(1_000n, createCurrency("USD")) }, "currency_differs:decide"],
  ["transaction", { gatewayPaymentId: createGatewayPaymentId("70002") }, "transaction_differs:decide"],
] as const)("another %s is reported", (_name, more, expected) => {
  expect(kinds(ledger("authorised"), [fact("authorised", more)])).toEqual([expected]);
});

test("two transactions that hold money for one order number are reported once", () => {
  const second = fact("authorised", { gatewayPaymentId: createGatewayPaymentId("70002") });
  expect(kinds(ledger("captured"), [fact("captured"), second])).toEqual(["second_transaction:decide"]);
});

test("a response without the payment, and one without its transaction", () => {
  expect(kinds(ledger("authorised"), [])).toEqual(["unknown_at_gateway:decide"]);
  expect(kinds(ledger("authorised"), [fact("authorised", { gatewayPaymentId: null })])).toEqual([]);
});

const captureOf = (status: LedgerOperation["status"], amount: bigint): LedgerOperation => ({
  ...{ id: "acqop_0000000002", kind: "capture", amount, status, sentAt: 0, idempotencyKey: "cap_1", reference: null },
});

test.each<readonly [string, bigint, LedgerOperation[], string[]]>([
  [
    "the ledger's sum is less than its own",
    1_000n,
    [captureOf("settled", 600n), captureOf("settled", 600n)],
    ["captured_differs:decide"],
  ],
  ["one that failed counts nothing", 1_000n, [captureOf("settled", 1_000n), captureOf("declined", 600n)], []],
  ["Medusa has recorded less", 999n, [], ["medusa_capture_missing:record_in_medusa"]],
  ["Medusa has recorded more", 1_001n, [], ["medusa_capture_extra:decide"]],
])("captures: %s", (_name, inMedusa, operations, expected) => {
  const side = ledger("captured", { operations });
  const medusa = { ...medusaAfter(side), payment: payment({ captures: [{ ...capture, minor: inMedusa }] }) };
  expect(kinds(side, [fact("captured")], { medusa })).toEqual(expected);
});

test("an authorised payment without an order is reported, unless it was returned or failed", () => {
  const without = (side: LedgerSide, own = medusaAfter(side).payment): string[] =>
    kinds(side, [fact(side.state === "declined" ? "declined" : "authorised")], {
      medusa: { payment: own, isPaidByAnother: false, hasOrder: false },
    });
  expect(without(ledger("authorised"))).toEqual(["order_missing:record_in_medusa"]);
  expect(without(ledger("authorised", { isReversed: true }))).toEqual([]);
  expect(without(ledger("declined"), payment({ isCancelled: true }))).toEqual([]);
});

test.each<readonly [string, AttemptState, Partial<LedgerSide>, string[]]>([
  ["undecided", "authorised", {}, []],
  ["undecided, captured by the gateway", "captured", {}, []],
  ["approved", "authorised", { hold: held("approved") }, ["order_missing:record_in_medusa"]],
  ["rejected", "authorised", { hold: held("rejected") }, ["order_missing:record_in_medusa"]],
  ["undecided, but late", "captured", { isLate: true }, ["money_for_nothing:decide"]],
  ["undecided, but reversed", "captured", { isReversed: true }, ["money_for_nothing:decide"]],
])("a held payment without Medusa's payment: %s", (_name, state, more, expected) => {
  const side = ledger(state, { hold: held(null), ...more });
  const medusa = { payment: null, isPaidByAnother: false, hasOrder: true };
  expect(kinds(side, [fact(state === "captured" ? "captured" : "authorised")], { medusa })).toEqual(expected);
});

function held(decision: HoldDecision | null): ReviewHold {
  return { reason: "owner", decision };
}

test("a payment that Medusa has not linked is not Medusa's, and a linked one is compared", () => {
  const side = ledger("authorised", { isUnlinked: true });
  const none = { payment: null, isPaidByAnother: false, hasOrder: false };
  expect(kinds(side, [fact("authorised")], { medusa: none })).toEqual([]);
  const other = { ...none, hasOrder: true, payment: payment({ minor: 999n }) };
  expect(kinds(side, [fact("authorised")], { medusa: other })).toEqual(["medusa_amount_differs:decide"]);
});

test("money made unnecessary by another payment of the session is reported, unless it was returned", () => {
  const medusa = { payment: null, isPaidByAnother: true, hasOrder: true };
  expect(kinds(ledger("captured"), [fact("captured")], { medusa })).toEqual(["money_for_nothing:decide"]);
  const operations = [refundOf("settled", 1_000n)];
  const given = { refunds: [refundFact("succeeded", 1_000n)], medusa };
  expect(kinds(ledger("captured", { refunded: 1_000n, operations }), [fact("refunded")], given)).toEqual([]);
});

const refundOf = (status: LedgerOperation["status"], amount: bigint): LedgerOperation => ({
  id: "acqop_0000000001",
  kind: "refund",
  amount,
  status,
  sentAt: 0,
  idempotencyKey: "ref_1",
  reference: "R1",
});

const refundFact = (reading: RefundReading, minor: bigint, more: Partial<RefundFact> = {}): RefundFact => ({
  ...bareRefund(orderNo, reading),
  money: createMoney(minor, EUR),
  operationId: createOperationId("acqop_0000000001"),
  reference: "R1",
  ...more,
});

const row = (minor: bigint): { id: string; minor: bigint; operationId: null } => ({
  id: "ref_1",
  minor,
  operationId: null,
});

test.each([
  ["agree", "settled", ["succeeded", 300n], 300n, []],
  ["agree while the bank works", "pending", ["accepted", 300n], 300n, []],
  ["agree that there is none", "declined", ["failed", 300n], null, []],
  ["agree that it is undecided", "unknown", null, 300n, []],
  ["only the gateway has it", "declined", ["accepted", 300n], null, ["refund_missing_here:ask_gateway"]],
  ["it was undecided and the gateway has it", "unknown", ["accepted", 300n], 300n, ["refund_missing_here:ask_gateway"]],
  ["only the ledger has it", "settled", null, 300n, ["refund_missing_there:decide"]],
  ["the bank refused it", "pending", ["failed", 300n], 300n, ["refund_missing_there:ask_gateway"]],
  ["another amount at the gateway", "settled", ["succeeded", 299n], 300n, ["refund_amount_differs:decide"]],
  ["the bank has done it", "pending", ["succeeded", 300n], 300n, ["refund_state_differs:ask_gateway"]],
  ["a status nobody knows", "settled", ["unmapped", 300n], 300n, ["unmapped_status:decide"]],
  ["Medusa lacks it", "settled", ["succeeded", 300n], null, ["medusa_refund_missing:record_in_medusa"]],
  ["Medusa has another amount", "settled", ["succeeded", 300n], 299n, ["medusa_refund_differs:decide"]],
  ["Medusa alone has it", "declined", ["failed", 300n], 300n, ["medusa_refund_extra:decide"]],
] as const)("refunds: %s", (_name, status, atGateway, inMedusa, expected) => {
  const refunded = status === "settled" ? 300n : 0n;
  const refundPending = status === "pending" ? 300n : 0n;
  const side = ledger("captured", { refunded, refundPending, operations: [refundOf(status, 300n)] });
  const refunds = atGateway ? [refundFact(atGateway[0], atGateway[1])] : [];
  const medusa = {
    ...medusaAfter(side),
    payment: payment({ captures: [capture], refunds: inMedusa === null ? [] : [row(inMedusa)] }),
  };
  expect(kinds(side, [fact("captured")], { refunds, medusa })).toEqual(expected);
});

test("an external refund is reported with the gateway's ID, until one of our operations has that ID", () => {
  const elsewhere = refundFact("succeeded", 300n, { operationId: null });
  expect(kinds(ledger("captured"), [fact("refunded")], { refunds: [elsewhere] })).toEqual([
    "refund_missing_here:ask_gateway",
  ]);
  const side = ledger("captured", { refunded: 300n, operations: [refundOf("settled", 300n)] });
  const medusa = { ...medusaAfter(side), payment: payment({ captures: [capture], refunds: [row(300n)] }) };
  expect(kinds(side, [fact("refunded")], { refunds: [elsewhere], medusa })).toEqual([]);
});

test("a refund known only to the gateway is not one of ours with another ID, and a failed one does not count", () => {
  const side = ledger("captured", { refunded: 300n, operations: [refundOf("settled", 300n)] });
  const medusa = { ...medusaAfter(side), payment: payment({ captures: [capture], refunds: [row(300n)] }) };
  const ours = refundFact("succeeded", 300n);
  const elsewhere = refundFact("succeeded", 200n, { operationId: null, reference: "R2" });
  const told = (...refunds: RefundFact[]): string[] => kinds(side, [fact("refunded")], { refunds, medusa });
  expect(told(elsewhere, ours)).toEqual(["refund_missing_here:ask_gateway"]);
  expect(told({ ...elsewhere, reading: "failed" }, ours)).toEqual([]);
  expect(told({ ...ours, money: null })).toEqual([]);
});

test("an amount in Medusa that is not a whole number of minor units is a difference, not zero", () => {
  const side = ledger("captured");
  const medusa = { ...medusaAfter(side), payment: payment({ minor: null, captures: [{ ...capture, minor: null }] }) };
  expect(kinds(side, [fact("captured")], { medusa })).toEqual([
    "medusa_capture_extra:decide",
    "medusa_amount_differs:decide",
  ]);
});
