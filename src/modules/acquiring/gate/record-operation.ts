import type { Knex } from "@medusajs/framework/mikro-orm/knex";
import type { Fact } from "../../../gateway/model/facts";
import type { Outcome } from "../../../gateway/model/outcome";
import type { RedirectForm } from "../../../gateway/model/payment-request";
import { failpoint } from "../runtime/failpoint";
import type { DatabaseClock } from "../runtime/database-clock";
import type { Begun, GateResult, OperationCommand } from "./gate";
import { Coalescer } from "../runtime/coalescer";
import { applyDecision, applySimple, noDetails } from "../ledger/apply-decision";
import { expectedRow, markRecorded } from "../ledger/rows/medusa-recorded";
import type { Ledger } from "../ledger/ledger";
import type { LockedRows } from "../ledger/with-locked-attempts";
import { withLockedAttempts } from "../ledger/with-locked-attempts";
import { newOperation } from "../ledger/new-operation";
import { applySubscriptionStatus } from "../ledger/apply-subscription-status";
import type { LockedAttempt } from "../ledger/rows/attempt-row";
import type { Durability, FinishWith, WriteSet } from "../ledger/write-set";
import { mergeWriteSets, writeAll } from "../ledger/write-set";
import type { Concluded, GateRules, Ended } from "./decide";
import { concludedOf, contextOf, decide, durabilityOf } from "./decide";

/**
 * Commits operations before and after a send; those of the same moment share a transaction. A locked payment, and each
 * member of a failed group, is processed alone, so that none waits or fails because of another. It sends nothing.
 */
export interface OperationRecorderDependencies extends GateRules {
  readonly ledger: Ledger;
  readonly clock: Pick<DatabaseClock, "stamp">;
  readonly log: (event: string, ids: Readonly<Record<string, string>>) => void;
}

/** As many as one request contains by default: a full request needs one commit before and one after it. Our choice. */
const MOST = 50;

/** While one group commits, the next one reads. More would only compete for connections. Our choice. */
const AT_ONCE = 2;

/** Knex commits. */
const finishLater =
  (trx: Knex.Transaction): FinishWith =>
  (writeSet, durability) =>
    writeAll(trx, writeSet, durability);

type Written = Omit<Begun, "stamp"> | GateResult;

export class OperationRecorder {
  readonly #beginnings: Coalescer<OperationCommand, Written | undefined>;
  readonly #ends: Coalescer<Ended, true | undefined>;

  constructor(private readonly deps: OperationRecorderDependencies) {
    const idOf = ({ attemptId }: OperationCommand): string => attemptId;
    const idOfEnd = ({ begun }: Ended): string => begun.attempt.id;
    this.#beginnings = new Coalescer({
      most: MOST,
      atOnce: AT_ONCE,
      nameOf: idOf,
      run: (all) => withLockedAttempts(deps.ledger, { all, idOf }, (...locked) => this.beginAll(...locked)),
    });
    this.#ends = new Coalescer({
      most: MOST,
      atOnce: AT_ONCE,
      nameOf: idOfEnd,
      run: (all) => withLockedAttempts(deps.ledger, { all, idOf: idOfEnd }, (...locked) => this.endAll(...locked)),
    });
  }

  /** The committed row of the operation to be sent, or why nothing is sent; undefined: no such attempt. */
  async begin(command: OperationCommand): Promise<Begun | GateResult | undefined> {
    // Before the database returns the row's time: all further waiting makes the row older.
    const stamp = this.deps.clock.stamp();
    const written = (await this.#beginnings.add(command)) ?? (await this.beginAlone(command));
    return written && "operation" in written ? { ...written, stamp } : written;
  }

  private beginAlone(command: OperationCommand): Promise<Written | undefined> {
    return this.deps.ledger.withAttempt(command.attemptId, async (attempt, trx) => {
      const [alone] = await this.beginAll([{ attempt, item: command }], trx, finishLater(trx));
      return alone;
    });
  }

  async end(begun: Begun, outcome: Outcome<Fact>, redirectForm: RedirectForm | null = null): Promise<void> {
    const ended = { begun, outcome, redirectForm };
    if (!(await this.#ends.add(ended))) {
      await this.deps.ledger.withAttempt(begun.attempt.id, (attempt, trx) =>
        this.endAll([{ attempt, item: ended }], trx, finishLater(trx)),
      );
    }
    failpoint(`${begun.operation.kind}:after-conclude`);
  }

  private async beginAll(
    found: readonly LockedRows<OperationCommand>[],
    trx: Knex.Transaction,
    finish: FinishWith,
  ): Promise<readonly Written[]> {
    const writeSets: WriteSet[] = [];
    const begun: Written[] = [];
    for (const { attempt, item } of found) {
      const plan = decide(attempt, item, this.deps);
      const expected = item.hasMedusaRow ? expectedRow(attempt.row, attempt.lockedAt) : null;
      if ("kind" in plan) {
        if (expected) writeSets.push({ attempts: [expected] });
        begun.push(plan);
        continue;
      }
      const context = contextOf("request", { actor: item.actor, details: noDetails }, this.at(attempt));
      const { row, writeSet } = newOperation(attempt, { ...item, amount: plan.amount }, context);
      if (!plan.again)
        writeSets.push({ ...writeSet, attempts: writeSet.attempts.map((changes) => ({ ...changes, ...expected })) });
      else if (expected) writeSets.push({ attempts: [expected] });
      const operation = plan.again
        ? await this.deps.ledger.reopenOperation(trx, attempt.row, plan.again, context)
        : row;
      begun.push({ attempt: attempt.row, operation, isLeftToProjection: item.recordedBy === "projection" });
    }
    for (const each of begun) if ("operation" in each) failpoint(`${each.operation.kind}:before-commit`);
    await finish(mergeWriteSets(writeSets));
    return begun;
  }

  private async endAll(
    found: readonly LockedRows<Ended>[],
    trx: Knex.Transaction,
    finish: FinishWith,
  ): Promise<readonly true[]> {
    const all = found.map(({ attempt, item }) => concludedOf(attempt, item, this.at(attempt)));
    const otherWrites = all.map(({ stored, recordedBeforeResponseId }) => ({
      inbox: [stored],
      conclusions:
        recordedBeforeResponseId === undefined ? [] : [{ id: recordedBeforeResponseId, recorded_in_medusa: true }],
    }));
    const others = await applySimple(
      trx,
      all.filter((each) => !reportsSubscription(each)),
      { otherWrites, durability: sharedDurability(all), finish: all.some(reportsSubscription) ? undefined : finish },
    );
    for (const each of [...others, ...all.filter(reportsSubscription)]) {
      const { attempt, reduced, context, fact, recordedByCallerId } = each;
      await applyDecision(trx, attempt, reduced, context);
      await applySubscriptionStatus(trx, attempt, fact, context);
      if (recordedByCallerId !== undefined) await markRecorded(trx, recordedByCallerId);
    }
    for (const [index, { item }] of found.entries()) this.tell(item, all[index]);
    return found.map(() => true);
  }

  private tell({ begun: { attempt, operation }, outcome }: Ended, concluded: Concluded | undefined): void {
    this.deps.log(`acquiring.${operation.kind}`, {
      attempt: attempt.id,
      operation: operation.id,
      outcome: outcome.kind,
      from: concluded?.attempt.row.state ?? attempt.state,
      to: concluded?.reduced.state ?? attempt.state,
    });
  }

  /** The transaction's own time: a server's wrong clock decides nothing. */
  private at({ lockedAt }: LockedAttempt): { readonly now: Date; readonly rules: GateRules } {
    return { now: lockedAt, rules: this.deps };
  }
}

/** A group's conclusions wait for the disk if one of them must. */
const sharedDurability = (all: readonly Concluded[]): Durability =>
  all.every((each) => durabilityOf(each) === "next_flush") ? "next_flush" : "flushed";

const reportsSubscription = ({ fact }: Concluded): boolean => fact?.kind === "payment" && fact.recurring !== null;
