import { generateEntityId } from "@medusajs/framework/utils";
import type { CardFace } from "../../gateway/facts";
import type { OrderNo } from "../../gateway/ids";
import { createOrderNo } from "../../gateway/ids";
import type { Money } from "../../gateway/money";
import type { AuthoriseRequest } from "../../gateway/payment-request";
import type { Checker } from "./checker";
import type { AttemptState } from "./domain/states";
import { isOpen } from "./domain/states";
import type { Gate } from "./gate";
import type { Ledger } from "./ledger/ledger";
import type { AttemptRow } from "./ledger/rows";
import { minorOf } from "./ledger/rows";

/**
 * One payment session seen from the shop: pay it, or say how it stands. Two
 * calls for one session at once end in one authorise and the same answer: the
 * second waits for the first.
 */
export interface CardPayment {
  readonly account: string;
  readonly providerId: string;
  readonly sessionId: string;
  readonly cartId: string | null;
  readonly customerId: string | null;
  readonly money: Money;
  readonly face: CardFace;
  /** Builds the request for the order number; holds the card, is called at most once. */
  readonly request: (orderNo: OrderNo) => AuthoriseRequest;
}

/** `payable` also after a decline; `checking` while the outcome is not known and the wait has not ended. */
export type SessionState =
  "payable" | "authorised" | "captured" | "checking" | "pending" | "action_required" | "voided";

export interface SessionPayment {
  readonly attempt: AttemptRow | null;
  readonly state: SessionState;
  /** True when the live attempt is for another amount or currency than the session now wants. */
  readonly isOtherMoney: boolean;
  readonly pollAfterMs: number | null;
}

export interface PaySessionDependencies {
  readonly ledger: Ledger;
  readonly gate: Gate;
  readonly checker: Checker;
  readonly now: () => Date;
  readonly unknownWaitMs: number;
}

/** The longest an authorise may take (90 s, our default) and a little; then the row is unknown. */
const WAIT_FOR_FIRST_MS = 95_000;
const WAIT_STEP_MS = 50;
/** A shop that polls asks the gateway once a second at most. */
const POLL_MS = 1_000;

export class PaySession {
  constructor(private readonly deps: PaySessionDependencies) {}

  async byCard(payment: CardPayment): Promise<SessionPayment> {
    const before = await this.deps.ledger.attemptOfSession(payment.sessionId);
    if (before && !isOver(before.state)) return this.answerFrom(before, payment.money);
    const orderNo = createOrderNo(generateEntityId(undefined, "acq"));
    const attemptId = await this.deps.gate.authorise({ ...payment, orderNo }, () => payment.request(orderNo));
    if (attemptId === null) {
      const live = await this.deps.ledger.attemptOfSession(payment.sessionId);
      return live ? this.answerFrom(live, payment.money) : this.view(null, payment.money);
    }
    const attempt = await this.deps.ledger.attempt(attemptId);
    if (attempt?.state === "unknown") await this.deps.checker.check(attempt);
    return this.view((await this.deps.ledger.attempt(attemptId)) ?? null, payment.money);
  }

  async status(sessionId: string, ask: boolean): Promise<SessionPayment | null> {
    const attempt = await this.deps.ledger.attemptOfSession(sessionId);
    if (!attempt) return null;
    if (ask && this.isDue(attempt)) await this.deps.checker.check(attempt);
    return this.view((await this.deps.ledger.attempt(attempt.id)) ?? attempt, null);
  }

  /** While a shopper looks at "checking" the gateway may be asked more often than the schedule says. */
  private isDue(attempt: AttemptRow): boolean {
    if (!isOpen(attempt.state) || attempt.state === "created") return false;
    const scheduled = attempt.next_check_at;
    const now = this.deps.now().getTime();
    const isWaiting = attempt.unknown_since !== null && now - attempt.unknown_since.getTime() < this.deps.unknownWaitMs;
    return scheduled === null || scheduled.getTime() <= now || isWaiting;
  }

  private async answerFrom(attempt: AttemptRow, money: Money): Promise<SessionPayment> {
    const deadline = attempt.created_at.getTime() + WAIT_FOR_FIRST_MS;
    let current = attempt;
    while (current.state === "created" && this.deps.now().getTime() < deadline) {
      await new Promise((resolve) => setTimeout(resolve, WAIT_STEP_MS));
      current = (await this.deps.ledger.attempt(attempt.id)) ?? current;
    }
    return this.view(current, money);
  }

  private view(attempt: AttemptRow | null, money: Money | null): SessionPayment {
    const state = attempt ? this.stateOf(attempt) : "payable";
    const isOtherMoney =
      attempt !== null &&
      money !== null &&
      (attempt.currency !== money.currency || minorOf(attempt.requested) !== money.minor);
    return { attempt, state, isOtherMoney, pollAfterMs: state === "checking" ? POLL_MS : null };
  }

  private stateOf(attempt: AttemptRow): SessionState {
    if (attempt.state !== "unknown") return SESSION_STATE[attempt.state];
    const since = (attempt.unknown_since ?? attempt.created_at).getTime();
    return this.deps.now().getTime() - since < this.deps.unknownWaitMs ? "checking" : "pending";
  }
}

const SESSION_STATE: Record<Exclude<AttemptState, "unknown">, SessionState> = {
  created: "checking",
  action_required: "action_required",
  pending: "pending",
  authorised: "authorised",
  captured: "captured",
  voided: "voided",
  declined: "payable",
  expired: "payable",
};

/** May a new attempt follow this one? */
const isOver = (state: AttemptState): boolean => state === "declined" || state === "expired";
