import { raiseAttention } from "../ledger/attention-rows";
import type { Ledger } from "../ledger/ledger";
import type { AttemptRow, OperationRow } from "../ledger/rows/attempt-row";
import { isOverdueRefund } from "../ledger/rows/overdue-refund";

const KIND = "refund_overdue";
const HOUR_MS = 3_600_000;
const HALF_YEAR_MS = 183 * 86_400_000;

/** Some gateways never report that they processed a refund: there nothing is overdue. */
const REPORTS_REFUNDS = `
  SELECT EXISTS (SELECT FROM acquiring_operation AS operation
    JOIN acquiring_payment_attempt AS attempt ON attempt.id = operation.attempt_id
    WHERE attempt.account = :account AND operation.kind = 'refund' AND operation.status = 'settled'
      AND operation.sent_at > :after AND operation.deleted_at IS NULL AND attempt.deleted_at IS NULL) AS does`;

/** Raises `refund_overdue` for a payment. Whether an account reports refunds is read once an hour: it reads many rows. */
export class OverdueRefunds {
  readonly #accounts = new Map<string, { readonly until: number; readonly reports: boolean }>();

  constructor(private readonly deps: { readonly ledger: Ledger; readonly now: () => Date }) {}

  /** After a response about the refunds of the payment. Each refund once, whatever happened to its item. */
  async tell({ id: attemptId, account }: AttemptRow): Promise<void> {
    const { ledger, now: clock } = this.deps;
    const now = clock();
    for (const { id: subject, sent_at: at } of await this.overdue(attemptId, now)) {
      if (!(await this.reports(account, now))) return;
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

  private async reports(account: string, now: Date): Promise<boolean> {
    const known = this.#accounts.get(account);
    if (known && now.getTime() < known.until) return known.reports;
    const after = new Date(now.getTime() - HALF_YEAR_MS);
    const { rows } = await this.deps.ledger.connection.raw<{ rows: { does: boolean }[] }>(REPORTS_REFUNDS, {
      account,
      after,
    });
    const reports = rows[0]?.does === true;
    this.#accounts.set(account, { until: now.getTime() + HOUR_MS, reports });
    return reports;
  }
}
