import { amountsOf, assertNever, unchanged } from "./snapshot";
import type { AttemptSnapshot, Decision, EntryKind, OperationKind, OperationSnapshot } from "./snapshot";
import { addCapture, Draft, voided } from "./settlement";
import { concludeCancel } from "./subscription-cancellation";
import { isOpen } from "./states";

/** For `unknown` operations that no query can resolve, and only if the moves and amounts allow it; else refused. */
export type OperationResolution = "happened" | "did_not_happen";

export type Resolution =
  | { readonly kind: "ruled"; readonly decision: Decision }
  | { readonly kind: "refused"; readonly code: string; readonly message: string };

const refuse = (code: string, message: string): Resolution => ({ kind: "refused", code, message });

export function resolveManually(
  snapshot: AttemptSnapshot,
  operation: OperationSnapshot,
  resolution: OperationResolution,
): Resolution {
  if (operation.status !== "unknown") {
    return refuse("not_unknown", "Only an operation with an unknown outcome can be resolved manually.");
  }
  const decision = resolution === "happened" ? happened(snapshot, operation) : didNotHappen(snapshot, operation);
  return decision === null || decision.conclusions.length === 0
    ? refuse("does_not_fit", `This ${operation.kind} cannot have succeeded: the payment is ${snapshot.state}.`)
    : { kind: "ruled", decision };
}

function happened(snapshot: AttemptSnapshot, operation: OperationSnapshot): Decision | null {
  const draft = new Draft(snapshot);
  switch (operation.kind) {
    case "authorise":
      // Without the gateway's transaction ID nothing could be captured or refunded: a query must prove it.
      return null;
    case "capture":
      if (snapshot.state !== "authorised" && snapshot.state !== "captured") return null;
      addCapture(draft, operation);
      return draft.decision();
    case "void":
      return snapshot.state === "authorised" ? voided(snapshot, draft) : null;
    case "refund":
      return refunded(snapshot, operation);
    case "review":
      // Only the gateway decides a held payment, and every query reports it.
      return null;
    case "cancel_subscription":
      return concludeCancel(snapshot, operation);
    default:
      return assertNever(operation.kind);
  }
}

function refunded(snapshot: AttemptSnapshot, operation: OperationSnapshot): Decision | null {
  const amounts = amountsOf(snapshot);
  if (amounts.refunded + amounts.refundPending + operation.amount > amounts.captured) return null;
  return {
    ...conclude(snapshot, operation, { kind: "refund_succeeded", status: "settled" }),
    amounts: { ...amounts, refunded: amounts.refunded + operation.amount },
  };
}

const NOT_APPLIED: Record<OperationKind, EntryKind> = {
  authorise: "authorise_not_applied",
  capture: "capture_not_applied",
  void: "void_not_applied",
  refund: "refund_not_applied",
  review: "review_not_applied",
  cancel_subscription: "cancel_subscription_not_applied",
};

function didNotHappen(snapshot: AttemptSnapshot, operation: OperationSnapshot): Decision | null {
  const concluded = conclude(snapshot, operation, { kind: NOT_APPLIED[operation.kind], status: "declined" });
  if (operation.kind !== "authorise") return concluded;
  if (!isOpen(snapshot.state)) return null;
  return {
    ...concluded,
    state: "declined",
    entries: concluded.entries.map((entry) => ({ ...entry, to: "declined" as const })),
  };
}

const conclude = (
  snapshot: AttemptSnapshot,
  operation: OperationSnapshot,
  { kind, status }: { readonly kind: EntryKind; readonly status: "settled" | "declined" },
): Decision => ({
  ...unchanged(snapshot),
  entries: [{ kind, operationId: operation.id, amount: operation.amount, to: snapshot.state }],
  conclusions: [{ operationId: operation.id, status }],
});
