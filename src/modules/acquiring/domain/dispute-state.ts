import type { DisputeStatus } from "./snapshot";

/** What is left to do about a dispute: it follows from what the gateway reported and what people entered. */
export const disputeStates = ["needs_answer", "overdue", "answered", "won", "lost"] as const;
export type DisputeState = (typeof disputeStates)[number];

export interface DisputeDeadline {
  readonly status: DisputeStatus;
  readonly reportedDueAt: Date | null;
  readonly enteredDueAt: Date | null;
  readonly answeredAt: Date | null;
}

/** The date that applies: what a person entered, else what the gateway reported. */
export const dueDateOf = ({ enteredDueAt, reportedDueAt }: DisputeDeadline): Date | null =>
  enteredDueAt ?? reportedDueAt;

export function disputeStateOf(dispute: DisputeDeadline, now: Date): DisputeState {
  if (dispute.status !== "open") return dispute.status;
  if (dispute.answeredAt !== null) return "answered";
  const dueAt = dueDateOf(dispute);
  return dueAt !== null && dueAt < now ? "overdue" : "needs_answer";
}
