import type { ParsedNotification } from "../../../gateway/notifications/notification";
import { claimOf } from "./notification-claims";
import { confirmCapture, confirmExternalCapture } from "../domain/settlement";
import { applyDecision, noDetails } from "../ledger/apply-decision";
import { raiseAttention } from "../ledger/attention-rows";
import type { InboxRow } from "../ledger/inbox";
import type { Ledger } from "../ledger/ledger";
import type { AttemptRow } from "../ledger/rows/attempt-row";
import { minorOf } from "../ledger/rows/attempt-row";

/** Confirms a capture that only a query reported, or reports the difference. A message never reduces an amount. */
export interface CapturedAmountCheck {
  readonly row: InboxRow;
  /** As it is after the query. */
  readonly attempt: AttemptRow;
  readonly parsed: ParsedNotification;
  readonly now: Date;
}

export async function verifyCapturedAmount(ledger: Ledger, weighed: CapturedAmountCheck): Promise<void> {
  const { row, attempt, parsed, now } = weighed;
  const claimed = claimOf(parsed).claims?.captured;
  if (claimed === undefined) return;
  const captured = minorOf(attempt.captured);
  const operations = await ledger.operations(attempt.id);
  const own = operations.filter(({ kind }) => kind === "capture");
  const inferred = own.find(({ inferred_at: since }) => since !== null);
  // With several captures only their sum proves that all of them are ours.
  if (claimed === captured && (inferred || attempt.capture_inferred_at))
    await recordConfirmation(ledger, inferred?.id ?? null, weighed);
  if (claimed === captured || own.some(({ amount }) => minorOf(amount) === claimed)) return;
  // With captures of our own the amount may be an earlier total or the whole order's; but not if only a query reports
  // our capture, which may have seen someone else's.
  const mayBeOurs = claimed < captured || claimed === minorOf(attempt.requested);
  if (mayBeOurs && own.length > 0 && !inferred) return;
  const message =
    "A notification reports another captured amount than the ledger. Compare it with the gateway's portal.";
  const { account } = row;
  const item = { account, kind: "amount_mismatch", subject: attempt.id, attemptId: attempt.id, message } as const;
  await raiseAttention(ledger.connection, item, now);
}

/** `operationId`: null for a capture without an operation of ours. Nothing is written if it was confirmed meanwhile. */
async function recordConfirmation(
  ledger: Ledger,
  operationId: string | null,
  weighed: CapturedAmountCheck,
): Promise<void> {
  const { row, attempt, now } = weighed;
  await ledger.withAttempt(attempt.id, (locked, trx) => {
    const { snapshot } = locked;
    const confirmed = operationId === null ? confirmExternalCapture(snapshot) : confirmCapture(snapshot, operationId);
    return applyDecision(trx, locked, confirmed, {
      source: "notify",
      actor: "gateway",
      now,
      inboxEventId: row.id,
      details: noDetails,
      completeCartAfterMs: 0,
    });
  });
}

/** Our capture is undecided, the notification reports one, and the query says "authorised": the query may be behind. */
export async function isBehindOurs(ledger: Ledger, attempt: AttemptRow, parsed: ParsedNotification): Promise<boolean> {
  if (claimOf(parsed).claims?.captured === undefined || attempt.state !== "authorised") return false;
  const operations = await ledger.operations(attempt.id);
  return operations.some(({ kind, status }) => kind === "capture" && (status === "sending" || status === "unknown"));
}
