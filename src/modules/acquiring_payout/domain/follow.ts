import type { PayoutState } from "./states";
import { mayPayoutMove } from "./states";

/** Where a payout stands by what the ledger says of its send. Pure. */
export interface SendStanding {
  readonly status: "sending" | "settled" | "pending" | "declined" | "not_sent" | "unknown";
  /** The gateway's state as the ledger read it; null: it said nothing. */
  readonly reading: string | null;
}

/** What is not known is never guessed: an `unknown` send is unknown whatever its last message said. */
export function stateBy({ status, reading }: SendStanding): PayoutState {
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

/** Null: it stays where it is; a send that is behind a person's word, or behind itself, moves nothing. */
export function nextBy(state: PayoutState, send: SendStanding): PayoutState | null {
  const next = stateBy(send);
  return next !== state && mayPayoutMove(state, next, "fact") ? next : null;
}

/** Was it over, and is it now the other way round? Money came back, or left, or is about to leave, after all. */
export const isContradiction = (from: PayoutState, to: PayoutState): boolean =>
  (from === "paid" && (to === "failed" || to === "cancelled")) ||
  ((from === "failed" || from === "cancelled") && (to === "paid" || to === "pending" || to === "held"));
