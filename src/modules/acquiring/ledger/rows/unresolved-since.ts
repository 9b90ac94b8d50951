import { holdsMoney } from "../../domain/states";
import { authenticationOf } from "./authentication";
import type { AttemptRow } from "./attempt-row";
import { expiryOf } from "./schedule";

export type Unresolvable = Pick<
  AttemptRow,
  | "state"
  | "created_at"
  | "unknown_since"
  | "three_ds"
  | "three_ds_required"
  | "action_expires_at"
  | "pending_expires_at"
>;

export interface UnresolvedSince {
  /** An operation's outcome; whether 3-D Secure was used; whether the customer paid in time. */
  readonly what: "outcome" | "authentication" | "ending";
  readonly since: Date;
}

/** Null: known, or it can still be paid. Until the last query's response the customer may have paid an expired one. */
export function unresolvedSince(attempt: Unresolvable, now: Date): UnresolvedSince | null {
  if (attempt.unknown_since !== null) return { what: "outcome", since: attempt.unknown_since };
  if (holdsMoney(attempt.state) && authenticationOf(attempt, attempt.three_ds) === "open")
    return { what: "authentication", since: attempt.created_at };
  const expiry = expiryOf(attempt, attempt.state);
  return expiry !== null && expiry <= now ? { what: "ending", since: expiry } : null;
}
