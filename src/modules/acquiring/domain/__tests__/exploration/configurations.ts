import type { AttemptSnapshot, OperationKind, ReviewAction } from "../../snapshot";
import { attempt, operation } from "../attempts";
import { nothingYet } from "./gateway";
import type { Truth, World } from "./world";

/** What callers of either process may request, in any order and any number of times. */
export interface RequestedOperation {
  /** The idempotency key; an authorise gets one of its own each time. */
  readonly key: string;
  readonly kind: Exclude<OperationKind, "cancel_subscription">;
  readonly amount: bigint;
  readonly action?: ReviewAction;
}

export interface Configuration {
  readonly name: string;
  readonly requests: readonly RequestedOperation[];
  readonly start: Pick<World, "orders">;
  /** By how much time may go on at once, in ms, and how often. */
  readonly timeSteps: readonly number[];
  readonly mostTimeSteps: number;
  /** How many times a process may die. */
  readonly mostDeaths: number;
  /** How many steps are followed; what a run of a minute allows. Our choice. */
  readonly depth: number;
  readonly multipleCaptures: boolean;
  /** The bank decides about accepted refunds. */
  readonly hasBank: boolean;
  /** Somebody captures the whole in the portal; the gateway takes one capture only. */
  readonly hasPortal: boolean;
}

const SECOND = 1_000;

const authorised = (more: Partial<Truth> = {}): Truth => ({
  ...nothingYet,
  authorisations: ["acqop_authorise_1"],
  ...more,
});

const order = (row: AttemptSnapshot, truth: Truth): Pick<World, "orders"> => ({
  orders: [{ row: { ...row, gatewayPaymentId: "170" }, truth }],
});

const AUTHORISED = order(attempt("authorised", { operations: [] }), authorised());

const CAPTURED = order(
  attempt("captured", { operations: [] }),
  authorised({ captures: [{ id: "portal", amount: 1_000n }] }),
);

const CAPTURED_IN_PART = order(
  attempt("captured", { captured: 300n, operations: [] }),
  authorised({ captures: [{ id: "portal", amount: 300n }] }),
);

const HELD = order(
  attempt("pending", {
    operations: [operation("authorise", "pending", { id: "acqop_authorise_1" })],
    hold: { reason: "gateway", decision: null },
  }),
  authorised({ review: "held" }),
);

const common = {
  timeSteps: [30 * SECOND, 61 * SECOND, 121 * SECOND],
  mostTimeSteps: 2,
  mostDeaths: 1,
  depth: 13,
  multipleCaptures: true,
  hasBank: false,
  hasPortal: false,
};

const capture = (number: number, amount: bigint): RequestedOperation => ({
  key: `acqop_capture${number}`,
  kind: "capture",
  amount,
});
const refund = (number: number, amount: bigint): RequestedOperation => ({
  key: `acqop_refund${number}`,
  kind: "refund",
  amount,
});
const review = (action: ReviewAction): RequestedOperation => ({
  key: `acqop_${action}`,
  kind: "review",
  amount: 1_000n,
  action,
});
const VOID: RequestedOperation = { key: "acqop_void", kind: "void", amount: 1_000n };

export const configurations = {
  authorise: {
    ...common,
    name: "authorise by two callers",
    requests: [{ key: "acqop_authorise", kind: "authorise", amount: 1_000n }],
    start: { orders: [] },
    timeSteps: [61 * SECOND, 960 * SECOND],
    depth: 30,
  },
  captures: {
    ...common,
    name: "capture ∥ capture (parts that are too much together)",
    requests: [capture(1, 600n), capture(2, 500n)],
    start: AUTHORISED,
  },
  furtherCaptures: {
    ...common,
    name: "a further capture ∥ a further capture",
    requests: [capture(1, 400n), capture(2, 400n)],
    start: CAPTURED_IN_PART,
    depth: 12,
  },
  captureOrVoid: {
    ...common,
    name: "capture ∥ void",
    requests: [capture(1, 600n), VOID],
    start: AUTHORISED,
  },
  refunds: {
    ...common,
    name: "refund ∥ refund (too much together)",
    requests: [refund(1, 700n), refund(2, 600n)],
    start: CAPTURED,
    depth: 13,
  },
  refundsThatFit: {
    ...common,
    name: "refund ∥ refund (both fit)",
    requests: [refund(1, 300n), refund(2, 400n)],
    start: CAPTURED,
    depth: 11,
  },
  refundAtTheEdge: {
    ...common,
    name: "refund ∥ query, second by second at the limits",
    requests: [refund(1, 700n), refund(2, 600n)],
    start: CAPTURED,
    timeSteps: [1 * SECOND, 59 * SECOND, 60 * SECOND],
    mostTimeSteps: 3,
    mostDeaths: 0,
    depth: 11,
  },
  refundAndBank: {
    ...common,
    name: "refund ∥ query, and a bank that refuses what it accepted",
    requests: [refund(1, 700n)],
    start: CAPTURED,
    timeSteps: [121 * SECOND],
    hasBank: true,
    depth: 30,
  },
  review: {
    ...common,
    name: "review ∥ capture of a payment that is held",
    requests: [review("approve"), review("reject"), capture(1, 600n)],
    start: HELD,
  },
  portal: {
    ...common,
    name: "capture ∥ a capture in the portal",
    requests: [capture(1, 600n)],
    start: AUTHORISED,
    multipleCaptures: false,
    hasPortal: true,
    depth: 30,
  },
} as const satisfies Readonly<Record<string, Configuration>>;

export const startOf = ({ start: { orders } }: Configuration): World => ({
  now: 0,
  orders,
  processes: [
    { work: null, question: null },
    { work: null, question: null },
  ],
  requests: [],
  timeSteps: 0,
  deaths: 0,
});
