import type { MedusaContainer } from "@medusajs/framework/types";
import type { TaskRow } from "../../modules/acquiring_subscription/rows";
import { runHookedWorkflow } from "../hooks/run-hooked-workflow";
import { resolveLedger } from "../resolve-ledger";
import { errorMessage } from "../safe-error-text";
import { announceBalance } from "../orders/announce-balance";
import { draftForDeclined } from "./declined-renewal";
import type { Renewal } from "./renewal-order";
import { noteRenewalFailure, noteRenewalOrder } from "./renewal-outcome";
import { cancelWithdrawnDrafts } from "../renewals/paid-renewal";
import { resolveSubscriptions } from "../renewals/subscriptions-of";
import { chargeOf } from "./hook-payloads";

/** `busy` if another process has the task or it is done. A failed task is retried later. */
export type TaskOutcome = { readonly kind: "done" | "busy" } | { readonly kind: "failed"; readonly message: string };

export async function workTask(container: MedusaContainer, id: string, isWanted = false): Promise<TaskOutcome> {
  const lease = await resolveLedger(container).leases.take("subscription-task", id);
  if (!lease) return { kind: "busy" };
  try {
    const task = await resolveSubscriptions(container).tasks.open(id, isWanted);
    return task ? await workHeldTask(container, task) : { kind: "busy" };
  } finally {
    await lease.release();
  }
}

async function workHeldTask(container: MedusaContainer, task: TaskRow): Promise<TaskOutcome> {
  const { tasks } = resolveSubscriptions(container);
  try {
    await carryOut(container, task);
  } catch (error) {
    const message = errorMessage(error);
    await tasks.fail(task);
    await showFailure(container, task, message);
    return { kind: "failed", message };
  }
  await tasks.finish(task);
  return { kind: "done" };
}

async function carryOut(container: MedusaContainer, task: TaskRow): Promise<void> {
  const subscription = { subscription_id: task.subscription_id };
  const charge = { charge_id: task.charge_id ?? "" };
  switch (task.kind) {
    case "created":
      await runHookedWorkflow(container, "acquiring-announce-subscription", subscription);
      return;
    case "cancelled":
      await runHookedWorkflow(container, "acquiring-announce-cancellation", subscription);
      return;
    case "renewal_failed":
      await runHookedWorkflow(container, "acquiring-announce-renewal-failure", charge);
      return;
    case "renewal":
      await recordRenewal(container, task.charge_id ?? "");
      return;
  }
}

async function recordRenewal(container: MedusaContainer, chargeId: string): Promise<void> {
  const renewal = await chargeOf(container, chargeId);
  if (renewal?.charge.state === "declined") return announceDeclined(container, renewal);
  // Refunded in the meantime: no order is owed.
  if (renewal?.charge.order_state !== "due") return;
  // It may have been declined before, with a draft to pay for it; the order that is made now takes the draft's place.
  await cancelWithdrawnDrafts(container, renewal.charge.subscription_id);
  const result = await runHookedWorkflow(container, "acquiring-record-renewal", { charge_id: chargeId });
  // Last step, with the event: a recorded order is never announced again.
  await noteRenewalOrder(container, renewal, result.order_id);
}

/** `subscription.draftForDeclined`: whoever hears of it can send a link. */
async function announceDeclined(container: MedusaContainer, { subscription, charge }: Renewal): Promise<void> {
  const asked = { subscriptionId: subscription.id, chargeId: charge.id, actor: "system", actorId: null } as const;
  const draft = await draftForDeclined(container, asked);
  if ("orderId" in draft) await announceBalance(container, draft.orderId, "renewal_declined");
}

async function showFailure(container: MedusaContainer, task: TaskRow, message: string): Promise<void> {
  if (task.kind !== "renewal" || task.charge_id === null) return;
  const renewal = await chargeOf(container, task.charge_id);
  if (renewal && renewal.charge.state !== "declined") await noteRenewalFailure(container, renewal, message);
}
