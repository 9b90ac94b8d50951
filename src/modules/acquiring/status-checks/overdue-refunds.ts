import { raiseAttention } from "../ledger/attention-rows";
import type { Ledger } from "../ledger/ledger";
import type { AttemptRow, OperationRow } from "../ledger/rows/attempt-row";
import { isOverdueRefund } from "../ledger/rows/overdue-refund";

const KIND = "refund_overdue";
const HOUR_MS = 3_600_000;
const HALF_YEAR_MS = 183 * 86_400_000;

/**
 * The first refund that the gateway itself reported as processed, if it did so of one of the last half year. Some gateways
 * never do: there nothing is overdue, and of another one nothing that is older than its first.
 */
const FIRST_PROCESSED = `
  SELECT CASE WHEN max(operation.sent_at) > :after THEN min(operation.sent_at) END AS first FROM acquiring_operation AS operation
  JOIN acquiring_payment_attempt AS attempt ON attempt.id = operation.attempt_id
  WHERE attempt.account = :account AND operation.kind = 'refund' AND operation.status = 'settled'
    AND operation.deleted_at IS NULL AND attempt.deleted_at IS NULL
    AND EXISTS (SELECT FROM acquiring_entry AS entry WHERE entry.attempt_id = attempt.id
      AND entry.operation_id = operation.id AND entry.kind = 'refund_succeeded' AND entry.source <> 'request')`;

/** Raises `refund_overdue` for a payment. What an account reports is read once an hour: it reads many rows. */
export class OverdueRefunds {
  readonly #accounts = new Map<string, { readonly until: number; readonly first: Date | null }>();

  constructor(private readonly deps: { readonly ledger: Ledger; readonly now: () => Date }) {}

  /** After a response about the refunds of the payment. Each refund once, whatever happened to its item. */
  async tell({ id: attemptId, account }: AttemptRow): Promise<void> {
    const { ledger, now: clock } = this.deps;
    const now = clock();
    for (const { id: subject, sent_at: at } of await this.overdue(attemptId, now)) {
      const first = await this.firstProcessed(account, now);
      if (first === null || at < first) continue;
      const message = `The gateway accepted the refund of ${at.toISOString().slice(0, 10)} and has not processed it.`;
      await raiseAttention(ledger.connection, { account, kind: KIND, subject, attemptId, message }, now);
    }
  }

  private async overdue(attemptId: string, now: Date): Promise<OperationRow[]> {
    const { ledger } = this.deps;
    const overdue = (await ledger.operations(attemptId)).filter((each) => isOverdueRefund(each, now));
    if (overdue.length === 0) return [];
    const told = await ledger
      .connection("acquiring_attention_item")
      .where({ kind: KIND, attempt_id: attemptId })
      .pluck("subject");
    return overdue.filter(({ id }) => !told.includes(id));
  }

  private async firstProcessed(account: string, now: Date): Promise<Date | null> {
    const known = this.#accounts.get(account);
    if (known && now.getTime() < known.until) return known.first;
    const after = new Date(now.getTime() - HALF_YEAR_MS);
    const { rows } = await this.deps.ledger.connection.raw<{ rows: { first: Date | null }[] }>(FIRST_PROCESSED, {
      account,
      after,
    });
    const first = rows[0]?.first ?? null;
    this.#accounts.set(account, { until: now.getTime() + HOUR_MS, first });
    return first;
  }
}
