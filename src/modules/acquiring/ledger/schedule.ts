import type { OperationStatus } from "../domain/snapshot";
import type { AttemptState } from "../domain/states";

/**
 * When the gateway is to be asked about an attempt again. Pure: the caller
 * passes the time. Something unknown is asked about soon and then less often;
 * something merely pending is asked about in the minutes that banks need.
 */
const SECOND = 1_000;
const MINUTE = 60 * SECOND;

/** First and longest pause, in ms, for each reason to ask. Our choice; a dead gateway costs one query a minute per attempt at most. */
const PAUSES = {
  unknown: { first: 2 * SECOND, longest: MINUTE },
  pending: { first: MINUTE, longest: 60 * MINUTE },
  refund: { first: 5 * MINUTE, longest: 6 * 60 * MINUTE },
} as const;

/** A send that is still running is left alone for the longest time limit (authorise, 90 s) and a little. */
export const SENDING_GRACE_MS = 95 * SECOND;

export interface Undecided {
  readonly state: AttemptState;
  readonly operations: readonly { readonly kind: string; readonly status: OperationStatus; readonly sentAt: number }[];
}

function reasonToAsk({ state, operations }: Undecided): keyof typeof PAUSES | null {
  if (state === "unknown" || operations.some(({ status }) => status === "unknown")) return "unknown";
  if (state === "pending" || state === "action_required") return "pending";
  if (operations.some(({ kind, status }) => kind === "refund" && status === "pending")) return "refund";
  return null;
}

/** The time of the next question in ms since 1970, or null when there is nothing to ask. `checks` counts fruitless questions. */
export function nextCheckAt(subject: Undecided, checks: number, now: number): number | null {
  const sending = subject.operations.find(({ status }) => status === "sending");
  if (sending) return Math.max(now, sending.sentAt + SENDING_GRACE_MS);
  const reason = reasonToAsk(subject);
  if (!reason) return null;
  const { first, longest } = PAUSES[reason];
  return now + Math.min(longest, first * 2 ** Math.min(checks, 20));
}
