import { MedusaError } from "@medusajs/framework/utils";
import type { Knex } from "@medusajs/framework/mikro-orm/knex";
import { failpoint } from "../runtime/failpoint";
import { joinedTransaction } from "../runtime/joined-transaction";
import type { OperationKind } from "../domain/snapshot";
import { runTransaction } from "../runtime/run-transaction";
import type { ReviewPolicy } from "./rows/review-hold";
import { holdNothing } from "./rows/review-hold";
import type { DecisionContext } from "./apply-decision";
import { insertEntry } from "./journal";
import type { NewAttempt } from "./new-attempt";
import { attemptColumns } from "./new-attempt";
import type { ReadRow } from "./lock-attempts";
import { groupedByAttempt, lockStatements, READ_AT } from "./lock-attempts";
import type { NewOperation } from "./new-operation";
import { newOperation, sendingWrites } from "./new-operation";
import type { AttemptRow, LockedAttempt, OperationRow } from "./rows/attempt-row";
import { locked } from "./rows/attempt-row";
import { takeBalanceTurn } from "./rows/balance-turn";
import type { FinishWith } from "./write-set";
import { writeAll, writeStatement } from "./write-set";

/** The session's live attempt, or else its latest; a reversed late payment does not count. */
export const SESSION_ORDER =
  "(state IN ('declined','expired','voided') OR (is_late AND reversal_reason IS NOT NULL)), is_late, created_at DESC, id DESC";

/**
 * Reads and writes the journal's rows. Every change of an attempt happens inside `withAttempt`, under the attempt's row
 * lock, and commits before the caller continues. No row is ever deleted; queries still contain "not deleted" because
 * the indexes do. It decides nothing.
 */
export class Ledger {
  constructor(
    private readonly pg: Knex,
    readonly holdRule: ReviewPolicy = holdNothing,
    /** Called after each commit that may have made something due. */
    private readonly onChange: () => void = () => undefined,
    /** Maps the database's time to the time that counts; different in tests only. */
    private readonly timeOf: (read: Date) => Date = (read) => read,
  ) {}

  /** The connection, for single statements outside a transaction. */
  get connection(): Knex {
    return this.pg;
  }

  /** The pool's maximum number of connections; 10 (the pool's default) if not configured. */
  get poolSize(): number {
    const pool: { readonly max?: unknown } | undefined = this.pg.client.pool;
    return typeof pool?.max === "number" ? pool.max : 10;
  }

  /** Runs `work` under the attempt's row lock; undefined if there is no such attempt. Commits when it resolves. */
  async withAttempt<T>(
    attemptId: string,
    work: (attempt: LockedAttempt, trx: Knex.Transaction) => Promise<T>,
  ): Promise<T | undefined> {
    const answer = await runTransaction(this.pg, async (trx) => {
      const attempt = await this.lock(trx, attemptId);
      return attempt && work(attempt, trx);
    });
    this.onChange();
    return answer;
  }

  /** The attempt as it is now, with its row locked until the transaction ends; undefined: there is none. */
  async lock(trx: Knex.Transaction, attemptId: string): Promise<LockedAttempt | undefined> {
    const read = await trx<ReadRow>("acquiring_payment_attempt")
      .where({ id: attemptId })
      .forUpdate()
      .first<ReadRow | undefined>("*", trx.raw(READ_AT));
    if (!read) return undefined;
    const { row, lockedAt } = this.timed(read);
    const operations = await operationsOf(trx, row.id);
    return locked({ row, operations, holdRule: this.ruleFor(row), lockedAt });
  }

  /** The same in one transaction. It never waits: locked or missing ones are left out, so holders cannot deadlock. */
  async withAttempts<T>(
    attemptIds: readonly string[],
    work: (attempts: readonly LockedAttempt[], trx: Knex.Transaction, finish: FinishWith) => Promise<T>,
  ): Promise<T> {
    const answer = await joinedTransaction(this.pg, lockStatements(attemptIds), ({ trx, rows, finish }) => {
      const reads: readonly ReadRow[] = rows[0] ?? [];
      const operations: readonly OperationRow[] = rows[1] ?? [];
      const byAttempt = groupedByAttempt(operations);
      const attempts = reads.map((read) => {
        const { row, lockedAt } = this.timed(read);
        return locked({ row, operations: byAttempt.get(row.id) ?? [], holdRule: this.ruleFor(row), lockedAt });
      });
      return work(attempts, trx, async (writeSet, durability) => {
        const statement = writeStatement(writeSet, durability);
        if (statement !== null) await finish(statement);
      });
    });
    this.onChange();
    return answer;
  }

  private timed({ read_at: readAt, ...row }: ReadRow): { readonly row: AttemptRow; readonly lockedAt: Date } {
    return { row, lockedAt: this.timeOf(readAt) };
  }

  /**
   * The gateway created a renewal as agreed with the customer; no review applies. Nor to the imported first payment of a
   * subscription, which was accepted long ago.
   */
  private ruleFor(row: AttemptRow): ReviewPolicy {
    return row.renewal_of || (row.imported_at && row.subscription) ? holdNothing : this.holdRule;
  }

  /** Commits an attempt with its `sending` authorisation; undefined: the session, or the order's balance, has a live one. */
  async openAttempt(
    input: NewAttempt,
    operation: NewOperation,
    asked: DecisionContext,
  ): Promise<{ attempt: AttemptRow; operation: OperationRow } | undefined> {
    return runTransaction(this.pg, async (trx) => {
      if (input.balance && !(await takeBalanceTurn(trx, input.balance))) return undefined;
      const [read]: ReadRow[] = await trx("acquiring_payment_attempt")
        .insert(attemptColumns(input, asked.now))
        .onConflict()
        .ignore()
        .returning(["*", trx.raw(READ_AT)]);
      if (!read) return undefined;
      const { row: attempt, lockedAt } = this.timed(read);
      const context = { ...asked, now: lockedAt };
      await insertEntry(trx, attempt, {
        kind: "started",
        operationId: null,
        amount: input.money.minor,
        from: "created",
        to: "created",
        context,
      });
      const opened = locked({ row: attempt, operations: [], holdRule: this.holdRule, lockedAt });
      return { attempt, operation: await this.insertOperation(trx, opened, operation, context) };
    });
  }

  async insertOperation(
    trx: Knex.Transaction,
    attempt: LockedAttempt,
    operation: NewOperation,
    context: DecisionContext,
  ): Promise<OperationRow> {
    const { row, writeSet } = newOperation(attempt, operation, context);
    await writeAll(trx, writeSet);
    failpoint(`${operation.kind}:before-commit`);
    return row;
  }

  /** Reuses a `not_sent` operation's row and key for another send. */
  async reopenOperation(
    trx: Knex.Transaction,
    row: AttemptRow,
    operation: OperationRow,
    context: DecisionContext,
  ): Promise<OperationRow> {
    // Never earlier than before, whatever the clock does: the time tells which of its sends was the last.
    const sentAt = new Date(Math.max(context.now.getTime(), operation.sent_at.getTime()));
    const [reopened] = await trx<OperationRow>("acquiring_operation")
      .where({ id: operation.id, status: "not_sent" })
      .update({ status: "sending", sent_at: sentAt, concluded_at: null })
      .returning("*");
    if (!reopened) throw new MedusaError(MedusaError.Types.UNEXPECTED_STATE, "The operation was not proven unsent.");
    await writeAll(trx, sendingWrites(row, reopened, context));
    return reopened;
  }

  async askAgain(attemptId: string, now: Date): Promise<void> {
    await this.pg("acquiring_payment_attempt").where({ id: attemptId }).update({ next_check_at: now });
  }

  async attempt(id: string): Promise<AttemptRow | undefined> {
    return this.pg<AttemptRow>("acquiring_payment_attempt").where({ id }).first();
  }

  /** In the order of the ids; unknown ids are left out. */
  async attemptsByIds(ids: readonly string[]): Promise<AttemptRow[]> {
    const rows = await this.pg<AttemptRow>("acquiring_payment_attempt").whereIn("id", [...ids]);
    const byId = new Map(rows.map((row) => [row.id, row]));
    return ids.flatMap((id) => byId.get(id) ?? []);
  }

  async attemptByOrderNo(orderNo: string): Promise<AttemptRow | undefined> {
    return this.pg<AttemptRow>("acquiring_payment_attempt").where({ order_no: orderNo, deleted_at: null }).first();
  }

  /** In the order of the order numbers. */
  async attemptsByOrderNos(orderNos: readonly string[]): Promise<(AttemptRow | undefined)[]> {
    const rows = await this.pg<AttemptRow>("acquiring_payment_attempt")
      .whereRaw("order_no = ANY(?)", [[...orderNos]])
      .where({ deleted_at: null });
    const byOrderNo = new Map(rows.map((row) => [row.order_no, row]));
    return orderNos.map((orderNo) => byOrderNo.get(orderNo));
  }

  /** By the gateway's transaction ID; several if the account key has stood for several gateway accounts. */
  async attemptsByGatewayId(account: string, gatewayPaymentId: string): Promise<AttemptRow[]> {
    return this.pg<AttemptRow>("acquiring_payment_attempt").where({
      account,
      gateway_payment_id: gatewayPaymentId,
      deleted_at: null,
    });
  }

  /** The same for many, in the order of the names. */
  async attemptsByGatewayIds(
    names: readonly { readonly account: string; readonly gatewayPaymentId: string }[],
  ): Promise<AttemptRow[][]> {
    const rows = await this.pg<AttemptRow>("acquiring_payment_attempt")
      .whereRaw("account = ANY(?)", [[...new Set(names.map(({ account }) => account))]])
      .whereRaw("gateway_payment_id = ANY(?)", [names.map(({ gatewayPaymentId }) => gatewayPaymentId)])
      .where({ deleted_at: null });
    return names.map(({ account, gatewayPaymentId }) =>
      rows.filter((row) => row.account === account && row.gateway_payment_id === gatewayPaymentId),
    );
  }

  /** The attempts that started a subscription with this gateway ID; several as above. */
  async attemptsBySubscription(account: string, recurringId: string): Promise<AttemptRow[]> {
    return this.pg<AttemptRow>("acquiring_payment_attempt").where({
      account,
      recurring_id: recurringId,
      deleted_at: null,
    });
  }

  /** See `SESSION_ORDER`. */
  async attemptOfSession(sessionId: string): Promise<AttemptRow | undefined> {
    return this.pg<AttemptRow>("acquiring_payment_attempt")
      .where({ session_id: sessionId, deleted_at: null })
      .orderByRaw(SESSION_ORDER)
      .first();
  }

  async countOfSession(sessionId: string): Promise<number> {
    const { rows } = await this.pg.raw<{ rows: { count: number }[] }>(
      "SELECT COUNT(*)::int AS count FROM acquiring_payment_attempt WHERE session_id = ? AND deleted_at IS NULL",
      [sessionId],
    );
    return rows[0]?.count ?? 0;
  }

  async undecidedOfCart(cartId: string, exceptSession: string): Promise<AttemptRow[]> {
    return this.pg<AttemptRow>("acquiring_payment_attempt")
      .where({ cart_id: cartId, deleted_at: null })
      .whereNot({ session_id: exceptSession })
      .whereIn("state", ["created", "unknown", "action_required"]);
  }

  /** Without a payment that waits for its customer, unless they returned after `since`: the gateway has charged nothing for it. */
  async mayHoldMoney(cartId: string, since: Date): Promise<boolean> {
    const found = await this.pg<AttemptRow>("acquiring_payment_attempt")
      .where({ cart_id: cartId, is_late: false, deleted_at: null })
      .whereNotIn("state", ["declined", "expired", "voided"])
      .whereRaw("(state <> 'action_required' OR returned_at > ?)", [since])
      .first("id");
    return found !== undefined;
  }

  /** The one attempt that pays, or may still pay, for a payment collection; see `IDX_acquiring_attempt_live_collection`. */
  async liveOfCollection(collectionId: string): Promise<AttemptRow | undefined> {
    return this.pg<AttemptRow>("acquiring_payment_attempt")
      .where({ collection_id: collectionId, is_late: false, deleted_at: null })
      .whereNotIn("state", ["declined", "expired", "voided"])
      .first();
  }

  async operations(attemptId: string): Promise<OperationRow[]> {
    return operationsOf(this.pg, attemptId);
  }

  /**
   * Both as of one moment. Whatever decides about an operation raises the payment's version, so operations of an earlier version
   * are read again: with the row of a later one they would count as everything there is at that version.
   */
  async withOperations(attemptId: string): Promise<{ row: AttemptRow; operations: OperationRow[] } | undefined> {
    for (;;) {
      const read = await this.pg("acquiring_payment_attempt AS attempt")
        .leftJoin("acquiring_operation AS operation", (on) =>
          on.on("operation.attempt_id", "attempt.id").andOnNull("operation.deleted_at"),
        )
        .where("attempt.id", attemptId)
        .orderBy("operation.sequence")
        .select<(OperationRow & { attempt_version: number })[]>("operation.*", "attempt.version AS attempt_version");
      const row = await this.attempt(attemptId);
      if (!row) return undefined;
      if (read[0]?.attempt_version !== row.version) continue;
      // Without an operation the join returns one row of nulls.
      const operations = read.flatMap(({ attempt_version: _, ...operation }) =>
        operation.id === null ? [] : operation,
      );
      return { row, operations };
    }
  }

  async operationsOfMany(attemptIds: readonly string[]): Promise<ReadonlyMap<string, readonly OperationRow[]>> {
    const rows = await this.pg<OperationRow>("acquiring_operation")
      .whereIn("attempt_id", [...attemptIds])
      .where({ deleted_at: null })
      .orderBy("sequence");
    return groupedByAttempt(rows);
  }

  async operationByKey(kind: OperationKind, idempotencyKey: string): Promise<OperationRow | undefined> {
    return this.pg<OperationRow>("acquiring_operation")
      .where({ kind, idempotency_key: idempotencyKey, deleted_at: null })
      .first();
  }

  /** Attempts with due work of this kind; ids only, oldest first. */
  async due(work: DueWork, now: Date, limit: number): Promise<string[]> {
    const column = DUE_COLUMN[work];
    const rows = await this.pg("acquiring_payment_attempt")
      .select<{ id: string }[]>("id")
      .where({ deleted_at: null })
      .where(column, "<=", now)
      .orderBy(column)
      .limit(limit);
    return rows.map(({ id }) => id);
  }
}

export type DueWork = "check" | "project" | "reverse" | "remind" | "subscription";

const DUE_COLUMN: Readonly<Record<DueWork, string>> = {
  check: "next_check_at",
  project: "project_after",
  reverse: "reverse_at",
  remind: "remind_at",
  subscription: "subscription_due_at",
};

async function operationsOf(pg: Knex, attemptId: string): Promise<OperationRow[]> {
  return pg<OperationRow>("acquiring_operation").where({ attempt_id: attemptId, deleted_at: null }).orderBy("sequence");
}
