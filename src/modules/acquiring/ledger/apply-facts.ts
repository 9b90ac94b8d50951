import type { Knex } from "@medusajs/framework/mikro-orm/knex";
import type { Fact, FactSource } from "../../../gateway/model/facts";
import { reduce } from "../domain/reducer";
import { reduceRefundAbsence } from "../domain/refunds";
import type { Decision, FactContext, OutsideClaims } from "../domain/snapshot";
import type { DecisionContext, FactDetails } from "./apply-decision";
import { applyDecision, factWrites, noDetails } from "./apply-decision";
import { detailsOf } from "./fact-details";
import type { Ledger } from "./ledger";
import type { AttemptRow, LockedAttempt } from "./rows/attempt-row";
import { withLockedAttempts } from "./with-locked-attempts";
import { mergeWriteSets, writeAll } from "./write-set";

/** Applies facts of queries and notifications one by one under the row lock, each to the result of the previous one. */
export interface FactsMeta {
  readonly source: FactSource;
  readonly inboxEventId: string | null;
  readonly now: Date;
  /** When the query was sent, or the message arrived. */
  readonly askedAt: Date;
  readonly operationsWhenAsked?: FactContext["operationsWhenAsked"];
  readonly unknownFinalAfterMs: number;
  readonly completeCartAfterMs: number;
  readonly claims?: OutsideClaims;
}

/** Returns true if the attempt changed, or must be queried again immediately. */
export async function applyFacts(
  ledger: Ledger,
  attemptId: string,
  facts: readonly Fact[],
  meta: FactsMeta,
): Promise<boolean> {
  let changed = false;
  let askAgain = false;
  for (const fact of facts) {
    const moved = await ledger.withAttempt(attemptId, (attempt, trx) => {
      const decision = reduce(attempt.snapshot, fact, factContext(meta));
      askAgain ||= decision.askAgain === true;
      return write(trx, attempt, decision, { meta, details: detailsOf(fact) });
    });
    changed ||= moved === true;
  }
  // After the last one: each change schedules the next query.
  if (askAgain) await ledger.askAgain(attemptId, meta.now);
  return changed || askAgain;
}

export interface NotifiedFact {
  readonly attempt: AttemptRow;
  readonly fact: Fact;
  readonly meta: FactsMeta;
}

/** Facts of different payments, in one transaction. Undefined: to be processed alone; more may follow from it. */
export async function applyFactsOfMany(
  ledger: Ledger,
  all: readonly NotifiedFact[],
): Promise<readonly (true | undefined)[]> {
  return withLockedAttempts(ledger, { all, idOf: ({ attempt }) => attempt.id }, async (found, trx, finish) => {
    const plans = found.map(({ attempt, item: { fact, meta } }) => {
      const reduced = reduce(attempt.snapshot, fact, factContext(meta));
      return reduced.askAgain ? null : factWrites({ attempt, reduced, context: contextOf(meta, detailsOf(fact)) });
    });
    const merged = mergeWriteSets(plans.flatMap((plan) => (plan && "simple" in plan ? plan.simple : [])));
    const held = plans.flatMap((plan) => (plan && "held" in plan ? plan.held : []));
    await (held.length > 0 ? writeAll(trx, merged) : finish(merged));
    for (const { attempt, reduced, context } of held) await applyDecision(trx, attempt, reduced, context);
    return plans.map((plan) => (plan ? true : undefined));
  });
}

/** The refunds of the order were listed completely: missing ones of ours did not happen, once that is proven. */
export async function applyRefundAbsence(
  ledger: Ledger,
  attemptId: string,
  listed: ReadonlySet<string>,
  meta: FactsMeta,
): Promise<boolean> {
  const moved = await ledger.withAttempt(attemptId, (attempt, trx) => {
    const decision = reduceRefundAbsence(attempt.snapshot, listed, factContext(meta));
    return write(trx, attempt, decision, { meta, details: noDetails });
  });
  return moved === true;
}

export const factContext = (meta: FactsMeta): FactContext => ({
  source: meta.source,
  askedAt: meta.askedAt.getTime(),
  operationId: null,
  unknownFinalAfterMs: meta.unknownFinalAfterMs,
  ...(meta.operationsWhenAsked && { operationsWhenAsked: meta.operationsWhenAsked }),
  ...(meta.claims && { claims: meta.claims }),
});

const write = (
  trx: Knex.Transaction,
  attempt: LockedAttempt,
  decision: Decision,
  { meta, details }: { meta: FactsMeta; details: FactDetails },
): Promise<boolean> => applyDecision(trx, attempt, decision, contextOf(meta, details));

const contextOf = (
  { source, now, inboxEventId, completeCartAfterMs }: FactsMeta,
  details: FactDetails,
): DecisionContext => ({ source, actor: "gateway", now, inboxEventId, details, completeCartAfterMs });
