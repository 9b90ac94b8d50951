import type { AttemptSnapshot, OperationKind, OperationSnapshot } from "./snapshot";
import { assertNever, isBlocking } from "./snapshot";

/**
 * May this operation start? Checked under the attempt's row lock, before a row is committed. Null means yes. `unknown`:
 * an undecided operation blocks it; `refused`: it would be wrong in any case.
 */
export interface Refusal {
  readonly kind: "refused" | "unknown";
  readonly code: string;
  readonly message: string;
}

export interface OperationRequest {
  readonly kind: Exclude<OperationKind, "authorise">;
  /** Integer minor units. */
  readonly amount: bigint;
  /** True when an operation of this kind is proven at the gateway and not yet recorded in Medusa. */
  readonly isRecording: boolean;
  /** Profile option `capture.multiple`. */
  readonly multipleCaptures: boolean;
}

const refuse = (code: string, message: string): Refusal => ({ kind: "refused", code, message });

export const operationOpen = ({ kind }: Pick<OperationSnapshot, "kind">): Refusal => ({
  kind: "unknown",
  code: "operation_open",
  message: `The outcome of an earlier ${kind} is being checked with the gateway. Nothing was sent. Try again in a minute.`,
});

export function refusalOf(snapshot: AttemptSnapshot, request: OperationRequest): Refusal | null {
  if (request.isRecording) {
    return refuse("earlier_being_recorded", `An earlier ${request.kind} succeeded after all and is being recorded.`);
  }
  const open = snapshot.operations.find((operation) => isBlocking(operation) && excludes(operation.kind, request.kind));
  if (open) return operationOpen(open);
  if (request.kind === "cancel_subscription") return subscriptionRefusal(snapshot);
  if (snapshot.gatewayPaymentId === null) {
    return refuse("no_gateway_id", "No gateway transaction ID yet. Refresh the status first.");
  }
  switch (request.kind) {
    case "capture":
      return captureRefusal(snapshot, request);
    case "void":
      return snapshot.state === "authorised"
        ? null
        : refuse("not_voidable", `A payment in state "${snapshot.state}" cannot be voided.`);
    case "refund":
      return refundRefusal(snapshot, request.amount);
    case "review":
      return reviewRefusal(snapshot);
    default:
      return assertNever(request.kind);
  }
}

/** Capture, void and review exclude each other; a refund excludes another refund. */
const SETTLING: ReadonlySet<OperationKind> = new Set(["capture", "void", "review"]);
const excludes = (open: OperationKind, request: OperationKind): boolean =>
  open === request || (SETTLING.has(open) && SETTLING.has(request));

function captureRefusal(snapshot: AttemptSnapshot, { amount, multipleCaptures }: OperationRequest): Refusal | null {
  if (snapshot.hold?.decision === null) {
    return refuse("held_for_review", "This payment is held for review. Approve it before you capture it.");
  }
  if (snapshot.hold?.decision === "rejected") {
    return refuse("rejected_in_review", "This payment was rejected in review and cannot be captured.");
  }
  if (snapshot.state === "captured" && !multipleCaptures) {
    return refuse("already_captured", "This payment has already been captured. The account captures once per payment.");
  }
  if (snapshot.state !== "authorised" && snapshot.state !== "captured") {
    return refuse("not_capturable", `A payment in state "${snapshot.state}" cannot be captured.`);
  }
  if (amount <= 0n) return refuse("amount_not_positive", "The amount to capture must be greater than zero.");
  return amount > snapshot.authorised - snapshot.captured
    ? refuse("amount_too_high", "The amount to capture exceeds the remaining authorised amount.")
    : null;
}

function reviewRefusal({ hold }: AttemptSnapshot): Refusal | null {
  if (!hold) return refuse("not_held", "This payment is not held for review.");
  if (hold.decision !== null) return refuse("already_decided", `This payment has already been ${hold.decision}.`);
  return hold.reason === "gateway"
    ? null
    : refuse("held_by_owner", "This payment is held by the shop's own rule, not by the gateway.");
}

function subscriptionRefusal({ subscription }: AttemptSnapshot): Refusal | null {
  if (!subscription) return refuse("no_subscription", "This payment did not start a subscription.");
  return subscription.recurringId === null
    ? refuse("no_recurring_id", "No gateway subscription ID yet. Refresh the status first.")
    : null;
}

function refundRefusal(snapshot: AttemptSnapshot, amount: bigint): Refusal | null {
  if (amount <= 0n) return refuse("amount_not_positive", "The amount to refund must be greater than zero.");
  return amount > snapshot.captured - snapshot.refunded - snapshot.refundPending
    ? refuse("amount_too_high", "The amount to refund exceeds the captured amount that has not been refunded yet.")
    : null;
}
