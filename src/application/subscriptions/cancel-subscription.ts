import type { MedusaContainer } from "@medusajs/framework/types";
import { MedusaError } from "@medusajs/framework/utils";
import type { CancelSubscription, SubscriptionLedger } from "../../modules/acquiring";
import type { SubscriptionRecordState } from "../../modules/acquiring_subscription/domain/states";
import type { SubscriptionActor, SubscriptionRecord } from "../../modules/acquiring_subscription/rows";
import { resolveLedger } from "../resolve-ledger";
import { syncSubscription } from "./sync-subscription";
import { resolveSubscriptions } from "../renewals/subscriptions-of";

/** Through the gate: row first, one request at a time, never again while unknown. No compensation: sent stays sent. */
export interface SubscriptionCancellation {
  readonly id: string;
  readonly key: string;
  readonly actor: Exclude<SubscriptionActor, "gateway">;
  readonly actorId: string | null;
  readonly note: string | null;
}

/** `refused`: nothing was sent, or the gateway refused. `unknown`: it is being queried. */
export interface CancellationResult {
  readonly outcome: "done" | "refused" | "unknown";
  readonly message: string | null;
}

export async function requestCancellation(
  container: MedusaContainer,
  request: SubscriptionCancellation,
): Promise<CancellationResult> {
  const subscription = await resolveSubscriptions(container).records.byId(request.id);
  if (!subscription?.attempt_id) {
    throw new MedusaError(MedusaError.Types.NOT_FOUND, `There is no subscription ${request.id}.`);
  }
  const refusal = cancellationRefusal(subscription);
  if (refusal !== null) return refusal;
  await noteRequest(container, request);
  const { actor, actorId, key, note } = request;
  const result = await endAtGateway(container, { attemptId: subscription.attempt_id, actor, actorId, key, note });
  // Check now: the next scheduled check of an ended subscription may be far away.
  if (subscription.state === "ended" && !isAnswered(result))
    await resolveLedger(container).checkAttempt(subscription.attempt_id);
  return resultOf(result, (await syncSubscription(container, subscription))?.state);
}

/** Also queries the gateway: what it refused may have ended already, and what it accepted has its old status. */
export async function endAtGateway(container: MedusaContainer, request: CancelSubscription): Promise<GateResult> {
  const ledger = resolveLedger(container);
  const result = await ledger.subscriptions.cancel(request);
  if (isAnswered(result)) await ledger.checkAttempt(request.attemptId);
  return result;
}

const isAnswered = ({ kind }: GateResult): boolean => kind === "declined" || kind === "settled";

/** Why no cancellation is needed or possible; null if it is. */
export function cancellationRefusal({
  state,
  recurring_id: recurringId,
  gateway_status: gatewayStatus,
}: SubscriptionRecord): CancellationResult | null {
  switch (state) {
    case "cancelled":
      return { outcome: "done", message: null };
    case "ended":
      // It ended by its terms; if the gateway still charges it, cancelling is the remedy.
      if (recurringId !== null && gatewayStatus === "active") return null;
      return { outcome: "refused", message: "The subscription has already ended." };
    case "failed":
      return {
        outcome: "refused",
        message: "The first payment did not succeed, so there is no subscription to cancel.",
      };
    case "pending":
    case "active":
    case "cancelling":
      return recurringId === null ? { outcome: "refused", message: NOT_NAMED } : null;
  }
}

const NOT_NAMED = "No gateway subscription ID yet. Refresh the status first, then try again.";

/** Recorded before the request, for the history. A request already in progress keeps its requester. */
async function noteRequest(container: MedusaContainer, request: SubscriptionCancellation): Promise<void> {
  const { records, events } = resolveSubscriptions(container);
  const { id: subscriptionId, key, actor, actorId, note } = request;
  await records.locked(subscriptionId, async (row, trx) => {
    await events.note(trx, { subscriptionId, kind: "cancel_requested", of: key, actor, actorId, note });
    if (row.state !== "cancelling") {
      await records.change(trx, subscriptionId, { cancel_key: key, cancel_actor: actor, cancel_actor_id: actorId });
    }
  });
}

type GateResult = Awaited<ReturnType<SubscriptionLedger["cancel"]>>;

export function resultOf(result: GateResult, state: SubscriptionRecordState | undefined): CancellationResult {
  if (state === "cancelled") return { outcome: "done", message: null };
  switch (result.kind) {
    case "settled":
      return { outcome: "done", message: null };
    case "pending":
    case "unknown":
      return { outcome: "unknown", message: "The outcome of the request is being queried." };
    case "declined":
    case "not_sent":
    case "refused":
      return { outcome: state === "cancelling" ? "unknown" : "refused", message: result.reason.message };
  }
}
