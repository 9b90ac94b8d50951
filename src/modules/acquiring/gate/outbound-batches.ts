import type { Fact } from "../../../gateway/model/facts";
import type { BatchLimits, BatchPlace, StartTimer } from "../../../gateway/batching/batcher";
import { Batcher } from "../../../gateway/batching/batcher";
import type {
  SubscriptionItem,
  MaySend,
  PaymentItem,
  RefundItem,
  ReviewItem,
  Writes,
} from "../../../gateway/model/client-api";
import {
  createGatewayPaymentId,
  createOperationId,
  createOrderNo,
  createRecurringId,
} from "../../../gateway/model/ids";
import { createCurrency, createMoney } from "../../../gateway/model/money";
import type { Outcome, PaymentOutcome, RefundOutcome } from "../../../gateway/model/outcome";
import type { Begun, OperationCommand } from "./gate";
import { assertNever } from "../domain/snapshot";
import { recurringOf } from "../ledger/rows/subscription-status-column";
import { minorOf, wireOrderNoOf } from "../ledger/rows/attempt-row";

/** Batches captures, voids, refunds and reviews: one batcher per kind. Ending a subscription is never batched. */
export interface OutboundBatchesDependencies {
  readonly writes: (accountRoute: string) => Writes;
  readonly routeOf: (attempt: Begun["attempt"]) => string;
  readonly batchLimits: (accountRoute: string, kind: OperationCommand["kind"]) => BatchLimits;
  readonly startTimer: StartTimer;
}

/** One operation's batch slot. It ends with `send` or with `withdraw`, which does nothing after `send`. */
export interface BatchSlot {
  /** `maySend` is called immediately before the request's bytes are written. */
  readonly send: (begun: Begun, maySend: MaySend) => Promise<Outcome<Fact>>;
  readonly withdraw: () => void;
}

export class OutboundBatches {
  readonly #captures: Batcher<PaymentItem, PaymentOutcome>;
  readonly #voids: Batcher<PaymentItem, PaymentOutcome>;
  readonly #refunds: Batcher<RefundItem, RefundOutcome>;
  readonly #reviews: Batcher<ReviewItem, PaymentOutcome>;

  constructor(private readonly deps: OutboundBatchesDependencies) {
    const { writes, batchLimits, startTimer } = deps;
    const shared = (
      kind: OperationCommand["kind"],
    ): { limits: (accountRoute: string) => BatchLimits; startTimer: StartTimer } => ({
      limits: (accountRoute) => batchLimits(accountRoute, kind),
      startTimer,
    });
    this.#captures = new Batcher({
      ...shared("capture"),
      send: (accountRoute, items) => writes(accountRoute).capture(items),
    });
    this.#voids = new Batcher({ ...shared("void"), send: (accountRoute, items) => writes(accountRoute).void(items) });
    this.#refunds = new Batcher({
      ...shared("refund"),
      send: (accountRoute, items) => writes(accountRoute).refund(items),
    });
    this.#reviews = new Batcher({
      ...shared("review"),
      send: (accountRoute, items) => writes(accountRoute).review(items),
    });
  }

  /** Call it before the first await: operations announced together are sent together. */
  announce(kind: OperationCommand["kind"]): BatchSlot {
    switch (kind) {
      case "capture":
        return this.slotIn(this.#captures.expect(), paymentItem);
      case "void":
        return this.slotIn(this.#voids.expect(), paymentItem);
      case "refund":
        return this.slotIn(this.#refunds.expect(), refundItem);
      case "review":
        return this.slotIn(this.#reviews.expect(), reviewItem);
      case "cancel_subscription":
        return { send: (begun, maySend) => this.cancelSubscription(begun, maySend), withdraw: () => undefined };
      default:
        return assertNever(kind);
    }
  }

  private cancelSubscription({ attempt }: Begun, maySend: MaySend): Promise<Outcome<Fact>> {
    return this.deps.writes(this.deps.routeOf(attempt)).cancelSubscription(subscriptionItem(attempt), maySend);
  }

  /** By route: operations of two accounts never share a request. */
  private slotIn<Item extends object>(
    place: BatchPlace<Item, Outcome<Fact>>,
    itemOf: (begun: Begun) => Item,
  ): BatchSlot {
    return {
      send: async (begun, maySend) =>
        (await place.arrive(this.deps.routeOf(begun.attempt), { ...itemOf(begun), maySend })) ?? unansweredItem,
      withdraw: () => place.withdraw(),
    };
  }
}

function paymentItem({ attempt, operation }: Begun): PaymentItem {
  return {
    orderNo: createOrderNo(wireOrderNoOf(attempt)),
    gatewayPaymentId: createGatewayPaymentId(attempt.gateway_payment_id ?? ""),
    money: createMoney(minorOf(operation.amount), createCurrency(attempt.currency)),
  };
}

function refundItem(begun: Begun): RefundItem {
  const { orderNo, gatewayPaymentId, money } = paymentItem(begun);
  const { attempt, operation } = begun;
  return {
    orderNo,
    gatewayPaymentId,
    orderMoney: createMoney(minorOf(attempt.requested), money.currency),
    refundMoney: money,
    operationId: createOperationId(operation.id),
  };
}

function subscriptionItem(attempt: Begun["attempt"]): SubscriptionItem {
  return {
    orderNo: createOrderNo(wireOrderNoOf(attempt)),
    recurringId: createRecurringId(attempt.recurring_id ?? ""),
    subscriptionName: recurringOf(attempt)?.subscriptionName ?? null,
  };
}

/** A row without a decision means reject, which can be undone. */
function reviewItem(begun: Begun): ReviewItem {
  return { ...paymentItem(begun), action: begun.operation.action ?? "reject" };
}

export const unansweredItem = {
  kind: "unknown",
  reason: { code: "item_missing", message: "The response does not contain this item." },
} as const;
