import type { ParsedNotification } from "../../../gateway/notifications/notification";
import { claimOf } from "./notification-claims";
import { confirmCapture, confirmExternalCapture } from "../domain/settlement";
import { applyDecision, noDetails } from "../ledger/apply-decision";
import { raiseAttention } from "../ledger/attention";
import type { InboxRow } from "../ledger/inbox";
import type { Ledger } from "../ledger/ledger";
import type { AttemptRow } from "../ledger/rows/rows";
import { minorOf } from "../ledger/rows/rows";

/**
 * What a verified notification says of the captured amount, weighed against the ledger after the gateway was asked: it
 * confirms a capture that only a query told of, or a person is told that the two differ. Amounts are not taken back by a
 * message.
 */
export interface CapturedAmountCheck {
  readonly row: InboxRow;
  /** As it is after the question. */
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
  // With several captures only their sum says that all of them are ours.
  if (claimed === captured && (inferred || attempt.capture_inferred_at))
    await recordConfirmation(ledger, inferred?.id ?? null, weighed);
  if (claimed === captured || own.some(({ amount }) => minorOf(amount) === claimed)) return;
  // With captures of our own it may speak of how it stood before the last, or of the whole order; but not where only a
  // query says that ours was made: it was perhaps somebody else's that the query saw.
  const mayBeOurs = claimed < captured || claimed === minorOf(attempt.requested);
  if (mayBeOurs && own.length > 0 && !inferred) return;
  const message =
    "A notification reports another captured amount than the ledger. Compare it with the gateway's portal.";
  const { account } = row;
  const item = { account, kind: "amount_mismatch", subject: attempt.id, attemptId: attempt.id, message } as const;
  await raiseAttention(ledger.connection, item, now);
}

/** `operationId`: null for a capture without an operation of ours. Nothing is written when it was confirmed meanwhile. */
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
      projectAfterMs: 0,
    });
  });
}

/** A capture of ours is undecided, the notification knows of one, and the query says "authorised": it may not have heard yet. */
export async function isBehindOurs(ledger: Ledger, attempt: AttemptRow, parsed: ParsedNotification): Promise<boolean> {
  if (claimOf(parsed).claims?.captured === undefined || attempt.state !== "authorised") return false;
  const operations = await ledger.operations(attempt.id);
  return operations.some(({ kind, status }) => kind === "capture" && (status === "sending" || status === "unknown"));
}
