import { generateEntityId } from "@medusajs/framework/utils";
import type { OrderNo } from "../../../gateway/model/ids";
import { createOrderNo } from "../../../gateway/model/ids";
import type { Money } from "../../../gateway/model/money";
import type { AuthoriseRequest } from "../../../gateway/model/payment-request";
import type { StatusChecker } from "../status-checks/status-checker";
import type { Gate } from "../gate/gate";
import type { Ledger } from "../ledger/ledger";
import type { NewAttempt } from "../ledger/new-attempt";
import type { AttemptRow } from "../ledger/rows/attempt-row";
import { minorOf } from "../ledger/rows/attempt-row";
import { hasPlan } from "../ledger/rows/instalments";
import type { SessionPayment, PaymentStatusView } from "./payment-status-view";
import { isSessionOver, hasRedirectTarget, POLL_MS } from "./payment-status-view";

/**
 * One payment session as the shop sees it: pay it, or return its status. Two concurrent calls result in one
 * authorisation and the same response: the second waits for the first. A payment that waits for the customer is
 * replaced by another method once the gateway has reported that it holds no money.
 */
export interface NewPayment extends NewAttempt {
  /** Has the same order number; may contain a card, so it stays in memory. */
  readonly request: AuthoriseRequest;
}

/** What decides whether a session is already paid or being paid. */
export type RequestedPayment = Pick<
  NewPayment,
  "sessionId" | "mode" | "method" | "money" | "maskedCard" | "instalments"
> & {
  readonly redirect: Pick<NewPayment["redirect"], "presentation">;
};

/** The order number of a new payment. */
export const newOrderNo = (): OrderNo => createOrderNo(generateEntityId(undefined, "acq"));

export interface CheckoutPaymentDependencies {
  readonly ledger: Ledger;
  readonly gate: Gate;
  readonly checker: StatusChecker;
  readonly view: PaymentStatusView;
  readonly now: () => Date;
  readonly pause: (ms: number) => Promise<void>;
}

/** The longest an authorisation may take (90 s, our default) plus a margin; then the row is unknown. */
const WAIT_FOR_FIRST_MS = 95_000;
const WAIT_STEP_MS = 50;

export class CheckoutPayment {
  /** This process's running queries, and when the last second's were sent; by attempt. */
  readonly #checking = new Map<string, Promise<void>>();
  readonly #checkedAt = new Map<string, number>();
  /** Responses in this process so far, and the number of each attempt's last. */
  #answers = 0;
  readonly #answered = new Map<string, number>();

  constructor(private readonly deps: CheckoutPaymentDependencies) {}

  /** The answer from the ledger; null: paying would send something. */
  async known(payment: RequestedPayment): Promise<SessionPayment | null> {
    const present = await this.deps.ledger.attemptOfSession(payment.sessionId);
    const isKnown = present && !isSessionOver(present) && !this.mayBeReplaced(present, payment);
    return isKnown ? this.answerFrom(present, payment.money) : null;
  }

  async pay(payment: NewPayment): Promise<SessionPayment> {
    const { ledger, view } = this.deps;
    const before = await ledger.attemptOfSession(payment.sessionId);
    if (before && !isSessionOver(before) && !(await this.tryReplace(before, payment))) {
      return this.answerFrom(before, payment.money);
    }
    if (await this.isOtherOpen(payment, (other) => this.deps.checker.check(other))) return view.blocked();
    const attemptId = await this.open(payment);
    if (attemptId === null) {
      const live = await ledger.attemptOfSession(payment.sessionId);
      if (live) return this.answerFrom(live, payment.money);
      // Another session of the same payment collection was first.
      return payment.balance ? view.blocked() : view.of(null, payment.money);
    }
    await this.settle(attemptId);
    return view.of((await ledger.attempt(attemptId)) ?? null, payment.money);
  }

  async status(sessionId: string, { query }: { readonly query: boolean }): Promise<SessionPayment | null> {
    const { ledger, view } = this.deps;
    const answers = this.#answers;
    const attempt = await ledger.attemptOfSession(sessionId);
    if (!attempt) return null;
    if (query && view.isDue(attempt, this.#checkedAt.get(attempt.id))) await this.check(attempt, answers);
    return view.of((await ledger.attempt(attempt.id)) ?? attempt, null);
  }

  /**
   * Concurrent callers share a query; a caller that read the row before its response (number `answers`) is one of them.
   */
  private async check(attempt: AttemptRow, answers: number): Promise<void> {
    const running = this.#checking.get(attempt.id);
    if (running) return running;
    if ((this.#answered.get(attempt.id) ?? 0) > answers) return;
    const now = this.deps.now().getTime();
    for (const [id, at] of this.#checkedAt) {
      if (Math.abs(now - at) < POLL_MS) continue;
      this.#checkedAt.delete(id);
      this.#answered.delete(id);
    }
    this.#checkedAt.set(attempt.id, now);
    const check = this.deps.checker.check(attempt).then(() => undefined);
    this.#checking.set(attempt.id, check);
    try {
      await check;
    } finally {
      this.#checking.delete(attempt.id);
      this.#answered.set(attempt.id, (this.#answers += 1));
    }
  }

  private async open(payment: NewPayment): Promise<string | null> {
    const { gate } = this.deps;
    const { request, ...attempt } = payment;
    return payment.mode === "checkout" ? gate.openCheckout(attempt, request) : gate.authorise(attempt, request);
  }

  /** An unclear response is followed by a query at once: unknown outcome, or whether 3-D Secure was used. */
  private async settle(attemptId: string): Promise<void> {
    const attempt = await this.deps.ledger.attempt(attemptId);
    if (attempt && this.deps.view.isUndecided(attempt)) await this.deps.checker.check(attempt);
  }

  /**
   * Makes room for another payment of an order's balance: true if no attempt pays or may still pay for the collection.
   * One that waits for its customer is given up once the gateway reported that it holds no money.
   */
  async releaseCollection(collectionId: string): Promise<boolean> {
    const { ledger, checker } = this.deps;
    const live = await ledger.liveOfCollection(collectionId);
    if (!live) return true;
    if (!this.isAbandonable(live)) return false;
    const checked = await checker.check(live);
    if (checked.kind === "answered" && !checked.isAmbiguous) await checker.expire(live.id, "given_up");
    return (await ledger.liveOfCollection(collectionId)) === undefined;
  }

  /** It waits for the customer. One who has returned is told to wait for the result. */
  private isAbandonable(attempt: AttemptRow): boolean {
    return attempt.state === "action_required" && this.deps.view.of(attempt, null).state !== "checking";
  }

  /** Only a payment that waits for the customer is replaced, and only by another method. */
  private mayBeReplaced(before: AttemptRow, next: RequestedPayment): boolean {
    return this.isAbandonable(before) && !isResumable(before, next);
  }

  /** May another payment replace this one? Not while the gateway may hold its money. */
  private async tryReplace(before: AttemptRow, next: NewPayment): Promise<boolean> {
    const { ledger, checker } = this.deps;
    if (!this.mayBeReplaced(before, next)) return false;
    const checked = await checker.check(before);
    if (checked.kind === "answered" && !checked.isAmbiguous) await checker.expire(before.id, "given_up");
    const after = await ledger.attempt(before.id);
    return after !== undefined && isSessionOver(after);
  }

  /**
   * The result of another session of the same cart, as from another tab, is not known yet: two sends could both
   * succeed.
   */
  async isOtherSessionOpen(session: Pick<NewPayment, "cartId" | "sessionId">): Promise<boolean> {
    return this.isOtherOpen(session, async (other) => {
      if (this.deps.view.isDue(other, this.#checkedAt.get(other.id))) await this.check(other, this.#answers);
    });
  }

  private async isOtherOpen(
    { cartId, sessionId }: Pick<NewPayment, "cartId" | "sessionId">,
    check: (other: AttemptRow) => Promise<unknown>,
  ): Promise<boolean> {
    const { ledger, view } = this.deps;
    if (cartId === null) return false;
    for (const other of await ledger.undecidedOfCart(cartId, sessionId)) {
      if (other.state === "unknown") await check(other);
      const after = await ledger.attempt(other.id);
      if (after && view.of(after, null).state === "checking") return true;
    }
    return false;
  }

  private async answerFrom(attempt: AttemptRow, money: Money): Promise<SessionPayment> {
    const { ledger, now, pause, view } = this.deps;
    const deadline = attempt.created_at.getTime() + WAIT_FOR_FIRST_MS;
    let current = attempt;
    while (current.state === "created" && now().getTime() < deadline) {
      await pause(WAIT_STEP_MS);
      current = (await ledger.attempt(attempt.id)) ?? current;
    }
    return view.of(current, money);
  }
}

/** The same method again is the same payment. A card form is filled in again after its 3-D Secure page. */
function isResumable(before: AttemptRow, next: RequestedPayment): boolean {
  if (
    !hasRedirectTarget(before) ||
    before.redirect_cancelled_at !== null ||
    before.mode !== next.mode ||
    before.method !== next.method
  )
    return false;
  if (before.currency !== next.money.currency || minorOf(before.requested) !== next.money.minor) return false;
  // Its request is at the gateway with the earlier plan.
  if (!hasPlan(before, next.instalments ?? null)) return false;
  // A different card than the one that waits for its bank's page is another payment.
  if (before.mode === "card")
    return before.redirected_at === null && before.card_mask === (next.maskedCard?.mask ?? null);
  return before.presentation === next.redirect.presentation;
}
