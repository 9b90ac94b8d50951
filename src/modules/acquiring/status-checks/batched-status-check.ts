import type { Knex } from "@medusajs/framework/mikro-orm/knex";
import type { PaymentFact } from "../../../gateway/model/facts";
import { failpoint } from "../runtime/failpoint";
import { reduce } from "../domain/reducer";
import type { Decision } from "../domain/snapshot";
import { isOpen } from "../domain/states";
import { expired } from "./expire-stale-operations";
import { Coalescer } from "../runtime/coalescer";
import type { Applied } from "../ledger/apply-decision";
import { applyDecision, applySimple, factWrites } from "../ledger/apply-decision";
import { factContext } from "../ledger/apply-facts";
import { clearAttentionOfMany } from "../ledger/attention-rows";
import { detailsOf } from "../ledger/fact-details";
import { factsRow } from "../ledger/inbox";
import type { Ledger } from "../ledger/ledger";
import type { LockedRows } from "../ledger/with-locked-attempts";
import { withLockedAttempts } from "../ledger/with-locked-attempts";
import type { AttemptRow, LockedAttempt, OperationRow } from "../ledger/rows/attempt-row";
import type { FinishWith, WriteSet } from "../ledger/write-set";
import { mergeWriteSets, writeAll } from "../ledger/write-set";

/**
 * The status checker's database work for many attempts, in one transaction per query: the state before it, and
 * responses that settle a payment. All other responses go through the checker one by one.
 */
export interface BatchedStatusCheckDependencies {
  readonly ledger: Ledger;
  readonly now: () => Date;
  readonly unknownFinalAfterMs: number;
  readonly completeCartAfterMs: number;
}

export interface Beginning {
  readonly operations: readonly OperationRow[];
  /** Postgres' time: the response may not include what was sent later. */
  readonly askedAt: Date;
}

export interface PlainAnswer {
  readonly attempt: AttemptRow;
  readonly fact: PaymentFact;
  readonly askedAt: Date;
  readonly operations: readonly OperationRow[];
}

/** As many as one query contains. */
const MOST = 100;
const AT_ONCE = 2;

export class BatchedStatusCheck {
  readonly #beginnings: Coalescer<string, Beginning | undefined>;
  readonly #answers: Coalescer<PlainAnswer, true | undefined>;

  constructor(private readonly deps: BatchedStatusCheckDependencies) {
    const { ledger } = deps;
    const idOf = ({ attempt }: PlainAnswer): string => attempt.id;
    const limits = { most: MOST, atOnce: AT_ONCE };
    this.#beginnings = new Coalescer({
      ...limits,
      nameOf: (id) => id,
      run: (all) => withLockedAttempts(ledger, { all, idOf: (id) => id }, (...locked) => this.beginAll(...locked)),
    });
    this.#answers = new Coalescer({
      ...limits,
      nameOf: idOf,
      run: (all) => withLockedAttempts(ledger, { all, idOf }, (found, trx) => this.settleAll(found, trx)),
    });
  }

  /** Abandons operations of a dead process; returns the operations' state. Undefined: to be processed alone. */
  begin(attemptId: string): Promise<Beginning | undefined> {
    return this.#beginnings.add(attemptId);
  }

  /** Stores and applies a response that settles its payment. Undefined: nothing was done. */
  settle(answer: PlainAnswer): Promise<true | undefined> {
    return this.#answers.add(answer);
  }

  private async beginAll(
    found: readonly LockedRows<string>[],
    trx: Knex.Transaction,
    finish: FinishWith,
  ): Promise<readonly Beginning[]> {
    const given = found.flatMap(({ attempt }) => expired(this.deps, attempt) ?? []);
    for (const each of await applySimple(trx, given, { finish }))
      await applyDecision(trx, each.attempt, each.reduced, each.context);
    const status = new Map(
      given.flatMap(({ reduced }) => reduced.conclusions.map((each) => [each.operationId, each.status] as const)),
    );
    return found.map(({ attempt }) => ({
      operations: attempt.operations.map((row) => ({ ...row, status: status.get(row.id) ?? row.status })),
      askedAt: attempt.lockedAt,
    }));
  }

  private async settleAll(
    found: readonly LockedRows<PlainAnswer>[],
    trx: Knex.Transaction,
  ): Promise<readonly (true | undefined)[]> {
    const plans = found.map((each) => this.planOf(each));
    failpoint("check:before-apply");
    await writeAll(trx, mergeWriteSets(plans.flatMap((plan) => plan?.writeSet ?? [])));
    for (const held of plans.flatMap((plan) => plan?.held ?? []))
      await applyDecision(trx, held.attempt, held.reduced, held.context);
    failpoint("check:after-apply");
    const settled = found.flatMap(({ attempt }, index) => (plans[index] ? attempt.row : []));
    const accounts = [...new Set(settled.map(({ account }) => account))];
    const ids = settled.map(({ id }) => id);
    await clearAttentionOfMany(trx, "unknown_outcome", ids, this.deps.now());
    await clearAttentionOfMany(trx, "query_refused", accounts, this.deps.now());
    return plans.map((plan) => (plan ? true : undefined));
  }

  /** Undefined: the response does not settle everything, or more follows from it than one write set holds. */
  private planOf({ attempt, item }: LockedRows<PlainAnswer>): SettlePlan | undefined {
    const { fact, askedAt, operations } = item;
    const { unknownFinalAfterMs, completeCartAfterMs } = this.deps;
    const { account, order_no: orderNo } = attempt.row;
    const now = this.deps.now();
    const stored = factsRow({ account, source: "query", orderNo, facts: [fact] }, now);
    const operationsWhenAsked = new Map(operations.map(({ id, status }) => [id, status]));
    const told = { source: "query", inboxEventId: stored.id, now, completeCartAfterMs } as const;
    const reduced = reduce(
      attempt.snapshot,
      fact,
      factContext({ ...told, askedAt, operationsWhenAsked, unknownFinalAfterMs }),
    );
    if (!settles(attempt, reduced)) return undefined;
    const planned = factWrites({
      attempt,
      reduced,
      context: { ...told, actor: "gateway", details: detailsOf(fact) },
    });
    if (planned === null) return undefined;
    const inbox = { inbox: [stored] };
    return "simple" in planned
      ? { writeSet: mergeWriteSets([inbox, planned.simple]), held: [] }
      : { writeSet: inbox, held: [planned.held] };
  }
}

interface SettlePlan {
  readonly writeSet: WriteSet;
  /** Of a payment that is put on hold, or whose hold ends. */
  readonly held: readonly Applied[];
}

function settles({ row, operations }: LockedAttempt, { state, entries, conclusions, askAgain }: Decision): boolean {
  if (entries.length === 0 || askAgain || isOpen(state) || row.three_ds_required) return false;
  const concluded = new Map(conclusions.map(({ operationId, status }) => [operationId, status]));
  return operations.every(({ id, status }) => {
    const after = concluded.get(id) ?? status;
    return after !== "sending" && after !== "unknown";
  });
}
