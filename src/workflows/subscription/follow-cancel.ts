import type { ContractState } from "../../modules/acquiring_subscription/domain/states";
import { clearForContract, raiseForContract } from "./contract-attention";
import type { Following } from "./follow-contract";

/** What became of a wish to end a contract, and of a contract that goes on although it ended. */

/** After so long a person is told: an answer that was lost is found by a query within minutes. Our choice. */
const UNKNOWN_FOR_MS = 15 * 60_000;

export async function followCancel(following: Following, state: ContractState): Promise<void> {
  const { standing, contract } = following;
  await noteOutcome(following);
  if (state === "ended" || state === "cancelled") {
    await clearForContract(following, "renewal_failed");
    if (standing.standing === "over") await clearForContract(following, "subscription_cancel_unknown");
    // The gateway took our wish, and says long after that the contract is active.
    else if (state === "cancelled" && contract.state === "cancelled") await warn(following, GOES_ON, "goes_on");
    return;
  }
  const { cancel } = standing;
  const isUnknown = cancel?.status === "unknown" || cancel?.status === "sending";
  if (!isUnknown) return clearForContract(following, "subscription_cancel_unknown");
  const since = following.now.getTime() - cancel.sent_at.getTime();
  if (since >= UNKNOWN_FOR_MS) await warn(following, NOT_KNOWN, cancel.id);
}

const NOT_KNOWN = "The gateway was asked to end the subscription, and it is not known whether it did.";
const GOES_ON = "The subscription was cancelled, and the gateway says that it goes on.";

async function noteOutcome({ subscriptions, trx, contract, standing }: Following): Promise<void> {
  const { cancel } = standing;
  if (!cancel) return;
  const noted = { contractId: contract.id, of: cancel.id, actor: "gateway", note: cancel.result_message } as const;
  if (cancel.status === "declined" || cancel.status === "not_sent")
    await subscriptions.events.note(trx, { ...noted, kind: "cancel_refused" });
  if (cancel.status === "unknown") await subscriptions.events.note(trx, { ...noted, kind: "cancel_unknown" });
}

/** Once for each reason; a person who dismisses it is not asked again. */
async function warn(following: Following, message: string, of: string): Promise<void> {
  const { subscriptions, trx, contract } = following;
  const isNew = await subscriptions.events.note(trx, {
    contractId: contract.id,
    kind: "cancel_unknown",
    of: `late:${of}`,
    actor: "system",
    note: message,
  });
  if (isNew) await raiseForContract(following, "subscription_cancel_unknown", message);
}
