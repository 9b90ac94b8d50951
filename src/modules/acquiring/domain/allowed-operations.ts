import { isHeld } from "./review-holds";
import type { OperationRequest } from "./operation-preconditions";
import { refusalOf } from "./operation-preconditions";
import type { AttemptSnapshot } from "./snapshot";
import { isBlocking } from "./snapshot";

/** What may be done to a payment now, by the gate's rules. No promise: it may change before the request. */
export interface AllowedOperations {
  /** Integer minor units; null: not now. */
  readonly capture: bigint | null;
  readonly void: bigint | null;
  readonly refund: bigint | null;
  /** Null: nothing to decide, or a decision is being sent. */
  readonly review: { readonly rejectRefusedBecause: string | null } | null;
}

export interface Circumstances {
  /** Kinds with an operation that is proven at the gateway and not yet recorded in Medusa. */
  readonly recording: ReadonlySet<OperationRequest["kind"]>;
  readonly multipleCaptures: boolean;
  /** Why a payment held by the gateway cannot be rejected; null if it can. */
  readonly rejectRefusedBecause: string | null;
}

export const nothingAllowed: AllowedOperations = { capture: null, void: null, refund: null, review: null };

export function allowedOperations(snapshot: AttemptSnapshot, circumstances: Circumstances): AllowedOperations {
  const { recording, multipleCaptures } = circumstances;
  const most = (kind: OperationRequest["kind"], amount: bigint): bigint | null =>
    refusalOf(snapshot, { kind, amount, isRecording: recording.has(kind), multipleCaptures }) ? null : amount;
  const { authorised, captured, refunded, refundPending } = snapshot;
  return {
    capture: most("capture", authorised - captured),
    void: most("void", authorised),
    refund: most("refund", captured - refunded - refundPending),
    review: reviewNow(snapshot, circumstances),
  };
}

/** The shop itself rejects what its rule or an unreadable response holds; a hold by the gateway needs a flag. */
function reviewNow(snapshot: AttemptSnapshot, { rejectRefusedBecause }: Circumstances): AllowedOperations["review"] {
  if (!isHeld(snapshot) || snapshot.operations.some(isBlocking)) return null;
  return { rejectRefusedBecause: snapshot.hold?.reason === "gateway" ? rejectRefusedBecause : null };
}
