import type { Reason } from "../../../gateway/model/outcome";
import { noRejectFlag } from "../../../gateway/client/transport-outcomes";
import type { StatusChecker } from "../status-checks/status-checker";
import { decideHold } from "../domain/review-holds";
import { operationOpen } from "../domain/operation-preconditions";
import type { HoldDecision, ReviewAction } from "../domain/snapshot";
import { isBlocking } from "../domain/snapshot";
import { holdsMoney } from "../domain/states";
import type { Gate, GateResult } from "../gate/gate";
import { applyDecision, noDetails } from "../ledger/apply-decision";
import type { Ledger } from "../ledger/ledger";
import { countVote } from "./review-votes";
import type { ReversalReason } from "../ledger/reversals";
import type { AttemptRow, OperationRow } from "../ledger/rows/attempt-row";
import type { AutoReversal } from "../reversals/auto-reversal";

/**
 * A person's decision about a payment that is held for review. A hold by the shop's own rule is decided here, and a
 * rejection voids the payment; a hold by the gateway is decided there, through the gate. A hold is decided once: of two
 * decisions at the same time one wins, and the other returns its result. Above `review.secondPersonAbove` nothing is
 * decided or sent before two people have voted the same way.
 */
export interface ReviewRequest {
  readonly attemptId: string;
  readonly action: ReviewAction;
  /** Why; kept in the audit trail, which cannot be changed. */
  readonly note: string | null;
  readonly actorId: string | null;
  /** That id is a person's, not an API key's. Only people count where two have to agree. */
  readonly isUser?: boolean;
  readonly idempotencyKey: string;
}

export type ReviewResult =
  /** Decided now or before, by anyone; not always as requested here. */
  | { readonly kind: "decided"; readonly decision: HoldDecision }
  /** The vote is recorded; another person has to vote the same way before anything happens. */
  | { readonly kind: "second_person"; readonly reason: Reason }
  /** `unknown`: sent, and being checked. The rest: nothing was decided, and the decision may be given anew. */
  | { readonly kind: "unknown" | "declined" | "not_sent" | "refused"; readonly reason: Reason };

export interface ReviewDecisionDependencies {
  readonly ledger: Ledger;
  readonly gate: Gate;
  readonly checker: StatusChecker;
  readonly autoReversal: AutoReversal;
  readonly now: () => Date;
  readonly mayReject: (attempt: AttemptRow) => boolean;
  readonly needsTwo: (attempt: AttemptRow) => boolean;
  /** `lateMoney: "hold"`: captured money is not given back without a person. */
  readonly keepsCaptures: boolean;
  readonly completeCartAfterMs: number;
}

/** The time limit of such a request (60 s, our default) plus a margin. */
const WAIT_MS = 65_000;
const WAIT_STEP_MS = 50;

const NEEDS_PEOPLE = "Two people have to agree on a payment of this amount. An API key is not a person.";
const SAID_OTHERWISE = "You have already voted differently. Nothing was decided. Another person has to vote.";
const SECOND_PERSON: Readonly<Record<ReviewAction, string>> = {
  approve: "Vote recorded. Another person has to approve this payment before anything happens.",
  reject: "Vote recorded. Another person has to reject this payment before anything happens.",
};

export class ReviewDecision {
  constructor(private readonly deps: ReviewDecisionDependencies) {}

  /** Never throws for what the gateway or the network does. */
  async review(request: ReviewRequest): Promise<ReviewResult> {
    const go = await this.prepare(request);
    return go();
  }

  /** Many at once, each by itself, in their order. All are prepared before the first is sent, so that they share requests. */
  async reviewMany(requests: readonly ReviewRequest[]): Promise<readonly ReviewResult[]> {
    const ready = await Promise.all(requests.map((request) => this.prepare(request)));
    return Promise.all(ready.map((go) => go()));
  }

  /** Returns the remaining step: decide here, send the decision to the gateway, or report why neither is possible. */
  private async prepare(request: ReviewRequest): Promise<() => Promise<ReviewResult>> {
    const answer = (result: ReviewResult) => () => Promise.resolve(result);
    const attempt = await this.deps.ledger.attempt(request.attemptId);
    if (!attempt) return answer(refused("not_found", "The ledger has no such payment."));
    if (attempt.held_at === null) return answer(refused("not_held", "This payment is not held for review."));
    if (attempt.hold_decision !== null) return answer({ kind: "decided", decision: attempt.hold_decision });
    const isHeldHere = attempt.hold_reason !== "gateway";
    if (!isHeldHere && request.action === "reject" && !this.deps.mayReject(attempt)) {
      return answer({ kind: "refused", reason: noRejectFlag.reason });
    }
    const waits = this.deps.needsTwo(attempt) ? await this.recordVote(request) : null;
    if (waits) return answer(waits);
    return () => (isHeldHere ? this.decide(attempt, request) : this.sendDecision(attempt, request));
  }

  /** Null: two people agree. That is final; if this process dies, a repeated request continues. */
  private async recordVote({ attemptId, actorId, isUser, action, note }: ReviewRequest): Promise<ReviewResult | null> {
    if (actorId === null || isUser !== true) return refused("needs_people", NEEDS_PEOPLE);
    const vote = { actorId, action, note, now: this.deps.now() };
    const counted = await this.deps.ledger.withAttempt(attemptId, (attempt, trx) => countVote(trx, attempt, vote));
    if (counted === "agreed") return null;
    return counted === "said_otherwise"
      ? refused("said_otherwise", SAID_OTHERWISE)
      : { kind: "second_person", reason: { code: "second_person", message: SECOND_PERSON[action] } };
  }

  /** A hold by the shop's own rule: the decision is committed first, the void follows from it. */
  private async decide({ id }: AttemptRow, { action, note, actorId }: ReviewRequest): Promise<ReviewResult> {
    const { ledger, autoReversal, completeCartAfterMs, keepsCaptures } = this.deps;
    const now = this.deps.now();
    const decided = await ledger.withAttempt(id, async (attempt, trx) => {
      const { hold, state, operations } = attempt.snapshot;
      if (hold?.decision !== null) return hold?.decision ?? null;
      // Its money may be going back: an approval would let the order be shipped.
      const open = operations.find(isBlocking);
      if (open) return operationOpen(open);
      const decision = decideHold(attempt.snapshot, null, action);
      const context = { source: "request", actor: "admin", now, inboxEventId: null, details: noDetails } as const;
      await applyDecision(trx, attempt, decision, { ...context, completeCartAfterMs, actorId, note });
      const isGivenBack = action === "reject" && (state === "authorised" || (state === "captured" && !keepsCaptures));
      if (isGivenBack && attempt.row.reversal_reason === null) {
        const reason: ReversalReason = "held_rejected";
        await trx("acquiring_payment_attempt").where({ id }).update({ reverse_at: now, reversal_reason: reason });
      }
      return decision.hold?.decision ?? null;
    });
    if (!decided) return refused("not_held", "This payment is not held for review.");
    if (typeof decided === "object") return refused(decided.code, decided.message);
    // What cannot be given back now is tried again by the worker.
    await autoReversal.reverse(id).catch(() => "waiting");
    return { kind: "decided", decision: decided };
  }

  /** A hold by the gateway. Whatever its response, a query determines the result. */
  private async sendDecision(attempt: AttemptRow, request: ReviewRequest): Promise<ReviewResult> {
    const result = await this.deps.gate.run({ ...request, kind: "review", amount: null, actor: "admin" });
    await this.untilAnswered(attempt.id);
    const answered = await this.deps.ledger.attempt(attempt.id);
    if (answered && (answered.hold_decision === null || result.kind === "settled")) await this.query(answered);
    const after = await this.deps.ledger.attempt(attempt.id);
    const isFree = result.kind === "declined" && request.action === "approve" && after && holdsMoney(after.state);
    // The gateway no longer holds it: the approval is recorded here, or the payment could never be captured.
    if (isFree && after.hold_decision === null) return this.decide(after, request);
    return after?.hold_decision ? { kind: "decided", decision: after.hold_decision } : undecided(result);
  }

  /** Another decision is being sent: that one counts. */
  private async untilAnswered(attemptId: string): Promise<void> {
    for (let step = 0; step < WAIT_MS / WAIT_STEP_MS; step += 1) {
      const operations = await this.deps.ledger.operations(attemptId);
      const now = this.deps.now().getTime();
      if (!operations.some((operation) => isOnItsWay(operation, now))) return;
      await new Promise((resolve) => setTimeout(resolve, WAIT_STEP_MS));
    }
  }

  /** If the gateway cannot be queried now, the worker does it later. */
  private async query(attempt: AttemptRow): Promise<void> {
    await this.deps.checker.check(attempt).catch(() => undefined);
  }
}

/** An older row belongs to a process that died; the worker concludes it. */
const isOnItsWay = ({ kind, status, sent_at }: OperationRow, now: number): boolean =>
  kind === "review" && status === "sending" && now - sent_at.getTime() < WAIT_MS;

const refused = (code: string, message: string): ReviewResult => ({ kind: "refused", reason: { code, message } });

const undecided = (result: GateResult): ReviewResult =>
  "reason" in result
    ? { kind: result.kind, reason: result.reason }
    : { kind: "unknown", reason: { code: "undecided", message: "The gateway has not reported its decision yet." } };
