import { z } from "@medusajs/framework/zod";
import type { AttentionKind, ClearedReason } from "../domain/attention-kinds";
import { clearAttention, raiseAttention, resolveAttention } from "../ledger/attention-rows";
import { expectMedusaRow, isUnrecorded, markRecorded } from "../ledger/rows/medusa-recorded";
import { recordAction } from "../ledger/journal";
import type { Ledger } from "../ledger/ledger";
import type { AttemptRow, OperationRow } from "../ledger/rows/attempt-row";
import { minorOf } from "../ledger/rows/attempt-row";
import type { Semaphore } from "../runtime/semaphore";
import { runTransaction } from "../runtime/run-transaction";

/**
 * How far Medusa's tables follow the ledger. The projection compares the two and adds what is missing; this records its
 * progress. A refund that our own flow records in Medusa has the operation's id in its metadata: this distinguishes it
 * from a new refund of the same amount.
 */
export const OPERATION_ID_KEY = "acquiring_operation_id";

const BALANCE_ANNOUNCED = "balance_announced";

const FAILURES_BEFORE_ATTENTION = 5;

/** Takes another lock for the duration of the work, or reports at once that it is taken. */
export type TryLock = (key: string) => Promise<boolean>;

export interface RefundRequest {
  readonly actorId: string | null;
  readonly note: string | null;
  readonly reasonId: string | null;
}

const RequestDetails = z.object({ note: z.string().optional(), reason_id: z.string().optional() });

export class MedusaSyncState {
  constructor(
    private readonly ledger: Ledger,
    private readonly now: () => Date,
    private readonly connectionBudget: Pick<Semaphore, "take">,
  ) {}

  /** False: another process is at it. A Postgres lock over all servers; its connection waits for `connectionBudget`. */
  async exclusively(attemptId: string, work: (tryLock: TryLock) => Promise<void>): Promise<boolean> {
    return this.connectionBudget.take(() =>
      runTransaction(this.ledger.connection, async (trx) => {
        const tryLock: TryLock = async (key) => {
          const { rows } = await trx.raw<{ rows: { mine: boolean }[] }>(
            "SELECT pg_try_advisory_xact_lock(hashtextextended(?, 0)) AS mine",
            [key],
          );
          return rows[0]?.mine === true;
        };
        if (!(await tryLock(`acquiring-projection:${attemptId}`))) return false;
        await work(tryLock);
        return true;
      }),
    );
  }

  unrecorded(operations: readonly OperationRow[]): OperationRow[] {
    return operations.filter((row) => row.kind !== "authorise" && isUnrecorded(row));
  }

  async markRecorded(operationId: string): Promise<void> {
    await markRecorded(this.ledger.connection, operationId);
  }

  async refundRequestOf({ id, attempt_id: attemptId, kind }: OperationRow): Promise<RefundRequest> {
    const row = await this.ledger
      .connection("acquiring_audit_record")
      .where({ attempt_id: attemptId, operation_id: id, action: `${kind}_sent`, deleted_at: null })
      .first<{ actor_id: string | null; details: unknown } | undefined>("actor_id", "details");
    const { note = null, reason_id: reasonId = null } = RequestDetails.parse(row?.details ?? {});
    return { actorId: row?.actor_id ?? null, note, reasonId };
  }

  /** Medusa's row for it was removed; if it happens after all it is recorded again. */
  async markUnrecorded(operationId: string): Promise<void> {
    await this.ledger
      .connection("acquiring_operation")
      .where({ id: operationId })
      .update({ recorded_in_medusa: false });
  }

  /** Medusa's row of this attempt is checked later; see `expectedRow`. */
  async expectRow(attemptId: string): Promise<void> {
    await expectMedusaRow(this.ledger.connection, attemptId, this.now());
  }

  async projectNow(attemptId: string): Promise<void> {
    await this.ledger.connection.raw(
      `UPDATE acquiring_payment_attempt SET version = version + 1, project_after = ?, project_failures = 0 WHERE id = ?`,
      [this.now(), attemptId],
    );
  }

  /** Assigns a refund to the Medusa row that names it: true exactly once, and only if payment and amount match. */
  async claimRefund(attemptId: string, operationId: string, amount: bigint): Promise<boolean> {
    const claimed = await this.ledger.withAttempt(attemptId, async ({ operations }, trx) => {
      const operation = operations.find(({ id, kind }) => id === operationId && kind === "refund");
      if (!operation || !isUnrecorded(operation) || minorOf(operation.amount) !== amount) return false;
      await markRecorded(trx, operation.id);
      return true;
    });
    return claimed === true;
  }

  /** Finished at this version, or due `again`; a newer version stays due. */
  async finish(attempt: AttemptRow, again: Date | null = null): Promise<void> {
    const { id, version } = attempt;
    const finished = await this.ledger
      .connection("acquiring_payment_attempt")
      .where({ id, version })
      .update({ projected_version: version, project_after: again, project_failures: 0 });
    if (finished > 0 && again === null) await this.resolve(id, ["paid_without_order", "not_recorded"], "recorded");
  }

  async paysForOrder(attempt: AttemptRow): Promise<void> {
    await this.resolve(attempt.id, ["late_or_duplicate_payment"], "pays_for_order");
  }

  private async resolve(subject: string, kinds: readonly AttentionKind[], reason: ClearedReason): Promise<void> {
    await resolveAttention(this.ledger.connection, { kinds, subject, reason }, this.now());
  }

  /** Retries later: after 2 s, doubling to 10 min. */
  async fail(attempt: AttemptRow, kind: AttentionKind, message: string): Promise<void> {
    const failures = attempt.project_failures + 1;
    const now = this.now();
    const pause = Math.min(600_000, 1_000 * 2 ** Math.min(failures, 10));
    await this.ledger
      .connection("acquiring_payment_attempt")
      .where({ id: attempt.id, version: attempt.version })
      .update({ project_failures: failures, project_after: new Date(now.getTime() + pause) });
    if (failures < FAILURES_BEFORE_ATTENTION) return;
    const { account, id } = attempt;
    await raiseAttention(this.ledger.connection, { account, kind, subject: id, attemptId: id, message }, now);
  }

  /** Whether the shop was told that this payment's end left its order unpaid. */
  async isBalanceAnnounced({ id }: AttemptRow): Promise<boolean> {
    const record: unknown = await this.ledger
      .connection("acquiring_audit_record")
      .where({ attempt_id: id, action: BALANCE_ANNOUNCED, deleted_at: null })
      .first("id");
    return record !== undefined;
  }

  async noteBalanceAnnounced({ id, state }: AttemptRow): Promise<void> {
    const record = { attemptId: id, action: BALANCE_ANNOUNCED, actor: "system", actorId: null } as const;
    await recordAction(this.ledger.connection, { ...record, details: { state }, at: this.now() });
  }

  async clear({ id }: AttemptRow, kind: AttentionKind): Promise<void> {
    await clearAttention(this.ledger.connection, kind, id, this.now());
  }

  async isRaised({ id }: AttemptRow, kind: AttentionKind): Promise<boolean> {
    const items = this.ledger.connection("acquiring_attention_item");
    const item: unknown = await items.where({ attempt_id: id, kind, cleared_at: null, deleted_at: null }).first("id");
    return item !== undefined;
  }

  async raise(attempt: AttemptRow, kind: AttentionKind, message: string): Promise<void> {
    const { account, id } = attempt;
    await raiseAttention(this.ledger.connection, { account, kind, subject: id, attemptId: id, message }, this.now());
  }
}
