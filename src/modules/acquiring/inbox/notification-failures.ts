import { errorName } from "../runtime/safe-error-text";
import { clearAttention, raiseAttention } from "../ledger/attention-rows";
import type { InboxRow } from "../ledger/inbox";
import type { Ledger } from "../ledger/ledger";

/** After this many consecutive failures, a quarter of an hour. Our choice. */
export const FAILING_TRIES = 10;

/** After a failure; `row`: before it. */
export async function reportFailing(
  ledger: Ledger,
  row: InboxRow,
  { error, now }: { readonly error: unknown; readonly now: Date },
): Promise<void> {
  if (row.tries + 1 !== FAILING_TRIES) return;
  // What failed may fail here too; the attention item is raised anyway.
  const attempt = row.order_no === null ? null : await ledger.attemptByOrderNo(row.order_no).catch(() => null);
  const message = `A stored notification could not be processed ${String(FAILING_TRIES)} times in a row (${errorName(error)}). It is kept and retried every ten minutes. See the log for details.`;
  const item = { account: row.account, kind: "notification_failing", subject: row.id, message } as const;
  await raiseAttention(ledger.connection, { ...item, attemptId: attempt?.id ?? null }, now);
}

export async function clearFailing(ledger: Ledger, row: InboxRow, now: Date): Promise<void> {
  if (row.tries >= FAILING_TRIES) await clearAttention(ledger.connection, "notification_failing", row.id, now);
}
