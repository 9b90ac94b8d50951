import type { Money } from "../../../gateway/model/money";
import type { AttemptState } from "../domain/states";
import { holdsMoney, isOpen } from "../domain/states";
import { authenticationOf } from "../ledger/rows/authentication";
import { hasCancelled } from "../ledger/rows/customer-redirect";
import type { AttemptRow } from "../ledger/rows/attempt-row";
import { isGivenBack, minorOf } from "../ledger/rows/attempt-row";
import { expiryOf } from "../ledger/rows/schedule";

/** `payable` also after a decline; `checking` while the outcome is unknown and the wait has not ended. */
export type SessionState =
  "payable" | "authorised" | "captured" | "checking" | "pending" | "action_required" | "voided";

export interface SessionPayment {
  readonly attempt: AttemptRow | null;
  readonly state: SessionState;
  /** True if the live attempt is for another amount or currency than the session now has. */
  readonly amountDiffers: boolean;
  readonly pollAfterMs: number | null;
  readonly expiresAt: Date | null;
}

/** A polling shop causes at most one query a second. */
export const POLL_MS = 1_000;

export class PaymentStatusView {
  constructor(
    private readonly now: () => Date,
    private readonly unknownWaitMs: number,
  ) {}

  of(attempt: AttemptRow | null, money: Money | null): SessionPayment {
    const state = attempt ? this.stateOf(attempt) : "payable";
    const amountDiffers =
      attempt !== null &&
      money !== null &&
      (attempt.currency !== money.currency || minorOf(attempt.requested) !== money.minor);
    const expiresAt =
      attempt && (state === "action_required" || state === "pending") ? expiryOf(attempt, attempt.state) : null;
    return { attempt, state, amountDiffers, pollAfterMs: state === "checking" ? POLL_MS : null, expiresAt };
  }

  /** Another session of the cart is being checked: wait, do not pay. */
  blocked(): SessionPayment {
    return { attempt: null, state: "checking", amountDiffers: false, pollAfterMs: POLL_MS, expiresAt: null };
  }

  /** At most once a second while a customer waits; `askedAt`: the last such query, in ms since 1970. */
  isDue(attempt: AttemptRow, askedAt: number | undefined): boolean {
    if (!this.isUndecided(attempt) && (!isOpen(attempt.state) || attempt.state === "created")) return false;
    const scheduled = attempt.next_check_at;
    const now = this.now().getTime();
    const isWaiting = attempt.unknown_since !== null && now - attempt.unknown_since.getTime() < this.unknownWaitMs;
    const isPatient = askedAt === undefined || Math.abs(now - askedAt) >= POLL_MS;
    return scheduled === null || scheduled.getTime() <= now || (isWaiting && isPatient);
  }

  isUndecided(attempt: AttemptRow): boolean {
    return attempt.state === "unknown" || (holdsMoney(attempt.state) && isAuthenticationOpen(attempt));
  }

  private stateOf(attempt: AttemptRow): SessionState {
    switch (attempt.state) {
      case "unknown":
        return this.isWithin(attempt.unknown_since ?? attempt.created_at) ? "checking" : "pending";
      case "action_required":
        return this.actionOf(attempt);
      case "authorised":
      case "captured":
        if (isRefused(attempt)) return isGivenBack(attempt) ? "voided" : "checking";
        if (isAuthenticationOpen(attempt)) return "checking";
        return attempt.held_at !== null && attempt.hold_decision !== "approved" ? heldStateOf(attempt) : attempt.state;
      case "voided":
        return isSessionOver(attempt) ? "payable" : "voided";
      default:
        return SESSION_STATE[attempt.state];
    }
  }

  /** Returned from the gateway: it gets a moment to report the result. Cancelled: another method may be tried. */
  private actionOf(attempt: AttemptRow): SessionState {
    const { returned_at: returned } = attempt;
    if (!hasRedirectTarget(attempt)) return "payable";
    if (hasCancelled(attempt)) return "payable";
    return returned && this.isWithin(returned) ? "checking" : "action_required";
  }

  private isWithin(since: Date): boolean {
    return this.now().getTime() - since.getTime() < this.unknownWaitMs;
  }
}

const SESSION_STATE: Record<
  Exclude<AttemptState, "unknown" | "action_required" | "authorised" | "captured" | "voided">,
  SessionState
> = {
  created: "checking",
  pending: "pending",
  declined: "payable",
  expired: "payable",
};

/** The response with the address may have been lost: then the customer cannot continue. */
export const hasRedirectTarget = (attempt: AttemptRow): boolean =>
  attempt.action_url !== null || attempt.redirect_form !== null;

const isAuthenticationOpen = (attempt: AttemptRow): boolean => authenticationOf(attempt, attempt.three_ds) === "open";

/** Money that is being reversed pays for nothing. */
const isRefused = (attempt: AttemptRow): boolean => attempt.reversal_reason !== null;

/** In review, or rejected: an authorisation is about to be voided, and captured money is left to a person. */
const heldStateOf = ({ hold_decision: decision, state }: AttemptRow): SessionState => {
  if (decision === null) return "pending";
  return state === "authorised" ? "checking" : "voided";
};

export const isSessionOver = (attempt: AttemptRow): boolean =>
  attempt.state === "declined" ||
  attempt.state === "expired" ||
  (attempt.state === "voided" &&
    (attempt.reversal_reason === "three_ds_missing" || attempt.hold_decision === "rejected"));
