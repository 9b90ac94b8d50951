import type { ParsedNotification } from "../../../gateway/notifications/notification";
import { LAG_TRIES } from "./conclude-notification";
import { claimOf } from "./notification-claims";
import { confirmCapture, confirmExternalCapture } from "../domain/settlement";
import { applyDecision, noDetails } from "../ledger/apply-decision";
import { raiseAttention } from "../ledger/attention-rows";
import type { InboxRow } from "../ledger/inbox";
import type { Ledger } from "../ledger/ledger";
import type { AttemptRow, OperationRow } from "../ledger/rows/attempt-row";
import { minorOf } from "../ledger/rows/attempt-row";

/** Confirms a capture that only a query reported, or reports the difference. A message never reduces an amount. */
export interface CapturedAmountCheck {
  readonly row: InboxRow;
  readonly parsed: ParsedNotification;
  readonly now: Date;
}

/** "wait": the amount is the one that a capture of ours will make, and nothing proves yet whether it was made. */
export async function verifyCapturedAmount(
  ledger: Ledger,
  attemptId: string,
  weighed: CapturedAmountCheck,
): Promise<"checked" | "wait"> {
  const claimed = claimOf(weighed.parsed).claims?.captured;
  const read = claimed === undefined ? undefined : await ledger.withOperations(attemptId);
  if (claimed === undefined || !read) return "checked";
  const attempt = read.row;
  const captured = minorOf(attempt.captured);
  const own = read.operations.filter(({ kind }) => kind === "capture");
  const inferred = own.find(({ inferred_at: since }) => since !== null);
  // With several captures only their sum proves that all of them are ours.
  if (claimed === captured && (inferred || attempt.capture_inferred_at))
    await recordConfirmation(ledger, inferred?.id ?? null, attempt, weighed);
  if (claimed === captured || own.some(({ amount }) => minorOf(amount) === claimed)) return "checked";
  // No query can prove a further capture. The message may arrive before the response, but not long after it.
  const open = own.find(isUndecided);
  const isExpected = open !== undefined && claimed === captured + minorOf(open.amount);
  if (isExpected && (open.status === "sending" || weighed.row.tries < LAG_TRIES)) return "wait";
  // With captures of our own the amount may be an earlier total or the whole order's; but not if only a query reports
  // our capture, which may have seen someone else's.
  const mayBeOurs = claimed < captured || claimed === minorOf(attempt.requested);
  if (mayBeOurs && own.length > 0 && !inferred) return "checked";
  const { account } = weighed.row;
  const message = isExpected ? PROBABLY_MADE : DIFFERS;
  const item = { account, kind: "amount_mismatch", subject: attempt.id, attemptId: attempt.id, message } as const;
  await raiseAttention(ledger.connection, item, weighed.now);
  return "checked";
}

const DIFFERS = "A notification reports another captured amount than the ledger. Compare it with the gateway's portal.";
/** The text of an item about our own undecided capture; the decision that it was made may close the item. */
export const PROBABLY_MADE =
  "A notification reports the amount that is captured if the capture with an unknown outcome was made. Compare it with the gateway's portal, then decide about that capture.";

/** `operationId`: null for a capture without an operation of ours. Nothing is written if it was confirmed meanwhile. */
async function recordConfirmation(
  ledger: Ledger,
  operationId: string | null,
  attempt: AttemptRow,
  { row, now }: CapturedAmountCheck,
): Promise<void> {
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

const isUndecided = ({ status }: OperationRow): boolean => status === "sending" || status === "unknown";
