import type { OperationStatus } from "../../domain/snapshot";
import type { AttemptState } from "../../domain/states";

/** Unknown outcomes are queried soon and then less often; pending ones in the minutes that banks need. Pure. */
const SECOND = 1_000;
const MINUTE = 60 * SECOND;

/** First and longest delay in ms. Our choice; a failing gateway gets at most one query a minute per attempt. */
const PAUSES = {
  unknown: { first: 2 * SECOND, longest: MINUTE },
  returned: { first: SECOND, longest: MINUTE },
  /** Its page may still be open: late money must be detected even without a notification. */
  left: { first: MINUTE, longest: 60 * MINUTE },
  pending: { first: MINUTE, longest: 60 * MINUTE },
  refund: { first: 5 * MINUTE, longest: 6 * 60 * MINUTE },
} as const;

/** An expired payment is queried this often, over about ten hours, and then no more. */
const MOST_CHECKS_OF_LEFT = 15;

/** A running send is left alone for the longest timeout (authorise, 90 s) plus a margin. */
export const SENDING_GRACE_MS = 95 * SECOND;

export interface Undecided {
  readonly state: AttemptState;
  /** The customer returned from a redirect, and the gateway has not reported the result. */
  readonly isBack: boolean;
  /** The shop requires 3-D Secure, and the gateway has not reported whether it was used. */
  readonly isAuthenticationOpen: boolean;
  /** When the wait ends, in ms since 1970. */
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

/** The retry of a failed query although nothing is open: 1 minute, doubling to an hour. */
export const retryAt = (checks: number, now: number): number =>
  now + Math.min(60 * MINUTE, MINUTE * 2 ** Math.min(checks, 20));

export const expiryOf = (row: ExpiryRow, state: AttemptState): Date | null => {
  if (state === "action_required") return row.action_expires_at;
  return state === "pending" ? row.pending_expires_at : null;
};

export interface ExpiryRow {
  readonly action_expires_at: Date | null;
  readonly pending_expires_at: Date | null;
}

/** Ms since 1970, or null if there is nothing to query. `checks` counts queries without a result. */
export function nextCheckAt(subject: Undecided, checks: number, now: number): number | null {
  const sending = subject.operations.find(({ status }) => status === "sending");
  if (sending) return Math.max(now, sending.sentAt + SENDING_GRACE_MS);
  const reason = reasonToAsk(subject);
  if (!reason || (reason === "left" && checks >= MOST_CHECKS_OF_LEFT)) return null;
  const { first, longest } = PAUSES[reason];
  const next = now + Math.min(longest, first * 2 ** Math.min(checks, 20));
  // The expiry time is queried too, but not within the first delay.
  return subject.expiresAt === null ? next : Math.min(next, Math.max(subject.expiresAt, now + first));
}
