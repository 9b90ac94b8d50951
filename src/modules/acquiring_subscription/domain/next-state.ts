import type { SubscriptionRecordState, SubscriptionMover } from "./states";
import { maySubscriptionMove } from "./states";

/** A subscription's state by the ledger. Pure; the table in `states.ts` limits it. */
export interface Evidence {
  /** The gateway's status as read by the ledger: not named yet, charged, cancellation sent, over. */
  readonly gatewayState: "unnamed" | "active" | "cancelling" | "over";
  /** Its first payment: undecided or not approved in review, succeeded, or never taken. */
  readonly payment: "open" | "good" | "lost";
  readonly isDone: boolean;
}

export function nextSubscriptionState(state: SubscriptionRecordState, evidence: Evidence): SubscriptionRecordState {
  const wanted = wantedState(state, evidence);
  if (wanted === state) return state;
  const movers: readonly SubscriptionMover[] =
    wanted === "cancelling" ? ["request"] : evidence.isDone ? ["fact", "time"] : ["fact"];
  return movers.some((by) => maySubscriptionMove(state, wanted, by)) ? wanted : state;
}

function wantedState(
  state: SubscriptionRecordState,
  { gatewayState, payment, isDone }: Evidence,
): SubscriptionRecordState {
  if (payment === "lost" && (state === "pending" || state === "failed")) return "failed";
  if (payment === "open" && (state === "pending" || state === "failed")) return state;
  switch (gatewayState) {
    case "unnamed":
      return state;
    case "over":
      return isDone ? "ended" : "cancelled";
    case "cancelling":
      // A subscription that was not active yet becomes active first: the cancellation came later.
      return state === "pending" ? "active" : "cancelling";
    case "active":
      // A charge after a cancellation must be reported first; that it is over by its terms comes after.
      return isDone && state !== "cancelled" ? "ended" : "active";
  }
}
