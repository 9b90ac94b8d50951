import type { Knex } from "@medusajs/framework/mikro-orm/knex";
import type { Fact, FactSource } from "../../../gateway/model/facts";
import { reduce } from "../domain/reducer";
import { reduceRefundAbsence } from "../domain/refunds";
import type { Decision, FactContext, OutsideClaims } from "../domain/snapshot";
import { applyDecision, noDetails } from "./apply-decision";
import { detailsOf } from "./fact-details";
import type { Ledger } from "./ledger";
import type { LockedAttempt } from "./rows/rows";

/**
 * Runs facts through the reducer one after another, each under the attempt's
 * row lock and against what the fact before it left. Facts of queries and
 * notifications only; the gate books answers to our own writes itself.
 */
export interface FactsMeta {
  readonly source: FactSource;
  readonly inboxEventId: string | null;
  readonly now: Date;
  /** When the question was asked, or the message arrived. */
  readonly askedAt: Date;
  /** Of a query: how the attempt's operations stood when it was asked. */
  readonly operationsWhenAsked?: FactContext["operationsWhenAsked"];
  readonly notFoundFinalAfterMs: number;
  readonly projectAfterMs: number;
  /** What a verified notification says of what was done outside the store. */
  readonly claims?: OutsideClaims;
}

/** Returns true when the attempt changed, or has to be asked about again at once. */
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
  // After the last of them: each that changes something plans the next question anew.
  if (askAgain) await ledger.askAgain(attemptId, meta.now);
  return changed || askAgain;
}

/** The refunds of the order were listed completely: ours that are missing did not happen, once that is proven. */
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
  answers: null,
  notFoundFinalAfterMs: meta.notFoundFinalAfterMs,
  ...(meta.operationsWhenAsked && { operationsWhenAsked: meta.operationsWhenAsked }),
  ...(meta.claims && { claims: meta.claims }),
});

function write(
  trx: Knex.Transaction,
  attempt: LockedAttempt,
  decision: Decision,
  { meta, details }: { meta: FactsMeta; details: ReturnType<typeof detailsOf> },
): Promise<boolean> {
  const { source, now, inboxEventId, projectAfterMs } = meta;
  return applyDecision(trx, attempt, decision, {
    source,
    actor: "gateway",
    now,
    inboxEventId,
    details,
    projectAfterMs,
  });
}
