import type { PaymentFact } from "../../../gateway/model/facts";
import type { BatchLimits, StartTimer } from "../../../gateway/batching/batcher";
import type { Queries, QueryAnswer } from "../../../gateway/model/client-api";
import type { GatewayQuestion } from "../../../gateway/client/grouped-queries";
import { GroupedQueries } from "../../../gateway/client/grouped-queries";
import type { Reason } from "../../../gateway/model/outcome";
import { failpoint } from "../runtime/failpoint";
import { syncSubscriptionCharges, reportUnclaimed } from "../subscriptions/sync-subscription-charges";
import type { Beginning } from "./batched-status-check";
import { BatchedStatusCheck } from "./batched-status-check";
import type { AccountIdentities } from "../accounts/account-identities";
import type { CheckChunk } from "./check-in-chunks";
import { checkInChunks } from "./check-in-chunks";
import type { Unfinished } from "./expire-stale-operations";
import { expireUnfinished, expireStale } from "./expire-stale-operations";
import { applyFacts, applyRefundAbsence } from "../ledger/apply-facts";
import type { FactsMeta } from "../ledger/apply-facts";
import { describeIdentity } from "../../../gateway/model/account-identity";
import type { Raise } from "../ledger/attention-rows";
import { clearAttention, isDismissed, raiseAttention } from "../ledger/attention-rows";
import { storeFacts } from "../ledger/inbox";
import type { Ledger } from "../ledger/ledger";
import type { AttemptRow, OperationRow } from "../ledger/rows/attempt-row";
import { undecidedOf } from "../ledger/rows/attempt-row";
import { nextCheckAt, retryAt } from "../ledger/rows/schedule";
import type { CheckHint, GatewayState } from "./fetch-gateway-state";
import { GatewayStateReader } from "./fetch-gateway-state";
import { ACCOUNT_CHANGED } from "../accounts/gateway-accounts";
import type { LostCommitSignals } from "../lost-commits/lost-commit-signals";
import { OverdueRefunds } from "./overdue-refunds";
import { alertStaleOutcomes } from "./stale-outcome-alert";

/**
 * Queries the gateway about an attempt and applies the response; concurrent checks share a query. Reads only: it has
 * `Queries` and cannot write. A failed query changes nothing and is repeated with growing delays.
 */
export interface StatusCheckerDependencies {
  readonly ledger: Ledger;
  readonly identities: Pick<AccountIdentities, "ready" | "identityOf">;
  /** A payment is queried only at the account that it was sent to. */
  readonly routeOf: (attempt: AttemptRow) => string;
  /** Why it cannot be queried: its account is not configured. */
  readonly accountRefusal: (attempt: AttemptRow) => Reason | null;
  /** Undefined: the account is no longer configured. */
  readonly queries: (route: string) => Queries | undefined;
  /** Maximum orders per query of the account, and the batch window. */
  readonly queryLimits: (route: string) => BatchLimits;
  readonly startTimer: StartTimer;
  readonly now: () => Date;
  /** Receives the refunds that the gateway lists before they are applied. */
  readonly checkRefunds: LostCommitSignals["checkRefunds"];
  /** Called once the gateway has named the hosted page's transaction of the payment. */
  readonly afterNamed: (attempt: AttemptRow) => Promise<void>;
  readonly unknownFinalAfterMs: number;
  readonly completeCartAfterMs: number;
  /** When many are checked, those not started stay due. */
  readonly isStopping: () => boolean;
}

export type CheckResult =
  | {
      readonly kind: "answered";
      readonly facts: readonly PaymentFact[];
      readonly changed: boolean;
      /** Money is listed that cannot be assigned to this attempt or another. */
      readonly isAmbiguous: boolean;
      /** Money that this store did not request was listed only once: it is not applied, and queried again. */
      readonly isDoubtful: boolean;
    }
  | { readonly kind: "failed"; readonly reason: Reason };

/** Concurrent checks per account: about as many orders as one query may name. */
const CHECKS_AT_ONCE = 100;

/** When money that only one response listed is queried again. Our choice. */
const DOUBT_MS = 60_000;

export class StatusChecker {
  readonly #questions: GroupedQueries;
  readonly #listings: GatewayStateReader;
  readonly #together: BatchedStatusCheck;
  readonly #overdue: OverdueRefunds;
  /** Routes whose gateway answered the last queries of many. */
  readonly #answering = new Set<string>();

  constructor(private readonly deps: StatusCheckerDependencies) {
    const { queries, queryLimits: limits, startTimer } = deps;
    this.#questions = new GroupedQueries({ queries, limits, startTimer });
    this.#listings = new GatewayStateReader(deps, this.#questions);
    this.#together = new BatchedStatusCheck(deps);
    this.#overdue = new OverdueRefunds(deps);
  }

  /** Checks many attempts with as few queries as possible; one that throws does not stop the others. */
  async checkMany(ids: readonly string[]): Promise<CheckChunk> {
    const routes = new Map<string, AttemptRow[]>();
    await this.deps.identities.ready();
    for (const attempt of await this.deps.ledger.attemptsByIds(ids)) {
      const route = this.deps.routeOf(attempt);
      routes.set(route, [...(routes.get(route) ?? []), attempt]);
    }
    // In parallel: a slow account does not delay the others.
    const checked = await Promise.all([...routes].map(([route, own]) => this.checkAccount(route, own)));
    return {
      broken: checked.flatMap(({ broken }) => broken),
      answered: checked.flatMap(({ answered }) => answered),
    };
  }

  private async checkAccount(route: string, attempts: readonly AttemptRow[]): Promise<CheckChunk> {
    const { maxItems } = this.deps.queryLimits(route);
    const atOnce = maxItems * Math.max(1, Math.floor(CHECKS_AT_ONCE / maxItems));
    const { isStopping } = this.deps;
    const isAnswering = this.#answering.has(route);
    const check = (attempt: AttemptRow): Promise<CheckResult> => this.check(attempt);
    const checked = await checkInChunks(attempts, { atOnce, isAnswering, isStopping, check });
    if (checked.isSilent) this.#answering.delete(route);
    else if (checked.answered.length > 0) this.#answering.add(route);
    return checked;
  }

  /**
   * After any error the attempt is checked later, so that a failing one does not block the queue. `hint`: what a
   * notification asks to query.
   */
  async check(attempt: AttemptRow, hint: CheckHint = {}): Promise<CheckResult> {
    // Before the first await: concurrent checks share a query.
    const question = this.#questions.announce();
    try {
      return await this.askAndApply(attempt, { question, hint });
    } catch (error) {
      await this.postpone(attempt);
      throw error;
    } finally {
      question.withdraw();
    }
  }

  private async askAndApply(
    attempt: AttemptRow,
    asking: { readonly question: GatewayQuestion; readonly hint: CheckHint },
  ): Promise<CheckResult> {
    const { hint, question } = asking;
    const { ledger, now } = this.deps;
    await this.deps.identities.ready();
    const { operations, askedAt } = (await this.#together.begin(attempt.id)) ?? (await this.beginAlone(attempt.id));
    const answer = await this.ask(attempt, operations, asking);
    question.withdraw();
    if (answer.kind !== "answered") return this.fail(attempt, answer);
    const { charges, refunds, isDoubtful, refundFailure } = answer;
    const payments = charges.own;
    const [fact, ...others] = payments;
    const isAlone = others.length === 0 && !refunds && !refundFailure;
    const isPlain = isAlone && !attempt.subscription && !charges.isAmbiguous && !hint.claims;
    if (fact && isPlain && (await this.#together.settle({ attempt, fact, askedAt, operations }))) {
      return { kind: "answered", facts: payments, changed: true, isAmbiguous: false, isDoubtful: false };
    }
    const { account, order_no: orderNo } = attempt;
    const facts = [...payments, ...(refunds ?? [])];
    const inboxEventId = await storeFacts(ledger.connection, { account, source: "query", orderNo, facts }, now());
    const { unknownFinalAfterMs, completeCartAfterMs } = this.deps;
    const meta: FactsMeta = {
      source: "query",
      inboxEventId,
      now: now(),
      askedAt,
      operationsWhenAsked: new Map(operations.map(({ id, status }) => [id, status])),
      unknownFinalAfterMs,
      completeCartAfterMs,
      ...(hint.claims && { claims: hint.claims }),
    };
    failpoint("check:before-apply");
    let changed = await applyFacts(ledger, attempt.id, payments, meta);
    if (changed) await this.tellNamed(attempt);
    if (attempt.subscription) changed = (await syncSubscriptionCharges(ledger, attempt, charges, meta)) || changed;
    if (refundFailure) return this.fail(attempt, refundFailure);
    if (answer.isUnclaimed) await reportUnclaimed(ledger, attempt, now());
    if (refunds) {
      await this.deps.checkRefunds(account, refunds, operations);
      // First what did not happen: a refund made elsewhere looks like an undecided one of ours.
      const listed = new Set(answer.listed);
      changed = (await applyRefundAbsence(ledger, attempt.id, listed, meta)) || changed;
      changed = (await applyFacts(ledger, attempt.id, refunds, meta)) || changed;
    }
    failpoint("check:after-apply");
    await clearAttention(ledger.connection, "query_refused", account, now());
    // If the money cannot be assigned, it may be this attempt's.
    if (!charges.isAmbiguous) changed = (await this.expire(attempt.id, "time")) || changed;
    if (!changed) await this.postpone(attempt);
    if (isDoubtful) await ledger.askAgain(attempt.id, new Date(now().getTime() + DOUBT_MS));
    await this.watchUnknown(attempt.id);
    if (refunds) await this.#overdue.tell(attempt);
    return { kind: "answered", facts: payments, changed, isAmbiguous: charges.isAmbiguous, isDoubtful };
  }

  private async beginAlone(attemptId: string): Promise<Beginning> {
    // Before the operations are read: a later time would prove more than the query does.
    const askedAt = (await expireStale(this.deps, attemptId)) ?? this.deps.now();
    return { operations: await this.deps.ledger.operations(attemptId), askedAt };
  }

  /** See `expireUnfinished`; only right after a query that reported no money. */
  async expire(attemptId: string, why: Unfinished): Promise<boolean> {
    return expireUnfinished(this.deps, attemptId, why);
  }

  private async tellNamed(before: AttemptRow): Promise<void> {
    if (before.mode !== "checkout" || before.gateway_payment_id !== null) return;
    const after = await this.deps.ledger.attempt(before.id);
    if (after?.gateway_payment_id) await this.deps.afterNamed(after);
  }

  private async ask(
    attempt: AttemptRow,
    operations: readonly OperationRow[],
    asking: { readonly question: GatewayQuestion; readonly hint: CheckHint },
  ): Promise<GatewayState | Exclude<QueryAnswer<never>, { kind: "answered" }>> {
    const reason = this.deps.accountRefusal(attempt);
    return reason ? { kind: "refused", reason } : this.#listings.ask(attempt, operations, asking);
  }

  private async fail(
    attempt: AttemptRow,
    answer: Exclude<QueryAnswer<never>, { kind: "answered" }>,
  ): Promise<CheckResult> {
    const { connection } = this.deps.ledger;
    const now = this.deps.now();
    if (answer.kind === "refused") {
      const { account } = attempt;
      const { code, message } = answer.reason;
      const kind = code === ACCOUNT_CHANGED ? "account_changed" : "query_refused";
      const item: Raise = { account, kind, subject: account, attemptId: null, message };
      const names = [describeIdentity(this.deps.identities.identityOf(attempt))];
      const isKnown =
        kind === "account_changed" && (await isDismissed(connection, { kind, subject: account, names }, now));
      if (!isKnown) await raiseAttention(connection, item, now);
    }
    await this.watchUnknown(attempt.id);
    await this.postpone(attempt, "failed");
    return { kind: "failed", reason: answer.reason };
  }

  private async postpone(asked: AttemptRow, why: "failed" | "answered" = "answered"): Promise<void> {
    const now = this.deps.now();
    await this.deps.ledger.withAttempt(asked.id, async ({ row, snapshot }, trx) => {
      const subject = undecidedOf(row, { ...snapshot, threeDs: row.three_ds });
      const due = row.next_check_at?.getTime() ?? null;
      // A due query without a response stays due, even if the ledger itself is certain by now.
      const wasDue = due !== null || asked.next_check_at !== null;
      const again = why === "failed" && wasDue ? retryAt(row.checks, now.getTime()) : null;
      // So does one that was requested meanwhile: this response may be older than its reason.
      const requested = due === (asked.next_check_at?.getTime() ?? null) ? null : due;
      const next = earliest(nextCheckAt(subject, row.checks, now.getTime()) ?? again, requested);
      await trx("acquiring_payment_attempt")
        .where({ id: row.id })
        .update({ checks: row.checks + 1, next_check_at: next === null ? null : new Date(next) });
    });
  }

  private async watchUnknown(attemptId: string): Promise<void> {
    await alertStaleOutcomes(this.deps, attemptId);
  }
}

const earliest = (one: number | null, other: number | null): number | null =>
  one === null || other === null ? (one ?? other) : Math.min(one, other);
