import type { SubscriptionRecordState } from "../../modules/acquiring_subscription/domain/states";
import { clearForSubscription, raiseForSubscription } from "./subscription-attention";
import type { SubscriptionSync } from "./sync-subscription";

/**
 * Follows a cancellation request, and subscriptions that are charged after their end. The requester believes it is
 * over, so any other outcome raises an attention item, which is cleared only once the subscription has ended.
 */

/** Unknown for longer than this raises an item: a lost answer is found by a query within minutes. Our choice. */
const UNKNOWN_FOR_MS = 15 * 60_000;

export async function syncCancellation(following: SubscriptionSync, state: SubscriptionRecordState): Promise<void> {
  const { subscription, now } = following;
  const { gatewayState, cancel } = following.gatewayState;
  await noteOutcome(following);
  if (state === "ended" || state === "cancelled") await clearForSubscription(following, "renewal_failed");
  switch (gatewayState) {
    case "unnamed":
      return;
    case "over":
      return clearForSubscription(following, "subscription_cancel_unknown");
    case "cancelling":
      if (cancel && now.getTime() - cancel.sent_at.getTime() >= UNKNOWN_FOR_MS)
        await warn(following, NOT_KNOWN, cancel.id);
      return;
    case "active":
      // The gateway accepted the cancellation, or ended it itself, and later reports the subscription as active.
      if (subscription.state === "cancelled") await warn(following, GOES_ON, goesOn(following));
      else if (cancel?.status === "declined" || cancel?.status === "not_sent")
        await warn(following, notEnded(cancel.result_message), `refused:${cancel.id}`);
      return;
  }
}

/** Names the end, so that a second end and continuation are reported again. */
const goesOn = ({ subscription: { cancelled_at: at }, gatewayState: { cancel } }: SubscriptionSync): string =>
  `goes_on:${cancel?.id ?? "gateway"}:${at?.toISOString() ?? ""}`;

const NOT_KNOWN = "A cancellation was sent to the gateway, but its outcome is unknown.";
const GOES_ON = "The subscription was cancelled, but the gateway reports it as active.";

function notEnded(word: string | null): string {
  const reason = word ? ` Latest answer: ${word.slice(0, 200)}` : "";
  return `The subscription was not cancelled: the gateway continues to charge it. Cancel it again, or in the gateway's portal.${reason}`;
}

async function noteOutcome({ subscriptions, trx, subscription, gatewayState }: SubscriptionSync): Promise<void> {
  const { cancel } = gatewayState;
  if (!cancel) return;
  const noted = {
    subscriptionId: subscription.id,
    of: cancel.id,
    actor: "gateway",
    note: cancel.result_message,
  } as const;
  if (cancel.status === "declined" || cancel.status === "not_sent")
    await subscriptions.events.note(trx, { ...noted, kind: "cancel_refused" });
  if (cancel.status === "unknown") await subscriptions.events.note(trx, { ...noted, kind: "cancel_unknown" });
}

/** Once per reason; a dismissed item is not raised again. */
async function warn(following: SubscriptionSync, message: string, of: string): Promise<void> {
  const { subscriptions, trx, subscription } = following;
  const isNew = await subscriptions.events.note(trx, {
    subscriptionId: subscription.id,
    kind: "cancel_unknown",
    of: `late:${of}`,
    actor: "system",
    note: message,
  });
  if (isNew) await raiseForSubscription(following, "subscription_cancel_unknown", message);
}
