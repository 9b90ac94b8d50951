import { holdsMoney } from "../../domain/states";
import { authenticationOf } from "./authentication";
import type { AttemptRow } from "./attempt-row";
import { expiryOf } from "./schedule";

export type Unresolvable = Pick<
  AttemptRow,
  | "state"
  | "mode"
  | "created_at"
  | "unknown_since"
  | "three_ds"
  | "three_ds_required"
  | "action_expires_at"
  | "pending_expires_at"
  | "held_at"
  | "hold_decision"
  | "hold_decided_at"
>;

export interface UnresolvedSince {
  /** An operation's outcome; whether 3-D Secure was used; whether the customer paid in time; the gateway's decision. */
  readonly what: "outcome" | "authentication" | "ending" | "decision";
  readonly since: Date;
}

/** How long the gateway may leave a card undecided; on its page a customer may also choose to pay later. Our choice. */
const UNDECIDED_MS = { card: 24 * 3_600_000, page: 7 * 24 * 3_600_000 };

/** Null: known, or it can still be paid. Until the last query's response the customer may have paid an expired one. */
export function unresolvedSince(attempt: Unresolvable, now: Date): UnresolvedSince | null {
  if (attempt.unknown_since !== null) return { what: "outcome", since: attempt.unknown_since };
  if (holdsMoney(attempt.state) && authenticationOf(attempt, attempt.three_ds) === "open")
    return { what: "authentication", since: attempt.created_at };
  const expiry = expiryOf(attempt, attempt.state);
  if (expiry !== null) return expiry <= now ? { what: "ending", since: expiry } : null;
  const limit = attempt.mode === "checkout" ? UNDECIDED_MS.page : UNDECIDED_MS.card;
  // Released after a review, the gateway has the time from then on.
  const since = new Date((attempt.hold_decided_at ?? attempt.created_at).getTime() + limit);
  return attempt.state === "pending" && since <= now && !isUnderReview(attempt) ? { what: "decision", since } : null;
}

/** It has an item of its own, and staff decide when it ends. */
const isUnderReview = ({ held_at: since, hold_decision: decision }: Unresolvable): boolean =>
  since !== null && decision === null;
