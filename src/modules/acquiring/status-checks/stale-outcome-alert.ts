import { clearAttention, raiseAttention } from "../ledger/attention-rows";
import type { Ledger } from "../ledger/ledger";
import type { AttemptRow, OperationRow } from "../ledger/rows/attempt-row";
import type { UnresolvedSince } from "../ledger/rows/unresolved-since";
import { unresolvedSince } from "../ledger/rows/unresolved-since";

/** After this long without a result the item is raised; promise 5. */
const UNKNOWN_ATTENTION_MS = 15 * 60_000;

type Kind = "unknown_outcome" | "subscription_cancel_unknown";

export async function alertStaleOutcomes(
  { ledger, now }: { readonly ledger: Ledger; readonly now: () => Date },
  attemptId: string,
): Promise<void> {
  const attempt = await ledger.attempt(attemptId);
  if (!attempt) return;
  // Operations read on their own may be newer: nothing would be undecided then.
  const found = unresolvedSince(attempt, now()) === null ? undefined : await ledger.withOperations(attemptId);
  const undecided = found ? unresolvedSince(found.row, now()) : null;
  const told = found && undecided !== null ? kindOf(found.row, found.operations) : null;
  // The subscription clears the other kind: a gateway that keeps charging is raised under the same name.
  if (told !== "unknown_outcome") await clearAttention(ledger.connection, "unknown_outcome", attempt.id, now());
  if (undecided === null || told === null) return;
  if (now().getTime() - undecided.since.getTime() < UNKNOWN_ATTENTION_MS) return;
  const { account, id } = attempt;
  const message = messageOf(undecided, told);
  await raiseAttention(ledger.connection, { account, kind: told, subject: id, attemptId: id, message }, now());
}

/** Ending a subscription moves no money: if only that is open, the item has its own kind. */
function kindOf({ state }: AttemptRow, operations: readonly OperationRow[]): Kind {
  const open = operations.filter(({ status }) => status === "unknown");
  const isSubscriptionAlone = open.length > 0 && open.every(({ kind }) => kind === "cancel_subscription");
  return isSubscriptionAlone && state !== "unknown" ? "subscription_cancel_unknown" : "unknown_outcome";
}

const MESSAGES: Readonly<Record<UnresolvedSince["what"], string>> = {
  outcome:
    "The outcome of an operation is unknown. The gateway is queried regularly. If it is urgent, check the gateway's portal.",
  authentication:
    "The gateway holds money and does not report whether 3-D Secure was used, which this shop requires. No order is created until it does. Check the gateway's portal.",
  ending:
    "The time to pay has expired, and the gateway does not report whether the customer paid. It is queried regularly, and nothing else is sent for it until then. Check the gateway's portal.",
  decision:
    "The gateway has not decided this payment in the time that it should take. It is queried every hour. Check the gateway's portal, and ask the gateway if it is not decided there.",
};

function messageOf({ what }: UnresolvedSince, kind: Kind): string {
  if (kind === "subscription_cancel_unknown")
    return "A cancellation of a subscription was sent to the gateway, and its result is unknown. The gateway is queried regularly. Check the gateway's portal.";
  return MESSAGES[what];
}
