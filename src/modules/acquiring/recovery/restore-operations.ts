import type { Knex } from "@medusajs/framework/mikro-orm/knex";
import { reduceOutcome } from "../domain/reduce-outcome";
import { isBlocking } from "../domain/snapshot";
import type { DecisionContext } from "../ledger/apply-decision";
import { applyDecision, noDetails } from "../ledger/apply-decision";
import { isExternal } from "../ledger/external-refunds";
import type { Ledger } from "../ledger/ledger";
import type { NewOperation } from "../ledger/new-operation";
import { newOperation, sendingWrites } from "../ledger/new-operation";
import type { AttemptRow, LockedAttempt, OperationRow } from "../ledger/rows/attempt-row";
import { locked, minorOf, wireOrderNoOf } from "../ledger/rows/attempt-row";
import { writeAll } from "../ledger/write-set";
import type { LostRow } from "../lost-commits/recovery-rows";
import { concludeLost, LOST_WRITE_TABLE, openLost } from "../lost-commits/recovery-rows";
import { errorName } from "../runtime/safe-error-text";
import { runTransaction } from "../runtime/run-transaction";

/**
 * Captures, voids and refunds that were sent and whose rows the database has lost are recorded again as unknown. A
 * query decides what happened to them, as for every unknown operation; nothing is sent. Without the row, a partial
 * capture would count as the whole authorisation, because a query names no captured amount; a further one would not
 * count at all; and a refund that the gateway does not list yet could be sent again.
 */
export interface RestoreOperationsDependencies {
  readonly ledger: Ledger;
  /** May a payment of this route be captured several times? */
  readonly multipleCaptures: (route: string) => boolean;
  readonly routeOf: (attempt: AttemptRow) => string;
  /** All sent operations are known: every server writes to the same `recovery.epochFile`. */
  readonly knowsAll: boolean;
  readonly isStopping: () => boolean;
  readonly unknownFinalAfterMs: number;
  readonly completeCartAfterMs: number;
  readonly log: (event: string, ids: Readonly<Record<string, string>>) => void;
}

type Sent = LostRow & {
  readonly kind: "capture" | "void" | "refund";
  readonly order_no: string;
  readonly minor: string;
  readonly sent_at: Date;
};

const RESTORED: readonly string[] = ["capture", "void", "refund"];

/** A capture, void or refund of which everything is known that its row needs. */
export const isRestorable = (lost: LostRow): lost is Sent =>
  RESTORED.includes(lost.kind) && lost.order_no !== null && lost.minor !== null && lost.sent_at !== null;

/** The clock of the database that was lost may have been wrong by less than this. Our choice. */
const CLOCK_MS = 3_600_000;

/** Since when the gateway has had it, at the latest: the time of a recent one may come from another clock. */
export const sentBy = ({ sent_at: sentAt, found_at: foundAt }: Pick<LostRow, "sent_at" | "found_at">): Date =>
  sentAt === null || foundAt.getTime() - sentAt.getTime() < CLOCK_MS ? foundAt : sentAt;

export class RestoreOperations {
  constructor(private readonly deps: RestoreOperationsDependencies) {}

  /**
   * Those that can be recorded now; of several of one payment that exclude each other, the oldest. The IDs that were not
   * tried, because the process stops.
   */
  async restoreAll(account: string): Promise<readonly string[]> {
    const all = await openLost(this.pg, { kinds: RESTORED, account });
    for (const [at, lost] of all.entries()) {
      if (this.deps.isStopping()) return all.slice(at).map(({ id }) => id);
      const attempt = await this.attemptOf(lost);
      if (attempt) await this.restoreOne(attempt.id, lost);
    }
    return [];
  }

  /** False: it cannot be recorded beside what the ledger has of the payment now. */
  async restoreOne(attemptId: string, lost: LostRow): Promise<boolean> {
    if (!isRestorable(lost)) return false;
    return this.tried(lost, () =>
      this.deps.ledger.withAttempt(attemptId, (attempt, trx) => this.restore(trx, attempt, lost)),
    );
  }

  /** One that fails does not stop the others. It is tried again, and a person is told if it stays so. */
  private async tried(lost: LostRow, work: () => Promise<boolean | undefined>): Promise<boolean> {
    try {
      return (await work()) === true;
    } catch (error) {
      this.deps.log("acquiring.restore_failed", { operation: lost.id, error: errorName(error) });
      return false;
    }
  }

  /** An operation of the payment was concluded: the next one that waits for it takes its place before anything is sent. */
  async restoreNext(trx: Knex.Transaction, attemptId: string): Promise<void> {
    const { ledger } = this.deps;
    let attempt = await ledger.lock(trx, attemptId);
    if (!attempt) return;
    const { account } = attempt.row;
    const waiting = await openLost(trx, { kinds: RESTORED, account, orderNo: wireOrderNoOf(attempt.row) });
    for (const lost of waiting) {
      if (!attempt || !isRestorable(lost) || (await this.attemptOf(lost, trx))?.id !== attemptId) continue;
      const locked = attempt;
      // In a transaction inside the other one: what fails here is tried again later, and undoes nothing else.
      await this.tried(lost, () => runTransaction(trx, (inner) => this.restore(inner, locked, lost)));
      attempt = await ledger.lock(trx, attemptId);
    }
  }

  /** The payment that a lost operation belongs to; undefined: the ledger has none, or several that it may belong to. */
  async attemptOf(lost: LostRow, pg: Knex = this.pg): Promise<AttemptRow | undefined> {
    const { account, order_no: orderNo, gateway_payment_id: id } = lost;
    if (orderNo === null) return undefined;
    const rows = await pg<AttemptRow>("acquiring_payment_attempt")
      .where({ account, deleted_at: null })
      // Renewals share the order number of the payment that started the subscription.
      .andWhere((either) => either.where({ order_no: orderNo }).orWhere({ wire_order_no: orderNo }));
    const own = rows.filter((row) => wireOrderNoOf(row) === orderNo);
    const named = own.filter((row) => id === null || row.gateway_payment_id === id);
    const found = named.length > 0 ? named : own.filter((row) => row.gateway_payment_id === null);
    return found.length === 1 ? found[0] : undefined;
  }

  /** Also true if another server has recorded it meanwhile. */
  private async restore(trx: Knex.Transaction, attempt: LockedAttempt, { id }: Sent): Promise<boolean> {
    const lost = await trx<LostRow>(LOST_WRITE_TABLE).where({ id }).forUpdate().first();
    if (!lost || !isRestorable(lost)) return false;
    if (lost.queried_at !== null) return true;
    const { row } = attempt;
    const captures = await openLost(trx, { kinds: ["capture"], account: row.account, orderNo: lost.order_no });
    // Renewals share the order number.
    const own = captures.filter((each) => each.gateway_payment_id === lost.gateway_payment_id);
    if (!this.fits(attempt, lost, own.length)) return false;
    await this.write(trx, attempt, lost);
    await concludeLost(trx, lost.id, "Its row is in the ledger again; the gateway is queried.", attempt.lockedAt);
    this.deps.log("acquiring.operation_restored", { attempt: row.id, operation: lost.id });
    return true;
  }

  /** Not beside an open operation that excludes it, and not if the ledger may know of its effect from elsewhere. */
  private fits({ row, operations, snapshot }: LockedAttempt, lost: Sent, lostCaptures: number): boolean {
    const isOpen = (...kinds: readonly OperationRow["kind"][]): boolean =>
      snapshot.operations.some((each) => kinds.includes(each.kind) && isBlocking(each));
    const amount = BigInt(lost.minor);
    if (row.state === "voided" || lost.currency !== row.currency) return false;
    if (operations.some(({ id, status }) => id === lost.id && status !== "not_sent")) return false;
    if (lost.kind === "refund") return !isOpen("refund") && !operations.some((each) => isListedRefund(each, lost));
    if (isOpen("capture", "void", "review")) return false;
    if (lost.kind === "void") return row.state === "authorised" && lostCaptures === 0;
    const most = snapshot.authorised > 0n ? snapshot.authorised : snapshot.requested;
    if (snapshot.captured !== ownCaptures(operations) || snapshot.captured + amount > most) return false;
    const isMultiple = this.deps.multipleCaptures(this.deps.routeOf(row));
    if (snapshot.captured > 0n) return isMultiple;
    // A query tells neither which of several happened, nor how much was captured by others that are not known.
    return lostCaptures === 1 && (this.deps.knowsAll || !isMultiple);
  }

  private async write(trx: Knex.Transaction, attempt: LockedAttempt, lost: Sent): Promise<void> {
    const { unknownFinalAfterMs, completeCartAfterMs } = this.deps;
    const context: DecisionContext = {
      ...{ source: "request", actor: "system", now: attempt.lockedAt, inboxEventId: null },
      ...{ details: { ...noDetails, ...LOST }, completeCartAfterMs },
    };
    const row = await this.insertOrReopen(trx, attempt, lost, context);
    const others = attempt.operations.filter(({ id }) => id !== row.id);
    const withIt = locked({ ...attempt, operations: [...others, { ...row, status: "sending" }] });
    const operation = withIt.snapshot.operations.at(-1);
    if (!operation) return;
    const asked = { source: "response", askedAt: row.sent_at.getTime(), operationId: row.id } as const;
    const outcome = { kind: "unknown", reason: LOST } as const;
    const reduced = reduceOutcome(withIt.snapshot, operation, outcome, { ...asked, unknownFinalAfterMs });
    await applyDecision(trx, withIt, reduced, context);
  }

  private async insertOrReopen(
    trx: Knex.Transaction,
    attempt: LockedAttempt,
    lost: Sent,
    context: DecisionContext,
  ): Promise<OperationRow> {
    const sentAt = sentBy(lost);
    const unsent = attempt.operations.find(({ id }) => id === lost.id);
    if (unsent) {
      const row = { ...unsent, status: "unknown", sent_at: sentAt } as const;
      const conclusions = [{ id: row.id, status: row.status, sent_at: sentAt, concluded_at: null }];
      await writeAll(trx, { conclusions, ...sendingWrites(attempt.row, row, context) });
      return row;
    }
    const key = lost.idempotency_key ?? "";
    const taken = await trx("acquiring_operation").where({ kind: lost.kind, idempotency_key: key }).first("id");
    const command: NewOperation = {
      ...{ kind: lost.kind, idempotencyKey: key === "" || taken ? `lost_${lost.id}` : key, amount: BigInt(lost.minor) },
      ...{ actor: "system", actorId: null, note: LOST.message, lost: { id: lost.id, sentAt } },
    };
    const { row, writeSet } = newOperation(attempt, command, context);
    await writeAll(trx, writeSet);
    return row;
  }

  private get pg(): Knex {
    return this.deps.ledger.connection;
  }
}

const LOST = {
  code: "lost_commits",
  message: "The operation was sent, and the database lost its row. The gateway is queried.",
} as const;

const ownCaptures = (operations: readonly OperationRow[]): bigint =>
  operations
    .filter(({ kind, status }) => kind === "capture" && status === "settled")
    .reduce((sum, { amount }) => sum + minorOf(amount), 0n);

/** A refund of this amount that a query has recorded since: it may be the lost one. */
export const isListedRefund = (operation: OperationRow, { minor, sent_at: sentAt }: LostRow): boolean =>
  isExternal(operation) &&
  minorOf(operation.amount).toString() === minor &&
  (sentAt === null || operation.sent_at > sentAt);
