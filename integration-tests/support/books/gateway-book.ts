import { z } from "@medusajs/framework/zod";
import { createCurrency, fromWire } from "../../../src/gateway/model/money";

/**
 * The gateway's data: real effects as counted by the simulator, and the requests it received. Amounts in minor units.
 */
const Amount = z.object({ amount: z.string() });
const Transaction = z.object({
  order_no: z.string(),
  transaction_id: z.string(),
  state: z.string(),
  mode: z.string(),
  recurring_id: z.string(),
  renewal: z.number().nullable(),
  amount: z.string(),
  currency: z.string(),
  authorised: z.string(),
  captured: z.string(),
  refunded: z.string(),
  captures: z.array(Amount.extend({ by: z.literal("portal").optional() })),
  refunds: z.array(
    Amount.extend({
      reason: z.string(),
      reference: z.string(),
      failed: z.boolean(),
      processedAt: z.string().nullable(),
    }),
  ),
  notifications: z.array(z.object({ kind: z.string(), status: z.number(), signed: z.boolean() })),
});
const State = z.object({
  transactions: z.array(Transaction),
  subscriptions: z.array(z.object({ recurring_id: z.string(), order_no: z.string(), state: z.string() })),
  effects_by_order: z.record(z.string(), z.record(z.string(), z.number())),
});
const Requests = z.object({
  requests: z.array(
    z.object({
      seq: z.number(),
      operation: z.string(),
      order_nos: z.array(z.string()),
      applied: z.boolean(),
      answered: z.boolean(),
      fault: z.string().nullish(),
    }),
  ),
});

export interface GatewayRefund {
  readonly reason: string;
  readonly reference: string;
  readonly amount: bigint;
  readonly failed: boolean;
  readonly processed: boolean;
}

export interface GatewayPayment {
  readonly orderNo: string;
  readonly transactionId: string;
  readonly state: string;
  readonly authorised: bigint;
  readonly captured: bigint;
  readonly captures: number;
  /** Captured in the portal, perhaps in addition to our capture. */
  readonly isCapturedElsewhere: boolean;
  readonly refunded: bigint;
  readonly refunds: readonly GatewayRefund[];
}

export type GatewayRequest = z.infer<typeof Requests>["requests"][number];

/** A renewal charged by the gateway. */
export interface GatewayRenewal {
  readonly recurringId: string;
  readonly transactionId: string;
  readonly state: string;
  readonly amount: bigint;
  readonly captured: bigint;
  readonly refunded: bigint;
  /** Its signed notifications answered with 200; unsigned ones are not stored. */
  readonly acknowledged: number;
}

export interface GatewaySubscription {
  readonly recurringId: string;
  /** Order number of the payment that started it. */
  readonly orderNo: string;
  readonly state: string;
}

/** Payments requested by customers and by us, and renewals, which have their own order numbers. */
export interface GatewayBook {
  /** The active transaction by order number; none if all failed. */
  readonly live: ReadonlyMap<string, GatewayPayment>;
  readonly all: readonly GatewayPayment[];
  readonly renewals: readonly GatewayRenewal[];
  readonly records: readonly GatewaySubscription[];
  readonly effects: Readonly<Record<string, Readonly<Record<string, number>>>>;
  /**
   * Signed notifications answered with 200, by order number; unsigned ones are not stored. The latest 50 per
   * transaction.
   */
  readonly acknowledged: ReadonlyMap<string, number>;
  readonly requests: readonly GatewayRequest[];
}

const FAILED = new Set(["declined", "doubtful"]);

/** `urls`: gateways of all of the store's accounts. */
export async function readGatewayBook(urls: readonly string[], since: number): Promise<GatewayBook> {
  const states = await Promise.all(urls.map(async (url) => State.parse(await read(`${url}/_control/state`))));
  const logs = await Promise.all(
    urls.map(async (url) => Requests.parse(await read(`${url}/_control/requests?since=${String(since)}`))),
  );
  const state = {
    transactions: states.flatMap(({ transactions }) => transactions),
    subscriptions: states.flatMap(({ subscriptions }) => subscriptions),
  };
  const all = state.transactions.filter(({ renewal }) => renewal === null).map(paymentOf);
  const acknowledged = new Map<string, number>();
  for (const transaction of state.transactions.filter(({ renewal }) => renewal === null)) {
    const { order_no: orderNo } = transaction;
    acknowledged.set(orderNo, (acknowledged.get(orderNo) ?? 0) + acknowledgedOf(transaction));
  }
  const live = new Map(all.filter(({ state: name }) => !FAILED.has(name)).map((payment) => [payment.orderNo, payment]));
  return {
    all,
    live,
    acknowledged,
    effects: Object.assign({}, ...states.map((each) => each.effects_by_order)),
    requests: logs.flatMap(({ requests }) => requests),
    renewals: state.transactions.filter(({ renewal }) => renewal !== null).map(renewalOf),
    records: state.subscriptions.map((one) => ({
      recurringId: one.recurring_id,
      orderNo: one.order_no,
      state: one.state,
    })),
  };
}

async function read(url: string): Promise<unknown> {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`The simulator answered ${String(answer.status)} to ${url}.`);
  return answer.json();
}

type Listed = z.infer<typeof Transaction>;

const minorIn =
  ({ currency }: Listed) =>
  (text: string): bigint =>
    fromWire(text, createCurrency(currency)).minor;

function renewalOf(transaction: Listed): GatewayRenewal {
  const minor = minorIn(transaction);
  return {
    recurringId: transaction.recurring_id,
    transactionId: transaction.transaction_id,
    state: transaction.state,
    amount: minor(transaction.amount),
    captured: minor(transaction.captured),
    refunded: minor(transaction.refunded),
    acknowledged: acknowledgedOf(transaction),
  };
}

const acknowledgedOf = ({ notifications }: Listed): number =>
  notifications.filter(({ status, signed }) => signed && status === 200).length;

function paymentOf(transaction: Listed): GatewayPayment {
  const minor = minorIn(transaction);
  return {
    orderNo: transaction.order_no,
    transactionId: transaction.transaction_id,
    state: transaction.state,
    authorised: minor(transaction.authorised),
    captured: minor(transaction.captured),
    captures: transaction.captures.length,
    isCapturedElsewhere: transaction.captures.some(({ by }) => by === "portal"),
    refunded: minor(transaction.refunded),
    refunds: transaction.refunds.map(({ reason, reference, amount, failed, processedAt }) => ({
      reason,
      reference,
      failed,
      amount: minor(amount),
      processed: processedAt !== null,
    })),
  };
}
