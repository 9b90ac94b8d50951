import { assertNever } from "../snapshot";
import type { AttemptState } from "../states";
import type { Coverage, OrderedItem, PaymentOfOrder } from "./capture-target";
import { coverageOf, dueOf, isStarted, NOTHING_HANDED, targetOf, WHOLE } from "./capture-target";
import type { PolicyRule } from "./policy-rule";

/** What the policy does with a payment now, and when to look again. Pure; amounts in minor units, times in ms since 1970. */
export interface PlannedPayment {
  readonly id: string;
  readonly state: AttemptState;
  readonly authorised: bigint;
  readonly captured: bigint;
  readonly hold: "never" | "open" | "approved" | "rejected";
  /** Late or duplicate money: it is given back, not captured. */
  readonly isGoingBack: boolean;
  readonly hasOpenOperation: boolean;
  readonly capturesInParts: boolean;
  readonly expiresAt: number;
}

export interface PlannedOrder {
  readonly total: bigint;
  readonly isCancelled: boolean;
  readonly items: readonly OrderedItem[];
  /** All of the order, the oldest first. */
  readonly payments: readonly PaymentOfOrder[];
}

export type PolicyStep =
  /** `upTo`: all captures of the payment together afterwards, whatever was refunded. */
  | { readonly kind: "capture"; readonly amount: bigint; readonly upTo: bigint }
  | { readonly kind: "void" }
  | { readonly kind: "wait" };

export interface PolicyPlan {
  readonly step: PolicyStep;
  /** The time of `at_expiry` has come and money would be lost: staff are told. */
  readonly isExpiring: boolean;
  /** What of the order this payment could still cover, in minor units. */
  readonly left: bigint;
  readonly actsAt: number;
  readonly nextLookAt: number;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** While an operation is open or the order is being placed. Our choice. */
const SOON = 2 * MINUTE;

export function planOf(
  {
    payment,
    order,
    rule,
  }: { readonly payment: PlannedPayment; readonly order: PlannedOrder | null; readonly rule: PolicyRule },
  now: number,
): PolicyPlan {
  const actsAt = payment.expiresAt - rule.hours * HOUR;
  const isLate = now >= actsAt;
  const left = leftOf(payment, order);
  const step = payment.hasOpenOperation ? WAIT : stepOf({ payment, order, rule, isLate });
  const isUndecided = payment.hasOpenOperation || isOtherInFlight(payment, order);
  const isInFlight = isUndecided && now < payment.expiresAt;
  const isDone = step.kind === "void" || (step.kind === "capture" && step.amount >= left);
  return {
    step,
    left,
    actsAt,
    isExpiring: isLate && left > 0n && !payment.isGoingBack && !isDone && !isInFlight,
    nextLookAt: nextLook({ payment, rule, actsAt, isUndecided }, now),
  };
}

/** A capture of another payment of the order may succeed: then less is left for this one. */
const isOtherInFlight = ({ id }: PlannedPayment, order: PlannedOrder | null): boolean =>
  order?.payments.some((other) => other.id !== id && other.inFlight > 0n) ?? false;

const WAIT: PolicyStep = { kind: "wait" };

function stepOf({ payment, order, rule, isLate }: Asked): PolicyStep {
  if (payment.isGoingBack || payment.hold === "open" || payment.hold === "rejected") return WAIT;
  if (payment.state !== "authorised" && payment.state !== "captured") return WAIT;
  if (isLate && rule.at_expiry === "void" && mayVoid(payment, order)) return { kind: "void" };
  if (order === null || order.isCancelled || (rule.only_if_not_held && payment.hold !== "never")) return WAIT;
  const coverage = isLate && rule.at_expiry === "capture" ? WHOLE : coverageNow(rule, order.items);
  return captureUpTo(payment, order, forAccount(coverage, { payment, rule, isLate }));
}

interface Asked {
  readonly payment: PlannedPayment;
  readonly order: PlannedOrder | null;
  readonly rule: PolicyRule;
  readonly isLate: boolean;
}

/** What was handed over is not voided, it would be given away. A payment captured in part cannot be voided. */
const mayVoid = ({ state, captured }: PlannedPayment, order: PlannedOrder | null): boolean =>
  state === "authorised" && captured === 0n && !(order && !order.isCancelled && isStarted(order.items));

function coverageNow({ capture }: PolicyRule, items: readonly OrderedItem[]): Coverage {
  switch (capture) {
    case "manual":
    case "before_expiry":
      return NOTHING_HANDED;
    case "on_order":
      return WHOLE;
    case "on_fulfilment":
      return coverageOf(items, "fulfilled");
    case "on_shipment":
      return coverageOf(items, "shipped");
    default:
      return assertNever(capture);
  }
}

/** An account that captures a payment once takes all at the first shipment, or waits for the last. */
function forAccount(coverage: Coverage, { payment, rule }: Omit<Asked, "order">): Coverage {
  if (payment.capturesInParts) return coverage;
  if (payment.captured > 0n) return NOTHING_HANDED;
  if (coverage.isWhole) return coverage;
  return rule.single_capture === "first" && coverage.part.over > 0n ? WHOLE : NOTHING_HANDED;
}

function captureUpTo(payment: PlannedPayment, order: PlannedOrder, coverage: Coverage): PolicyStep {
  const due = dueOf(targetOf(order.total, coverage), order.payments, payment.id);
  return due > 0n ? { kind: "capture", amount: due, upTo: payment.captured + due } : WAIT;
}

/** Without an order, everything that is authorised. */
function leftOf(payment: PlannedPayment, order: PlannedOrder | null): bigint {
  if (payment.state !== "authorised" && payment.state !== "captured") return 0n;
  if (payment.captured > 0n && !payment.capturesInParts) return 0n;
  const rest = payment.authorised - payment.captured;
  if (order === null) return rest;
  const settled = order.payments.map((each) => ({ ...each, inFlight: 0n }));
  return order.isCancelled ? 0n : dueOf(order.total, settled, payment.id);
}

interface Moments {
  readonly payment: PlannedPayment;
  readonly rule: PolicyRule;
  readonly actsAt: number;
  readonly isUndecided: boolean;
}

/** Hourly where an event may have been lost; else when something happens. */
function nextLook({ payment, rule, actsAt, isUndecided }: Moments, now: number): number {
  if (isUndecided) return now + SOON;
  const isTimed = rule.capture === "manual" || rule.capture === "before_expiry";
  const regular = now + (isTimed ? DAY : HOUR);
  const moments = [actsAt, payment.expiresAt].filter((moment) => moment > now);
  return Math.min(regular, ...moments);
}
