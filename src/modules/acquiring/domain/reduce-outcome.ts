import type { Fact } from "../../../gateway/model/facts";
import type { Outcome } from "../../../gateway/model/outcome";
import { reduce } from "./reducer";
import { concludeCancel } from "./subscription-cancellation";
import { decideHold } from "./review-holds";
import { reduceOwnRefund } from "./refunds";
import { confirmCapture, reduceSettlement } from "./settlement";
import type {
  AttemptSnapshot,
  Conclusion,
  Decision,
  EntryKind,
  FactContext,
  OperationKind,
  OperationSnapshot,
} from "./snapshot";
import { assertNever, isBlocking, unchanged } from "./snapshot";
import { isOpen } from "./states";

/**
 * The response to our own write, as a decision. It uses the same rules as any other fact, but belongs to one operation,
 * and "no response" is a value too.
 */
export function reduceOutcome(
  snapshot: AttemptSnapshot,
  operation: OperationSnapshot,
  outcome: Outcome<Fact>,
  context: FactContext,
): Decision {
  if (!isBlocking(operation)) return overtaken(snapshot, operation, outcome, context);
  if (operation.kind === "authorise") return authoriseOutcome(snapshot, operation, outcome, context);
  if (operation.kind === "refund" && isGiven(outcome) && outcome.fact.kind === "refund") {
    return reduceOwnRefund(snapshot, operation, outcome.fact, context);
  }
  if ((operation.kind === "capture" || operation.kind === "void") && outcome.kind === "settled") {
    return reduceSettlement(snapshot, operation.kind === "void" ? "voided" : "captured", context);
  }
  if (operation.kind === "review" && outcome.kind === "settled") return decideHold(snapshot, operation);
  if (operation.kind === "cancel_subscription" && outcome.kind === "settled")
    return concludeCancel(snapshot, operation);
  return unfinished(snapshot, operation, outcome.kind === "settled" ? "unknown" : outcome.kind);
}

/**
 * A query was faster than our own response. Of a capture the response still tells whether the gateway reported ours.
 */
function overtaken(
  snapshot: AttemptSnapshot,
  operation: OperationSnapshot,
  outcome: Outcome<Fact>,
  context: FactContext,
): Decision {
  if (operation.status === "declined") return wentThrough(snapshot, operation, outcome, context);
  if (operation.kind === "authorise" && operation.status === "pending" && isOpen(snapshot.state)) {
    return undecidedBefore(snapshot, operation, outcome, context);
  }
  if (!operation.isInferred) return unchanged(snapshot);
  const { kind } = outcome;
  if (kind === "settled") return confirmCapture(snapshot, operation.id);
  if (kind !== "declined" && kind !== "not_sent") return unchanged(snapshot);
  const message =
    "Our capture was refused or not sent, but the gateway reports the payment as captured. It may have been captured in the portal.";
  return { ...unchanged(snapshot), attention: [{ kind: "capture_unconfirmed", message }] };
}

/**
 * A query found the authorisation undecided before its own response arrived. Only the response contains the customer's
 * address, so it is recorded even if the state stays the same. It never makes a payment unknown that the gateway has
 * reported.
 */
function undecidedBefore(
  snapshot: AttemptSnapshot,
  operation: OperationSnapshot,
  outcome: Outcome<Fact>,
  context: FactContext,
): Decision {
  if (outcome.kind === "unknown" || outcome.kind === "not_sent") return unchanged(snapshot);
  const decision = authoriseOutcome(snapshot, operation, outcome, context);
  if (decision.entries.length > 0 && decision.state !== "unknown") return decision;
  const conclusions = [{ operationId: operation.id, status: "pending" as const }];
  return { ...unchanged(snapshot), attention: decision.attention, conclusions };
}

/**
 * The gateway reported an operation as missing, which was abandoned, and now accepted it: the process had paused
 * between commit and send. The effect counts, and a possible duplicate raises an attention item.
 */
function wentThrough(
  snapshot: AttemptSnapshot,
  operation: OperationSnapshot,
  outcome: Outcome<Fact>,
  context: FactContext,
): Decision {
  const { kind } = operation;
  if (outcome.kind !== "settled" && outcome.kind !== "pending") return unchanged(snapshot);
  if (kind === "authorise") return reduce(snapshot, outcome.fact, context);
  if (kind === "refund") {
    const isRefund = isGiven(outcome) && outcome.fact.kind === "refund";
    return isRefund ? reduceOwnRefund(snapshot, operation, outcome.fact, context) : unchanged(snapshot);
  }
  if (outcome.kind !== "settled" || (kind !== "capture" && kind !== "void")) return unchanged(snapshot);
  if (kind === "capture" && operation.amount === capturedOutside(snapshot)) return unchanged(snapshot);
  // More was inferred than it captured; only the portal shows which is right.
  if (kind === "capture" && operation.amount < capturedOutside(snapshot)) return late(unchanged(snapshot), kind);
  if (kind === "capture" && snapshot.state === "voided") return late(unchanged(snapshot), kind);
  const operations = snapshot.operations.map((each) =>
    each.id === operation.id ? { ...each, status: "unknown" as const } : each,
  );
  const open = { ...snapshot, operations };
  const reading = kind === "void" ? "voided" : "captured";
  const decision = reduceSettlement(kind === "void" && isVoidedAnew(snapshot) ? snapshot : open, reading, context);
  return kind === "capture" && snapshot.captured > 0n ? late(decision, kind) : decision;
}

/** One void covers the whole payment: the second try is concluded. */
const isVoidedAnew = ({ operations }: AttemptSnapshot): boolean =>
  operations.some((each) => each.kind === "void" && (isBlocking(each) || each.status === "settled"));

/** Captured without an operation of ours; an abandoned capture may be part of it. */
const capturedOutside = ({ captured, operations }: AttemptSnapshot): bigint =>
  operations
    .filter(({ kind, status }) => kind === "capture" && status === "settled")
    .reduce((left, { amount }) => left - amount, captured);

const late = (decision: Decision, kind: OperationKind): Decision => {
  const message = `A ${kind} that had been recorded as failed succeeded. Compare the payment with the portal.`;
  return { ...decision, attention: [...decision.attention, { kind: "late_or_duplicate_payment", message }] };
};

/** Does this outcome mean that the refund exists at the gateway? */
export const isGiven = (outcome: Outcome<Fact>): outcome is Extract<Outcome<Fact>, { kind: "settled" | "pending" }> =>
  (outcome.kind === "settled" || outcome.kind === "pending") && outcome.fact.reading !== "unmapped";

function authoriseOutcome(
  snapshot: AttemptSnapshot,
  operation: OperationSnapshot,
  outcome: Outcome<Fact>,
  context: FactContext,
): Decision {
  if (outcome.kind === "settled" || outcome.kind === "pending") return reduce(snapshot, outcome.fact, context);
  if (!isOpen(snapshot.state)) return unchanged(snapshot);
  if (outcome.kind === "unknown") {
    return snapshot.state === "created"
      ? authorise(snapshot, operation, { to: "unknown", kind: "authorise_unknown", status: "unknown" })
      : unchanged(snapshot);
  }
  const kind = outcome.kind === "declined" ? "declined" : "authorise_not_applied";
  return authorise(snapshot, operation, { to: "declined", kind, status: outcome.kind });
}

function authorise(
  snapshot: AttemptSnapshot,
  operation: OperationSnapshot,
  result: { to: "unknown" | "declined"; kind: EntryKind; status: Conclusion["status"] },
): Decision {
  return {
    ...unchanged(snapshot),
    state: result.to,
    entries: [{ kind: result.kind, operationId: operation.id, amount: snapshot.requested, to: result.to }],
    conclusions: [{ operationId: operation.id, status: result.status }],
  };
}

type Unfinished = "pending" | "declined" | "not_sent" | "unknown";

const UNKNOWN_ENTRY: Record<Exclude<OperationKind, "authorise">, EntryKind> = {
  capture: "capture_unknown",
  void: "void_unknown",
  refund: "refund_unknown",
  review: "review_unknown",
  cancel_subscription: "cancel_subscription_unknown",
};
const DECLINED_ENTRY: Record<Exclude<OperationKind, "authorise">, EntryKind> = {
  capture: "capture_declined",
  void: "void_declined",
  refund: "refund_declined",
  review: "review_declined",
  cancel_subscription: "cancel_subscription_declined",
};
const NOT_SENT_ENTRY: Record<Exclude<OperationKind, "authorise">, EntryKind> = {
  capture: "capture_not_applied",
  void: "void_not_applied",
  refund: "refund_not_applied",
  review: "review_not_applied",
  cancel_subscription: "cancel_subscription_not_applied",
};

/** An undecided operation other than an authorisation stays open: it blocks others of its kind until a query resolves it. */
function unfinished(snapshot: AttemptSnapshot, operation: OperationSnapshot, kind: Unfinished): Decision {
  if (operation.kind === "authorise") return unchanged(snapshot);
  const write = operation.kind;
  const result = (entry: EntryKind, status: Conclusion["status"]): Decision => ({
    ...unchanged(snapshot),
    entries: [{ kind: entry, operationId: operation.id, amount: operation.amount, to: snapshot.state }],
    conclusions: [{ operationId: operation.id, status }],
  });
  switch (kind) {
    case "pending":
    case "unknown":
      return operation.status === "unknown" ? unchanged(snapshot) : result(UNKNOWN_ENTRY[write], "unknown");
    case "declined":
      return result(DECLINED_ENTRY[write], "declined");
    case "not_sent":
      return result(NOT_SENT_ENTRY[write], "not_sent");
    default:
      return assertNever(kind);
  }
}
