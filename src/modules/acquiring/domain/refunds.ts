import type { RefundFact, RefundReading } from "../../../gateway/model/facts";
import type { Amounts, AttemptSnapshot, Decision, EntryKind, FactContext, OperationSnapshot } from "./snapshot";
import { amountsOf, assertNever, isBlocking, provesAbsence, unchanged } from "./snapshot";

/** Ours by the echoed operation id, or made outside the store by the gateway's ID. Refunds never change the state. */
export function reduceRefund(snapshot: AttemptSnapshot, fact: RefundFact, context: FactContext): Decision {
  const { byId, byNumber } = ownOf(snapshot, fact);
  if (byId && byNumber?.isOutside && isBlocking(byId)) {
    // Its row was lost, and the list had recorded the refund before the row was recorded again: it counts once.
    return decide(snapshot, byId, "declined", "refund_not_applied", amountsOf(snapshot));
  }
  const operation = byNumber?.isOutside ? byNumber : (byId ?? byNumber);
  return operation ? reduceOwnRefund(snapshot, operation, fact, context) : reduceOutsideRefund(snapshot, fact, context);
}

interface Own {
  readonly byId: OperationSnapshot | undefined;
  readonly byNumber: OperationSnapshot | undefined;
}

/** By the echoed id; where the gateway leaves that out, by the number that its answer or an earlier list gave. */
function ownOf({ operations }: AttemptSnapshot, { operationId, reference }: RefundFact): Own {
  const refunds = operations.filter(({ kind }) => kind === "refund");
  return {
    byId: refunds.find(({ id }) => id === operationId),
    byNumber: reference === null ? undefined : refunds.find((refund) => refund.reference === reference),
  };
}

/** A fact that is known to speak of this refund: by its echoed id, or because it answers our own request. */
export function reduceOwnRefund(
  snapshot: AttemptSnapshot,
  operation: OperationSnapshot,
  fact: RefundFact,
  context: FactContext,
): Decision {
  if (fact.money && (fact.money.currency !== snapshot.currency || fact.money.minor !== operation.amount)) {
    return attention(snapshot, "amount_mismatch", "The gateway lists our refund with a different amount.");
  }
  return isOutdated(operation, fact.reading, context)
    ? { ...unchanged(snapshot), askAgain: true }
    : concludeRefund(snapshot, operation, fact.reading, context);
}

/**
 * Would the fact take back how the refund ended, though that was learned only after the question was asked? The later
 * of two answers is not always the newer one: neither counts before the gateway was asked once more.
 */
function isOutdated(
  { id, status }: OperationSnapshot,
  reading: RefundReading,
  { operationsWhenAsked: before }: FactContext,
): boolean {
  const isNotGiven = status === "declined" || status === "not_sent";
  const takesBack =
    (isNotGiven && (reading === "accepted" || reading === "succeeded")) ||
    (status === "settled" && reading === "failed");
  return takesBack && before !== undefined && before.get(id) !== status;
}

/** All refunds of the order were listed and this one is missing. */
export function reduceRefundAbsence(
  snapshot: AttemptSnapshot,
  listed: ReadonlySet<string>,
  context: FactContext,
): Decision {
  const lost = snapshot.operations.find(
    (operation) =>
      operation.kind === "refund" &&
      isBlocking(operation) &&
      !listed.has(operation.id) &&
      provesAbsence(operation, context),
  );
  return lost ? decide(snapshot, lost, "declined", "refund_not_applied", amountsOf(snapshot)) : unchanged(snapshot);
}

function concludeRefund(
  snapshot: AttemptSnapshot,
  operation: OperationSnapshot,
  reading: RefundReading,
  context: FactContext,
): Decision {
  switch (reading) {
    case "accepted":
      return operation.status === "pending" || operation.status === "settled"
        ? unchanged(snapshot)
        : give(snapshot, operation, "pending", "refund_accepted");
    case "succeeded":
      return operation.status === "settled"
        ? unchanged(snapshot)
        : give(snapshot, operation, "settled", "refund_succeeded");
    case "failed":
      return takeBack(snapshot, operation, context);
    case "unmapped":
      return attention(snapshot, "unmapped_code", UNMAPPED);
    default:
      return assertNever(reading);
  }
}

function without(snapshot: AttemptSnapshot, operation: OperationSnapshot): Amounts {
  const amounts = amountsOf(snapshot);
  if (operation.status === "pending") return { ...amounts, refundPending: amounts.refundPending - operation.amount };
  if (operation.status === "settled") return { ...amounts, refunded: amounts.refunded - operation.amount };
  return amounts;
}

function give(
  snapshot: AttemptSnapshot,
  operation: OperationSnapshot,
  status: "pending" | "settled",
  kind: EntryKind,
): Decision {
  const rest = without(snapshot, operation);
  if (rest.refunded + rest.refundPending + operation.amount > rest.captured) {
    return attention(snapshot, "refund_unexpected", "The gateway lists more refunds than were captured.");
  }
  const amounts =
    status === "pending"
      ? { ...rest, refundPending: rest.refundPending + operation.amount }
      : { ...rest, refunded: rest.refunded + operation.amount };
  const decision = decide(snapshot, operation, status, kind, amounts);
  if (operation.status !== "declined" && operation.status !== "not_sent") return decision;
  const late = { kind: "refund_unexpected", message: "A refund that had been recorded as failed succeeded." } as const;
  return { ...decision, attention: [late] };
}

/** An accepted refund that fails becomes refundable again, and raises an attention item. */
function takeBack(snapshot: AttemptSnapshot, operation: OperationSnapshot, context: FactContext): Decision {
  if (operation.status === "declined" || operation.status === "not_sent") return unchanged(snapshot);
  const own = context.operationId === operation.id;
  const kind = own || isBlocking(operation) ? "refund_declined" : "refund_failed";
  const decision = decide(snapshot, operation, "declined", kind, without(snapshot, operation));
  if (kind === "refund_declined") return decision;
  const message = "The bank refused a refund that the gateway had accepted. The amount can be refunded again.";
  return { ...decision, attention: [{ kind: "refund_failed", message }] };
}

/** It becomes an operation, or an attention item if it may be an undecided one of ours or exceeds the capture. */
function reduceOutsideRefund(snapshot: AttemptSnapshot, fact: RefundFact, { source }: FactContext): Decision {
  const { reading, money, reference } = fact;
  if (reading === "unmapped") return attention(snapshot, "unmapped_code", UNMAPPED);
  // A failed refund returned nothing.
  if (reading === "failed" || source !== "query") return unchanged(snapshot);
  const problem = outsideProblem(snapshot, fact);
  if (problem !== null || money === null || reference === null) {
    return attention(
      snapshot,
      "external_refund",
      `The gateway lists a refund that this store did not send. ${problem ?? ""}`,
    );
  }
  const status = reading === "succeeded" ? "settled" : "pending";
  const kind = reading === "succeeded" ? "refund_succeeded" : "refund_accepted";
  const amounts = amountsOf(snapshot);
  return {
    ...unchanged(snapshot),
    amounts: {
      ...amounts,
      refunded: amounts.refunded + (status === "settled" ? money.minor : 0n),
      refundPending: amounts.refundPending + (status === "pending" ? money.minor : 0n),
    },
    entries: [{ kind, operationId: null, amount: money.minor, to: snapshot.state }],
    outside: { reference, amount: money.minor, status, ...(fact.reasonText ? { reasonText: fact.reasonText } : {}) },
  };
}

const UNMAPPED = "The gateway used an unrecognised refund status.";

function outsideProblem(snapshot: AttemptSnapshot, { money, reference }: RefundFact): string | null {
  if (reference === null) return "It has no ID and cannot be recorded. Compare it with the portal.";
  if (money === null || money.minor <= 0n) return "It has no amount and cannot be recorded.";
  if (money.currency !== snapshot.currency) return "Its currency differs from the payment's.";
  if (snapshot.operations.some((operation) => operation.kind === "refund" && isBlocking(operation))) {
    return "One of our refunds is still unresolved and may be this one. It is checked again once that is resolved.";
  }
  const free = snapshot.captured - snapshot.refunded - snapshot.refundPending;
  return money.minor > free ? "It exceeds the captured amount that has not been refunded yet." : null;
}

function decide(
  snapshot: AttemptSnapshot,
  operation: OperationSnapshot,
  status: "pending" | "settled" | "declined",
  kind: EntryKind,
  amounts: Amounts,
): Decision {
  return {
    ...unchanged(snapshot),
    amounts,
    entries: [{ kind, operationId: operation.id, amount: operation.amount, to: snapshot.state }],
    conclusions: [{ operationId: operation.id, status }],
  };
}

function attention(snapshot: AttemptSnapshot, kind: Decision["attention"][number]["kind"], message: string): Decision {
  return { ...unchanged(snapshot), attention: [{ kind, message }] };
}
