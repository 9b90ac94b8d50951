import type { Knex } from "@medusajs/framework/mikro-orm/knex";
import { reduceOutcome } from "../domain/apply-outcome";
import type { OperationKind } from "../domain/snapshot";
import { isBlocking } from "../domain/snapshot";
import type { DecisionContext } from "../ledger/apply-decision";
import { applyDecision, noDetails } from "../ledger/apply-decision";
import type { Ledger } from "../ledger/ledger";
import type { NewOperation } from "../ledger/new-operation";
import { newOperation } from "../ledger/new-operation";
import type { AttemptRow, LockedAttempt } from "../ledger/rows/attempt-row";
import { locked, minorOf, wireOrderNoOf } from "../ledger/rows/attempt-row";
import { writeAll } from "../ledger/write-set";
import type { LostRow } from "../lost-commits/recovery-rows";
import { concludeLost, sentAndLost } from "../lost-commits/recovery-rows";

/**
 * Captures and voids that were sent and whose rows the database has lost. They are recorded again as unknown, before the
 * gateway is queried: its query names no captured amount, so that a partial capture without a row would count as the
 * whole authorisation, and a further one not at all. What happened to them is decided by the query, as for every unknown
 * operation; nothing is sent.
 */
export interface RestoreOperationsDependencies {
  readonly ledger: Ledger;
  readonly now: () => Date;
  readonly unknownFinalAfterMs: number;
  readonly completeCartAfterMs: number;
  readonly log: (event: string, ids: Readonly<Record<string, string>>) => void;
}

type Sent = LostRow & { readonly order_no: string; readonly minor: string; readonly sent_at: Date };

const hasAll = (lost: LostRow): lost is Sent =>
  lost.order_no !== null && lost.minor !== null && lost.sent_at !== null && lost.currency !== null;

export class RestoreOperations {
  constructor(private readonly deps: RestoreOperationsDependencies) {}

  /** Each that is the only lost one of its payment: of several, a query does not tell which of them happened. */
  async restoreAll(account: string): Promise<void> {
    const lost = (await sentAndLost(this.pg, account, ["capture", "void"])).filter(hasAll);
    const perPayment = new Map<string, Sent[]>();
    for (const each of lost) {
      const attempt = await this.attemptOf(each);
      if (attempt) perPayment.set(attempt.id, [...(perPayment.get(attempt.id) ?? []), each]);
    }
    for (const [attemptId, [only, ...others]] of perPayment)
      if (only && others.length === 0) await this.restore(attemptId, only);
  }

  /** The payment that a lost operation belongs to; undefined: the ledger has none, or several that it may belong to. */
  async attemptOf({ account, order_no: orderNo, gateway_payment_id: id }: LostRow): Promise<AttemptRow | undefined> {
    if (orderNo === null) return undefined;
    const rows = await this.pg<AttemptRow>("acquiring_payment_attempt")
      .where({ account, deleted_at: null })
      // Renewals share the order number of the payment that started the subscription.
      .andWhere((either) => either.where({ order_no: orderNo }).orWhere({ wire_order_no: orderNo }));
    const own = rows.filter((row) => wireOrderNoOf(row) === orderNo);
    const named = own.filter((row) => id === null || row.gateway_payment_id === id);
    const found = named.length > 0 ? named : own.filter((row) => row.gateway_payment_id === null);
    return found.length === 1 ? found[0] : undefined;
  }

  private async restore(attemptId: string, lost: Sent): Promise<void> {
    const isRestored = await this.deps.ledger.withAttempt(attemptId, async (attempt, trx) => {
      if (!fits(attempt, lost)) return false;
      await this.insert(trx, attempt, lost);
      await concludeLost(trx, lost.id, "Its row is in the ledger again; the gateway is queried.", attempt.lockedAt);
      return true;
    });
    if (isRestored) this.deps.log("acquiring.operation_restored", { attempt: attemptId, operation: lost.id });
  }

  private async insert(trx: Knex.Transaction, attempt: LockedAttempt, lost: Sent): Promise<void> {
    const { unknownFinalAfterMs, completeCartAfterMs } = this.deps;
    const context: DecisionContext = {
      ...{ source: "request", actor: "system", now: attempt.lockedAt, inboxEventId: null },
      ...{ details: { ...noDetails, ...LOST }, completeCartAfterMs },
    };
    const command: NewOperation = {
      kind: lost.kind === "void" ? "void" : "capture",
      ...{ idempotencyKey: `lost_${lost.id}`, amount: BigInt(lost.minor) },
      ...{ actor: "system", actorId: null, note: LOST.message, lost: { id: lost.id, sentAt: lost.sent_at } },
    };
    const { row, writeSet } = newOperation(attempt, command, context);
    await writeAll(trx, writeSet);
    const withIt = locked({ ...attempt, operations: [...attempt.operations, { ...row, status: "sending" }] });
    const operation = withIt.snapshot.operations.find(({ id }) => id === row.id);
    if (!operation) return;
    const asked = { source: "response", askedAt: lost.sent_at.getTime(), operationId: row.id } as const;
    const outcome = { kind: "unknown", reason: LOST } as const;
    const reduced = reduceOutcome(withIt.snapshot, operation, outcome, { ...asked, unknownFinalAfterMs });
    await applyDecision(trx, withIt, reduced, context);
  }

  private get pg(): Knex {
    return this.deps.ledger.connection;
  }
}

const LOST = {
  code: "lost_commits",
  message: "The operation was sent, and the database lost its row. The gateway is queried.",
} as const;

/** One of them at a time is open for a payment; see `IDX_acquiring_operation_open_settle`. */
const SETTLING: ReadonlySet<OperationKind> = new Set(["capture", "void", "review"] as const);

/** Not if such an operation is open, or the ledger may know of its effect from elsewhere. */
function fits({ row, operations, snapshot }: LockedAttempt, lost: Sent): boolean {
  if (snapshot.operations.some((each) => SETTLING.has(each.kind) && isBlocking(each))) return false;
  if (row.state === "voided" || lost.currency !== row.currency) return false;
  if (lost.kind === "void") return snapshot.captured === 0n;
  const most = snapshot.authorised > 0n ? snapshot.authorised : snapshot.requested;
  return !isCapturedElsewhere(row, operations) && snapshot.captured + BigInt(lost.minor) <= most;
}

/** Our own captures do not explain what is captured: a notification or a query may have seen the lost one. */
function isCapturedElsewhere(row: AttemptRow, operations: LockedAttempt["operations"]): boolean {
  const own = operations
    .filter(({ kind, status }) => kind === "capture" && status === "settled")
    .reduce((sum, { amount }) => sum + minorOf(amount), 0n);
  return minorOf(row.captured) !== own;
}
