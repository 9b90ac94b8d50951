import type { OperationStatus } from "../../domain/snapshot";
import type { AttemptState } from "../../domain/states";

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
  returned: { first: SECOND, longest: MINUTE },
  /** Its page may still be open somewhere: money that comes late has to be seen, even if no notification arrives. */
  left: { first: MINUTE, longest: 60 * MINUTE },
  pending: { first: MINUTE, longest: 60 * MINUTE },
  refund: { first: 5 * MINUTE, longest: 6 * 60 * MINUTE },
} as const;

/** An expired payment is asked about this often, over some ten hours, and then no more. */
const MOST_CHECKS_OF_LEFT = 15;

/** A send that is still running is left alone for the longest time limit (authorise, 90 s) and a little. */
export const SENDING_GRACE_MS = 95 * SECOND;

export interface Undecided {
  readonly state: AttemptState;
  /** The shopper came back from a redirect, and the gateway has not said how it ended. */
  readonly isBack: boolean;
  /** The shop wants to know whether 3-D Secure was used, and the gateway has not said. */
  readonly isAuthenticationOpen: boolean;
  /** When the wait ends by itself, in ms since 1970. */
  readonly expiresAt: number | null;
  readonly operations: readonly { readonly kind: string; readonly status: OperationStatus; readonly sentAt: number }[];
}

function reasonToAsk({ state, operations, isBack, isAuthenticationOpen }: Undecided): keyof typeof PAUSES | null {
  if (isAuthenticationOpen || state === "unknown" || operations.some(({ status }) => status === "unknown"))
    return "unknown";
  if (state === "expired") return "left";
  if (state === "action_required" && isBack) return "returned";
  if (state === "pending" || state === "action_required") return "pending";
  if (operations.some(({ kind, status }) => kind === "refund" && status === "pending")) return "refund";
  return null;
}

/** The next try of a question that failed although nothing is open: 1 minute, doubling to an hour. */
export const retryAt = (checks: number, now: number): number =>
  now + Math.min(60 * MINUTE, MINUTE * 2 ** Math.min(checks, 20));

/** When an undecided payment ends by itself: an unfinished redirect and a waiting bank have times of their own. */
export const expiryOf = (row: ExpiryRow, state: AttemptState): Date | null => {
  if (state === "action_required") return row.action_expires_at;
  return state === "pending" ? row.pending_expires_at : null;
};

export interface ExpiryRow {
  readonly action_expires_at: Date | null;
  readonly pending_expires_at: Date | null;
}

/** The time of the next question in ms since 1970, or null when there is nothing to ask. `checks` counts fruitless questions. */
export function nextCheckAt(subject: Undecided, checks: number, now: number): number | null {
  const sending = subject.operations.find(({ status }) => status === "sending");
  if (sending) return Math.max(now, sending.sentAt + SENDING_GRACE_MS);
  const reason = reasonToAsk(subject);
  if (!reason || (reason === "left" && checks >= MOST_CHECKS_OF_LEFT)) return null;
  const { first, longest } = PAUSES[reason];
  const next = now + Math.min(longest, first * 2 ** Math.min(checks, 20));
  // The moment it expires is asked about, too, but never more often than the first pause.
  return subject.expiresAt === null ? next : Math.min(next, Math.max(subject.expiresAt, now + first));
}
