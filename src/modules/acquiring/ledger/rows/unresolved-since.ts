import { holdsMoney } from "../../domain/states";
import { authenticationOf } from "./authentication";
import type { AttemptRow } from "./rows";
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
  /** An operation's outcome; whether 3-D Secure was used; whether the shopper paid before the time was over. */
  readonly what: "outcome" | "authentication" | "ending";
  readonly since: Date;
}

/**
 * Since when nobody has known what became of a payment; null while it is known, or may still be paid. One whose time is
 * over ends right after the gateway was asked: until it answers, the shopper may have paid.
 */
export function unresolvedSince(attempt: Unresolvable, now: Date): UnresolvedSince | null {
  if (attempt.unknown_since !== null) return { what: "outcome", since: attempt.unknown_since };
  if (holdsMoney(attempt.state) && authenticationOf(attempt, attempt.three_ds) === "open")
    return { what: "authentication", since: attempt.created_at };
  const expiry = expiryOf(attempt, attempt.state);
  return expiry !== null && expiry <= now ? { what: "ending", since: expiry } : null;
}
