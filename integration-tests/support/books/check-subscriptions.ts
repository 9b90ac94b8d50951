import { minorOf } from "../../../src/modules/acquiring/ledger/rows/attempt-row";
import type { ChargeRow, SubscriptionRecord } from "../../../src/modules/acquiring_subscription/rows";
import type { SubscriptionStore } from "./subscription-book";
import type { GatewayBook, GatewaySubscription, GatewayRenewal } from "./gateway-book";
import type { JournalAttempt } from "./journal-book";
import type { Violation, ViolationCode } from "./violation";

/**
 * The gateway's subscriptions against the store's: each charge exists here once and is one captured order; each ended
 * subscription has ended here, after one cancellation request.
 */
interface Beside {
  readonly gateway: GatewayBook;
  readonly atRest: boolean;
}

type Say = (code: ViolationCode, words: string, ids: Readonly<Record<string, string>>) => void;

export function checkSubscriptions(
  book: SubscriptionStore,
  journal: readonly JournalAttempt[],
  { gateway, atRest }: Beside,
): Violation[] {
  const found: Violation[] = [];
  const say: Say = (code, words, ids) => void found.push({ code, words, ids });
  for (const first of journal) {
    const { id, order_no: orderNo } = first.row;
    const ended = gateway.effects[orderNo]?.cancel_subscription ?? 0;
    if (ended > 1) say("cancelled_twice", `The gateway ended it ${String(ended)} times.`, { order_no: orderNo });
    const theirs = gateway.records.find((one) => one.orderNo === orderNo);
    const ours = book.records.find(({ attempt_id: of }) => of === id);
    if (atRest) checkSubscription({ first, theirs, ours, say });
    if (ours) checkCharges(book, { ours, first, gateway, atRest, say });
  }
  return found;
}

/** Store states that match each gateway status. */
const AGREES: Readonly<Record<string, readonly string[]>> = {
  active: ["active"],
  cancelled: ["cancelled", "ended", "failed"],
  ended: ["ended", "cancelled"],
};
const NOT_THERE = ["pending", "failed"];

/** Unknown to the store, with an attention item. */
const isTold = ({ row, attention }: JournalAttempt): boolean =>
  (row.state === "unknown" && (attention.has("unknown_outcome") || attention.has("unmapped_code"))) ||
  attention.has("subscription_cancel_unknown") ||
  attention.has("order_mismatch");

function checkSubscription({
  first,
  theirs,
  ours,
  say,
}: {
  readonly first: JournalAttempt;
  readonly theirs: GatewaySubscription | undefined;
  readonly ours: SubscriptionRecord | undefined;
  readonly say: Say;
}): void {
  const ids = { order_no: first.row.order_no, subscription: ours?.id ?? "", recurring: theirs?.recurringId ?? "" };
  if (!ours) {
    if (theirs) say("subscription_missing", "The gateway has a subscription that the store does not know.", ids);
    return;
  }
  const expected = theirs ? (AGREES[theirs.state] ?? []) : NOT_THERE;
  if (expected.includes(ours.state) || isTold(first)) return;
  const there = theirs ? `is ${theirs.state}` : "is not there";
  say("subscription_state_differs", `The subscription is ${ours.state} here and ${there} at the gateway.`, ids);
}

interface Side extends Beside {
  readonly ours: SubscriptionRecord;
  readonly first: JournalAttempt;
  readonly say: Say;
}

function checkCharges(book: SubscriptionStore, { ours, first, gateway, atRest, say }: Side): void {
  const renewals = gateway.renewals.filter(({ recurringId }) => recurringId === ours.recurring_id);
  const charges = book.charges.filter((row) => row.subscription_id === ours.id && row.attempt_id !== first.row.id);
  for (const charge of charges) {
    const ids = { subscription: ours.id, charge: charge.id, transaction: charge.gateway_payment_id ?? "" };
    const orders = book.orders.filter(({ chargeId }) => chargeId === charge.id);
    const same = charges.filter((row) => row.gateway_payment_id === charge.gateway_payment_id);
    if (same.length > 1) say("charge_twice", `The transaction is ${String(same.length)} charges.`, ids);
    if (orders.length > 1) say("renewal_ordered_twice", `The charge has ${String(orders.length)} orders.`, ids);
    const made = renewals.find(({ transactionId }) => transactionId === charge.gateway_payment_id);
    if (!made) say("charge_not_at_gateway", "The gateway made no such charge.", ids);
    else if (atRest) checkCharge(book, { charge, made, ids, say });
    for (const order of orders) {
      if (order.captured > (made?.captured ?? 0n))
        say("renewal_order_differs", `Its order captured ${String(order.captured)}.`, { ...ids, order: order.id });
    }
  }
  checkNews(book, { ours, first, gateway, say });
  if (!atRest || isTold(first)) return;
  for (const { transactionId, amount } of renewals) {
    if (charges.some((row) => row.gateway_payment_id === transactionId)) continue;
    say("charge_missing", `The gateway charged ${String(amount)}, and the store does not know.`, {
      subscription: ours.id,
      transaction: transactionId,
    });
  }
}

/** Promise 6 for renewals: only a query shows which charge a notification belongs to. */
function checkNews({ renewals }: SubscriptionStore, { ours, first, gateway, say }: Omit<Side, "atRest">): void {
  const told = gateway.renewals.filter(({ recurringId }) => recurringId === ours.recurring_id);
  const acknowledged = told.reduce(
    (sum, one) => sum + one.acknowledged,
    gateway.acknowledged.get(first.row.order_no) ?? 0,
  );
  const mine = renewals.filter(({ row }) => row.renewal_of === first.row.id);
  const stored = mine.reduce((sum, one) => sum + one.deliveries, first.deliveries);
  if (acknowledged <= stored) return;
  const words = `${String(acknowledged)} notifications of its charges were acknowledged, ${String(stored)} are stored.`;
  say("acknowledged_without_row", words, { subscription: ours.id, order_no: first.row.order_no });
}

const STATES: Readonly<Record<string, ChargeRow["state"]>> = {
  captured: "paid",
  declined: "declined",
  pending: "pending",
  review: "pending",
};

function checkCharge(
  book: SubscriptionStore,
  {
    charge,
    made,
    ids,
    say,
  }: {
    readonly charge: ChargeRow;
    readonly made: GatewayRenewal;
    readonly ids: Readonly<Record<string, string>>;
    readonly say: Say;
  },
): void {
  const isGivenBack = made.captured > 0n && made.refunded === made.captured;
  const expected = isGivenBack ? "refunded" : STATES[made.state];
  if (charge.state !== expected || minorOf(charge.amount) !== made.amount) {
    const there = `${made.state} over ${String(made.amount)}`;
    say("charge_differs", `The charge is ${charge.state} over ${charge.amount}; the gateway's ${there}.`, ids);
  }
  const order = book.orders.find(({ chargeId }) => chargeId === charge.id);
  if (charge.state !== "paid") return;
  const attention = book.renewals.find(({ row }) => row.id === charge.attempt_id)?.attention ?? new Set<string>();
  switch (charge.order_state) {
    case "made": {
      const isRight = order?.id === charge.order_id && order.captured === made.captured && order.paid === made.captured;
      if (isRight && !order.isCanceled) return;
      const shown = order ? `captured ${String(order.captured)}, paid ${String(order.paid)}` : "not there";
      say("renewal_order_differs", `The gateway captured ${String(made.captured)}; its order: ${shown}.`, ids);
      return;
    }
    case "held":
    case "due":
    case "none": {
      const kind = charge.order_state === "held" ? "renewal_amount_changed" : "renewal_without_order";
      if (order) say("renewal_order_differs", `It is ${charge.order_state}, and has an order.`, ids);
      if (!attention.has(kind)) say("renewal_without_order", "It was paid, has no order, and nobody is told.", ids);
    }
  }
}
