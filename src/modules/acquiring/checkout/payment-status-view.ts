import type { Money } from "../../../gateway/model/money";
import type { AttemptState } from "../domain/states";
import { holdsMoney, isOpen } from "../domain/states";
import { authenticationOf } from "../ledger/rows/authentication";
import { hasCancelled } from "../ledger/rows/customer-redirect";
import type { AttemptRow } from "../ledger/rows/rows";
import { isGivenBack, minorOf } from "../ledger/rows/rows";
import { expiryOf } from "../ledger/rows/schedule";

/**
 * How an attempt stands in the eyes of the shop. It reads one row and the clock;
 * it asks and changes nothing.
 */

/** `payable` also after a decline; `checking` while the outcome is not known and the wait has not ended. */
export type SessionState =
  "payable" | "authorised" | "captured" | "checking" | "pending" | "action_required" | "voided";

export interface SessionPayment {
  readonly attempt: AttemptRow | null;
  readonly state: SessionState;
  /** True when the live attempt is for another amount or currency than the session now wants. */
  readonly isOtherMoney: boolean;
  readonly pollAfterMs: number | null;
  readonly expiresAt: Date | null;
}

/** A shop that polls asks the gateway once a second at most. */
export const POLL_MS = 1_000;

export class PaymentStatusView {
  constructor(
    private readonly now: () => Date,
    private readonly unknownWaitMs: number,
  ) {}

  of(attempt: AttemptRow | null, money: Money | null): SessionPayment {
    const state = attempt ? this.stateOf(attempt) : "payable";
    const isOtherMoney =
      attempt !== null &&
      money !== null &&
      (attempt.currency !== money.currency || minorOf(attempt.requested) !== money.minor);
    const expiresAt =
      attempt && (state === "action_required" || state === "pending") ? expiryOf(attempt, attempt.state) : null;
    return { attempt, state, isOtherMoney, pollAfterMs: state === "checking" ? POLL_MS : null, expiresAt };
  }

  /** Another session of the cart is being checked: wait, pay nothing. */
  blocked(): SessionPayment {
    return { attempt: null, state: "checking", isOtherMoney: false, pollAfterMs: POLL_MS, expiresAt: null };
  }

  /**
   * While a shopper looks at "checking" the gateway may be asked more often than the schedule says, but not more than
   * once a second; `askedAt`: when it was last asked for a shopper, in ms since 1970.
   */
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

  /** Back from the gateway: a moment for it to say how it ended. Given up: another way may be tried. */
  private actionOf(attempt: AttemptRow): SessionState {
    const { returned_at: returned } = attempt;
    if (!leadsSomewhere(attempt)) return "payable";
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

/** The answer with the address may have been lost: then there is nothing that the shopper could go on with. */
export const leadsSomewhere = (attempt: AttemptRow): boolean => attempt.action_url !== null || attempt.handoff !== null;

const isAuthenticationOpen = (attempt: AttemptRow): boolean => authenticationOf(attempt, attempt.three_ds) === "open";

/** Money that is on its way back: it pays for nothing. */
const isRefused = (attempt: AttemptRow): boolean => attempt.reversal_reason !== null;

/** A person decides, or has rejected it: then a reservation is about to be given back, and a capture is a person's. */
const heldStateOf = ({ hold_decision: decision, state }: AttemptRow): SessionState => {
  if (decision === null) return "pending";
  return state === "authorised" ? "checking" : "voided";
};

/** May a new attempt follow this one? */
export const isSessionOver = (attempt: AttemptRow): boolean =>
  attempt.state === "declined" ||
  attempt.state === "expired" ||
  (attempt.state === "voided" &&
    (attempt.reversal_reason === "three_ds_missing" || attempt.hold_decision === "rejected"));
