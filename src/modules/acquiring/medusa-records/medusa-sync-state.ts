import { z } from "@medusajs/framework/zod";
import type { AttentionKind, ClearedReason } from "../domain/attention-kinds";
import { clearAttention, raiseAttention, resolveAttention } from "../ledger/attention";
import { isUnrecorded, markRecorded } from "../ledger/rows/medusa-recorded";
import type { Ledger } from "../ledger/ledger";
import type { AttemptRow, OperationRow } from "../ledger/rows/rows";
import { minorOf } from "../ledger/rows/rows";
import type { Semaphore } from "../runtime/semaphore";

/**
 * How far Medusa's tables follow the ledger. The projection compares the two
 * and does what is missing; here it leaves word of what it did. A refund that
 * our own flow records in Medusa carries the operation's id in the refund row's
 * metadata: by that the provider tells it from a new refund of the same amount.
 */
export const RECORDING_KEY = "acquiring_operation_id";

/** Longer than any operation takes. Our choice. */
const LOOK_AFTER_MS = 600_000;

/** After this many failures in a row a person is told. */
const FAILURES_BEFORE_ATTENTION = 5;

/** Takes another lock until the work ends, or answers at once that somebody else has it. */
export type TryLock = (key: string) => Promise<boolean>;

export interface RefundRequest {
  readonly actorId: string | null;
  readonly note: string | null;
  readonly reasonId: string | null;
}

const WishDetails = z.object({ note: z.string().optional(), reason_id: z.string().optional() });

export class MedusaSyncState {
  constructor(
    private readonly ledger: Ledger,
    private readonly now: () => Date,
    private readonly holders: Pick<Semaphore, "take">,
  ) {}

  /**
   * Runs `work` unless another process is at this attempt's projection; answers
   * whether it ran. Postgres holds the lock, so it holds between machines too; it
   * costs a connection for as long, so it takes a turn of `holders` first.
   */
  async exclusively(attemptId: string, work: (hold: TryLock) => Promise<void>): Promise<boolean> {
    return this.holders.take(() =>
      this.ledger.connection.transaction(async (trx) => {
        const hold: TryLock = async (key) => {
          const { rows } = await trx.raw<{ rows: { mine: boolean }[] }>(
            "SELECT pg_try_advisory_xact_lock(hashtextextended(?, 0)) AS mine",
            [key],
          );
          return rows[0]?.mine === true;
        };
        if (!(await hold(`acquiring-projection:${attemptId}`))) return false;
        await work(hold);
        return true;
      }),
    );
  }

  /** Operations that are proven at the gateway and that Medusa has no row for. */
  unrecorded(operations: readonly OperationRow[]): OperationRow[] {
    return operations.filter((row) => row.kind !== "authorise" && isUnrecorded(row));
  }

  async markRecorded(operationId: string): Promise<void> {
    await markRecorded(this.ledger.connection, operationId);
  }

  /** What the admin who began a refund wanted written beside it. */
  async wishOf({ id, attempt_id: attemptId, kind }: OperationRow): Promise<RefundRequest> {
    const row = await this.ledger
      .connection("acquiring_audit_record")
      .where({ attempt_id: attemptId, operation_id: id, action: `${kind}_sent`, deleted_at: null })
      .first<{ actor_id: string | null; details: unknown } | undefined>("actor_id", "details");
    const { note = null, reason_id: reasonId = null } = WishDetails.parse(row?.details ?? {});
    return { actorId: row?.actor_id ?? null, note, reasonId };
  }

  /** Medusa's row for it was taken back; if it happens after all it is recorded anew. */
  async markUnrecorded(operationId: string): Promise<void> {
    await this.ledger
      .connection("acquiring_operation")
      .where({ id: operationId })
      .update({ recorded_in_medusa: false });
  }

  /**
   * A row of Medusa's for this attempt was made, and its operation is about to begin: if this process dies, the
   * projection looks at that row later. The version grows, so that a projection under way does not forget it.
   */
  async expectRow(attemptId: string): Promise<void> {
    const later = new Date(this.now().getTime() + LOOK_AFTER_MS);
    await this.ledger.connection.raw(
      `UPDATE acquiring_payment_attempt SET version = version + 1, project_after = LEAST(COALESCE(project_after, ?), ?) WHERE id = ?`,
      [later, later, attemptId],
    );
  }

  /** Something in Medusa is missing: the projection looks at once. */
  async lookNow(attemptId: string): Promise<void> {
    await this.ledger.connection.raw(
      `UPDATE acquiring_payment_attempt SET version = version + 1, project_after = ?, project_failures = 0 WHERE id = ?`,
      [this.now(), attemptId],
    );
  }

  /**
   * Claims an unrecorded refund for the Medusa row that names it. True exactly
   * once, and only when payment and amount are the operation's own.
   */
  async claimRefund(attemptId: string, operationId: string, amount: bigint): Promise<boolean> {
    const claimed = await this.ledger.withAttempt(attemptId, async ({ operations }, trx) => {
      const operation = operations.find(({ id, kind }) => id === operationId && kind === "refund");
      if (!operation || !isUnrecorded(operation) || minorOf(operation.amount) !== amount) return false;
      await markRecorded(trx, operation.id);
      return true;
    });
    return claimed === true;
  }

  /**
   * The projection has done everything for this version, and nothing that failed
   * before is left, or it looks at it `again` then; a newer version stays due.
   */
  async finish(attempt: AttemptRow, again: Date | null = null): Promise<void> {
    const { id, version } = attempt;
    const finished = await this.ledger
      .connection("acquiring_payment_attempt")
      .where({ id, version })
      .update({ projected_version: version, project_after: again, project_failures: 0 });
    if (finished > 0 && again === null) await this.resolve(id, ["paid_without_order", "booking_failed"], "recorded");
  }

  /** Money that had come late pays for an order after all. */
  async paysForOrder(attempt: AttemptRow): Promise<void> {
    await this.resolve(attempt.id, ["late_or_double_money"], "pays_for_order");
  }

  private async resolve(subject: string, kinds: readonly AttentionKind[], reason: ClearedReason): Promise<void> {
    await resolveAttention(this.ledger.connection, { kinds, subject, reason }, this.now());
  }

  /** Tries again later: after 2 s, doubling to 10 min. */
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

  /** Clears what is solved by what was recorded. */
  async clear({ id }: AttemptRow, kind: AttentionKind): Promise<void> {
    await clearAttention(this.ledger.connection, kind, id, this.now());
  }

  /** Is such an item open for this attempt? */
  async isRaised({ id }: AttemptRow, kind: AttentionKind): Promise<boolean> {
    const items = this.ledger.connection("acquiring_attention_item");
    const item: unknown = await items.where({ attempt_id: id, kind, cleared_at: null, deleted_at: null }).first("id");
    return item !== undefined;
  }

  /** Raises attention for an attempt without retrying anything. */
  async raise(attempt: AttemptRow, kind: AttentionKind, message: string): Promise<void> {
    const { account, id } = attempt;
    await raiseAttention(this.ledger.connection, { account, kind, subject: id, attemptId: id, message }, this.now());
  }
}
