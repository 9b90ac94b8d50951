import type { PaymentFact } from "../../../gateway/model/facts";
import type {
  AttemptSnapshot,
  Conclusion,
  DecidedEntry,
  Decision,
  EntryKind,
  FactContext,
  ReviewHold,
  HoldDecision,
  OperationSnapshot,
} from "./snapshot";
import { isBlocking, provesAbsence, unchanged } from "./snapshot";
import { isOpen } from "./states";

/** A hold ends once: by the gateway's acceptance of our decision, by the shop's own, or by a fact that shows it. */
const ENTRY: Readonly<Record<HoldDecision, EntryKind>> = { approved: "review_approved", rejected: "review_rejected" };

export const rejectedAfterCapture = {
  kind: "rejected_after_capture",
  message:
    "The payment was rejected in review after it had been captured. Check in the gateway's portal whether it was refunded, and refund it if not.",
} as const;

/** The shop's own decision, or the gateway's acceptance of ours (`operation`). */
export function decideHold(
  snapshot: AttemptSnapshot,
  operation: OperationSnapshot | null,
  action: OperationSnapshot["action"] = operation?.action,
): Decision {
  const { hold } = snapshot;
  const decision: HoldDecision = action === "approve" ? "approved" : "rejected";
  const isLate = decision === "rejected" && snapshot.state === "captured";
  return {
    ...unchanged(snapshot),
    entries: [{ kind: ENTRY[decision], operationId: operation?.id ?? null, amount: null, to: snapshot.state }],
    conclusions: operation ? [{ operationId: operation.id, status: "settled" }] : [],
    attention: isLate ? [rejectedAfterCapture] : [],
    ...(hold?.decision === null ? { hold: { ...hold, decision } } : {}),
  };
}

/** Adds the hold's changes to a fact's decision; `endHold` adds the end of the payment to any decision. */
export function syncHold(
  snapshot: AttemptSnapshot,
  decision: Decision,
  { fact, context }: { readonly fact: PaymentFact; readonly context: FactContext },
): Decision {
  const { hold } = snapshot;
  if (hold?.decision !== null || isOver(decision)) return decision;
  const isTold = hold.reason === "gateway" && isOpen(snapshot.state);
  if (isTold && (decision.state === "authorised" || decision.state === "captured")) {
    return close(snapshot, decision, { hold, as: "approved" });
  }
  return answerReview(snapshot, decision, { hold, fact, context });
}

/** A payment that is declined, expired, voided or fully refunded needs no review. */
export function endHold(snapshot: AttemptSnapshot, decision: Decision): Decision {
  const { hold } = snapshot;
  if (hold?.decision !== null || decision.hold) return decision;
  return isOver(decision) ? close(snapshot, decision, { hold, as: "rejected" }) : decision;
}

const isOver = ({ state, amounts }: Decision): boolean =>
  state === "declined" ||
  state === "expired" ||
  state === "voided" ||
  (amounts.captured > 0n && amounts.refunded + amounts.refundPending === amounts.captured);

interface Closing {
  readonly hold: ReviewHold;
  readonly as: HoldDecision;
}

function close(snapshot: AttemptSnapshot, decision: Decision, { hold, as }: Closing): Decision {
  const review = openReview(snapshot);
  const isOurs = review !== undefined && (review.action === "approve") === (as === "approved");
  const entry: DecidedEntry = {
    kind: ENTRY[as],
    operationId: isOurs ? review.id : null,
    amount: null,
    to: decision.state,
  };
  return {
    ...decision,
    entries: [...decision.entries, entry, ...(review && !isOurs ? [notApplied(review, decision.state)] : [])],
    conclusions: [...decision.conclusions, ...(review ? [concluded(review, isOurs ? "settled" : "declined")] : [])],
    hold: { ...hold, decision: as },
  };
}

/** The response was lost, the payment is unchanged: after an approval expected only of a payment with money. */
function answerReview(
  snapshot: AttemptSnapshot,
  decision: Decision,
  { hold, fact, context }: { readonly hold: ReviewHold; readonly fact: PaymentFact; readonly context: FactContext },
): Decision {
  const review = openReview(snapshot);
  if (!review || !provesAbsence(review, context)) return decision;
  const isPassed = fact.reading === "authorised" || fact.reading === "captured";
  if (isPassed && review.action === "approve") return close(snapshot, decision, { hold, as: "approved" });
  if (!isPassed && fact.reading !== "pending") return decision;
  return {
    ...decision,
    entries: [...decision.entries, notApplied(review, decision.state)],
    conclusions: [...decision.conclusions, concluded(review, "declined")],
  };
}

const openReview = (snapshot: AttemptSnapshot): OperationSnapshot | undefined =>
  snapshot.operations.find((operation) => operation.kind === "review" && isBlocking(operation));

const notApplied = (review: OperationSnapshot, to: AttemptSnapshot["state"]): DecidedEntry => ({
  kind: "review_not_applied",
  operationId: review.id,
  amount: null,
  to,
});

const concluded = ({ id: operationId }: OperationSnapshot, status: Conclusion["status"]): Conclusion => ({
  operationId,
  status,
});

const HELD_UNTIL = "Approve or reject it. It is neither captured nor shipped until then.";
const HELD_BECAUSE: Readonly<Record<ReviewHold["reason"], string>> = {
  gateway: "The gateway holds this payment for review.",
  owner: "Your rule (review.holdWhen) holds this payment.",
  unreadable:
    "A gateway response to this payment could not be read and may have requested a review. Check the payment in the gateway's portal first.",
};

/** Approved by a fact of the gateway, not by a decision that was sent to it. */
const isRelease = ({ kind, operationId }: DecidedEntry): boolean => kind === ENTRY.approved && operationId === null;
export const isReleased = ({ entries }: Decision): boolean => entries.some(isRelease);

/** Of a payment that the gateway has just released, the hold goes on. */
export function putOnHold(decision: Decision, reason: ReviewHold["reason"], why = HELD_BECAUSE[reason]): Decision {
  const entries = decision.entries.filter((entry) => !isRelease(entry));
  return {
    ...decision,
    entries: [...entries, { kind: "held", operationId: null, amount: null, to: decision.state }],
    attention: [...decision.attention, { kind: "held_review", message: `${why} ${HELD_UNTIL}` }],
    hold: { reason, decision: null },
  };
}

/** The payment expired or was declined while it was held; nobody here rejected it. */
export const endedUndecided = ({ hold, operations }: AttemptSnapshot): boolean =>
  hold?.decision === "rejected" &&
  !operations.some(({ kind, action, status }) => kind === "review" && action === "reject" && status === "settled");

const CAME_AFTER_ALL =
  "This payment was held for review and ended without a decision, and its money came all the same.";

export const reopenHold = ({ hold }: AttemptSnapshot, decision: Decision): Decision =>
  hold ? putOnHold(decision, hold.reason, CAME_AFTER_ALL) : decision;

export const isHeld = ({ hold }: Pick<AttemptSnapshot, "hold">): boolean => hold !== null && hold.decision === null;
