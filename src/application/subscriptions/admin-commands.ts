import { MedusaError } from "@medusajs/framework/utils";
import type { SubscriptionAnswer, SubscriptionCancel } from "../../api-schema/admin";
import type { SubscriptionRecord } from "../../modules/acquiring_subscription/rows";
import type { AdminRequestContext } from "../access/admin-request-context";
import { resolveLedger } from "../resolve-ledger";
import { projectAttempt } from "../orders/project-attempt";
import { requestCancellation } from "./cancel-subscription";
import { canOrder } from "./subscription-rows";
import { syncSubscriptions } from "./check-subscriptions";
import { subscriptionView } from "./subscription-page";
import { resolveSubscriptions } from "../renewals/subscriptions-of";
import { workTask } from "./work-task";

type Outcome = Pick<SubscriptionAnswer, "outcome" | "message">;

const answer = async (
  { container, targetId: id }: AdminRequestContext,
  { outcome, message }: Outcome,
): Promise<SubscriptionAnswer> => ({
  outcome,
  message,
  subscription: await subscriptionView(container, id),
});

export async function cancelAsAdmin(
  context: AdminRequestContext,
  { key, note }: SubscriptionCancel,
): Promise<SubscriptionAnswer> {
  const { container, targetId: id, actorId } = context;
  const input = { id, key, actor: "admin", actorId, note: note || null } as const;
  const result = await requestCancellation(container, input);
  return answer(context, result);
}

export async function checkAsAdmin(context: AdminRequestContext): Promise<SubscriptionAnswer> {
  const subscription = await requireSubscription(context);
  const isAnswered = await resolveLedger(context.container).checkAttempt(subscription.attempt_id ?? "");
  // Without an answer, the next check stays scheduled as it was.
  if (isAnswered) await syncSubscriptions(context.container, [subscription]);
  return answer(context, isAnswered ? DONE : { outcome: "unknown", message: "The gateway did not answer. Try again." });
}

const DONE: Outcome = { outcome: "done", message: null };
const NO_ORDER: Outcome = { outcome: "refused", message: "This charge needs no order." };

/** Creates the order of a charge that has none. An admin's decision is enough for an amount that was not agreed. */
export async function orderAsAdmin(context: AdminRequestContext, chargeId: string): Promise<SubscriptionAnswer> {
  const { container, targetId: id } = context;
  const { charges, records, tasks } = resolveSubscriptions(container);
  await requireSubscription(context);
  const charge = await charges.byId(chargeId);
  if (charge?.subscription_id !== id)
    throw new MedusaError(MedusaError.Types.NOT_FOUND, `The subscription has no charge ${chargeId}.`);
  const wished = await records.locked(id, async (_row, trx) => {
    // Read again under the lock: it may have been ordered or refunded in the meantime.
    const current = await charges.byAttempt(trx, charge.attempt_id);
    if (current?.order_state === "made") return DONE;
    if (!current || !canOrder(current)) return NO_ORDER;
    await charges.setOrder(trx, chargeId, { state: "due" });
    await tasks.request(trx, { subscriptionId: id, kind: "renewal", chargeId });
    return null;
  });
  if (wished) return answer(context, wished);
  const task = await tasks.ofCharge(chargeId);
  const done = task ? await workTask(container, task.id, true) : { kind: "busy" as const };
  if (done.kind === "failed") return answer(context, { outcome: "refused", message: done.message });
  if (done.kind === "busy") return answer(context, { outcome: "unknown", message: "Its order is being created." });
  await projectAttempt(container, charge.attempt_id);
  return answer(context, DONE);
}

async function requireSubscription({ container, targetId: id }: AdminRequestContext): Promise<SubscriptionRecord> {
  const subscription = await resolveSubscriptions(container).records.byId(id);
  if (subscription) return subscription;
  throw new MedusaError(MedusaError.Types.NOT_FOUND, `There is no subscription ${id}.`);
}
