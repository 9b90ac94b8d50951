import type { ParsedNotification } from "../../gateway/notification";
import { hintOf } from "./claims";
import { raiseAttention } from "./ledger/attention";
import { inferredCapture, recordConfirmation } from "./ledger/confirmations";
import type { InboxRow } from "./ledger/inbox";
import type { Ledger } from "./ledger/ledger";
import type { AttemptRow } from "./ledger/rows";
import { minorOf } from "./ledger/rows";

/**
 * What a verified notification says of the captured amount, weighed against the ledger after the gateway was asked: it
 * confirms a capture that only a query told of, or a person is told that the two differ. Amounts are not taken back by a
 * message.
 */
export interface Weighed {
  readonly row: InboxRow;
  /** As it is after the question. */
  readonly attempt: AttemptRow;
  readonly parsed: ParsedNotification;
  readonly now: Date;
}

export async function weighCapturedAmount(ledger: Ledger, { row, attempt, parsed, now }: Weighed): Promise<void> {
  const claimed = hintOf(parsed).claims?.captured;
  if (claimed === undefined) return;
  const inferred = await inferredCapture(ledger.connection, attempt.id);
  const captured = minorOf(attempt.captured);
  if (claimed === captured && inferred === null) return;
  const operations = await ledger.operations(attempt.id);
  const own = operations.filter(({ kind }) => kind === "capture");
  const alike = own.filter(({ amount }) => minorOf(amount) === claimed);
  // Of two captures of one amount nobody knows which it means.
  if (inferred && !inferred.isConfirmed && alike.length === 1 && alike[0]?.id === inferred.operationId) {
    await recordConfirmation(ledger, { ...inferred, attemptId: attempt.id, inboxEventId: row.id, now });
  }
  if (claimed === captured || alike.length > 0) return;
  // With captures of our own it may speak of how it stood before the last, or of the whole order; but not where only a
  // query says that ours was made: it was perhaps somebody else's that the query saw.
  const mayBeOurs = claimed < captured || claimed === minorOf(attempt.requested);
  if (mayBeOurs && own.length > 0 && inferred === null) return;
  const message = "A notification names another captured amount than the ledger's; compare with the gateway's portal.";
  const { account } = row;
  const item = { account, kind: "amount_mismatch", subject: attempt.id, attemptId: attempt.id, message } as const;
  await raiseAttention(ledger.connection, item, now);
}
