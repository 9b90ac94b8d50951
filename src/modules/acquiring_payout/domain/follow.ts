import type { PayoutState } from "./states";
import { mayPayoutMove } from "./states";

export interface LedgerSendState {
  readonly status: "sending" | "settled" | "pending" | "declined" | "not_sent" | "unknown";
  readonly reading: string | null;
}

/** Nothing is guessed: an `unknown` send is unknown whatever its last message reported. */
export function stateBy({ status, reading }: LedgerSendState): PayoutState {
  switch (status) {
    case "sending":
      return "sending";
    case "settled":
      return "paid";
    case "pending":
      return reading === "held" ? "held" : "pending";
    case "declined":
      return reading === "cancelled" ? "cancelled" : "failed";
    case "not_sent":
      return "approved";
    case "unknown":
      return "unknown";
  }
}

/** Null: no change; a send behind a manual resolution, or behind itself, changes nothing. */
export function nextBy(state: PayoutState, send: LedgerSendState): PayoutState | null {
  const next = stateBy(send);
  return next !== state && mayPayoutMove(state, next, "fact") ? next : null;
}

/** Did a final state turn into its opposite? Money came back, or was sent after all. */
export const isContradiction = (from: PayoutState, to: PayoutState): boolean =>
  (from === "paid" && (to === "failed" || to === "cancelled")) ||
  ((from === "failed" || from === "cancelled") && (to === "paid" || to === "pending" || to === "held"));
