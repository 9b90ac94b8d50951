import type { SubscriptionRecordState, SubscriptionMover } from "./states";
import { maySubscriptionMove } from "./states";

/** Where a subscription stands by what the ledger knows of it. Pure; the table of `states.ts` has the last word. */
export interface Evidence {
  /** As the ledger says it of the gateway: not named yet, charged, asked to end, over. */
  readonly standing: "unnamed" | "active" | "cancelling" | "over";
  /** Its first payment: not decided, good, or never taken. */
  readonly payment: "open" | "good" | "lost";
  /** Everything that was agreed is done. */
  readonly isDone: boolean;
}

export function nextSubscriptionState(state: SubscriptionRecordState, evidence: Evidence): SubscriptionRecordState {
  const wanted = wantedState(state, evidence);
  if (wanted === state) return state;
  const movers: readonly SubscriptionMover[] =
    wanted === "cancelling" ? ["deed"] : evidence.isDone ? ["fact", "time"] : ["fact"];
  return movers.some((by) => maySubscriptionMove(state, wanted, by)) ? wanted : state;
}

function wantedState(state: SubscriptionRecordState, { standing, payment, isDone }: Evidence): SubscriptionRecordState {
  if (payment === "lost" && (state === "pending" || state === "failed")) return "failed";
  if (payment === "open" && state === "pending") return "pending";
  switch (standing) {
    case "unnamed":
      return state;
    case "over":
      return isDone ? "ended" : "cancelled";
    case "cancelling":
      // What was not active yet is first that: the wish to end it came after.
      return state === "pending" ? "active" : "cancelling";
    case "active":
      // Whoever was cancelled and is charged all the same has to know; that it is over by its terms as well comes after.
      return isDone && state !== "cancelled" ? "ended" : "active";
  }
}
