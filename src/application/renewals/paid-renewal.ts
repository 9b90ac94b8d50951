import type { MedusaContainer } from "@medusajs/framework/types";
import { Modules } from "@medusajs/framework/utils";
import { addEvents, clearAttention, minorOf } from "../../modules/acquiring";
import { renewedEvent } from "../../modules/acquiring_subscription/store/events";
import { resolveLedger } from "../resolve-ledger";
import { resolveSubscriptions } from "./subscriptions-of";

/**
 * An order that pays for a declined renewal has a payment: its billing period is paid from now on. Call it before Medusa
 * records the payment; returns false if the gateway charged the period meanwhile, so the money is not wanted. True for any
 * other order. Idempotent.
 */
export async function claimRenewal(container: MedusaContainer, orderId: string): Promise<boolean> {
  const { charges, events, records } = resolveSubscriptions(container);
  const [asked] = await charges.ofOrder(records.connection, orderId);
  const subscription = asked && (await records.byId(asked.subscription_id));
  if (!subscription) return true;
  const { attempt_id: first } = subscription;
  const now = resolveLedger(container).now();
  const isClaimed = await records.locked(subscription.id, async (_row, trx) => {
    const own = await charges.ofOrder(trx, orderId);
    const cycle = own.filter(({ state }) => state === "declined");
    const isCharged = own.some((one) => one.state !== "declined" && one.order_state !== "made");
    const claimed = { subscriptionId: subscription.id, kind: "paid_with_order", of: orderId } as const;
    if (isCharged) return events.has(trx, claimed);
    if (cycle.some(({ order_state: state }) => state === "none")) return false;
    for (const { id } of cycle) await charges.setOrder(trx, id, { state: "made" });
    const [charge] = cycle;
    if (!charge) return true;
    const { paid } = await charges.count(trx, subscription.id);
    await records.change(trx, subscription.id, { paid_charges: paid });
    const isNew = await events.note(trx, {
      ...{ ...claimed, actor: "customer", orderId },
      ...{ number: charge.number, amount: minorOf(charge.amount) },
    });
    if (isNew) await addEvents(trx, [renewedEvent(charge.id, orderId, now)]);
    if (first !== null) await clearAttention(trx, "renewal_failed", first, now);
    return true;
  });
  return isClaimed ?? true;
}

/** `charge`: it was declined and the gateway charged its period with another one, or it turned out to be paid. */
export const WITHDRAWN = `((charge.state = 'declined' AND charge.order_state = 'none')
  OR (charge.state <> 'declined' AND charge.order_state <> 'made'))`;

/**
 * Drafts for periods that the gateway charged after all. A payment that arrives for one is late money; one whose payment
 * was claimed before is being recorded.
 */
export async function cancelWithdrawnDrafts(container: MedusaContainer, subscriptionId: string): Promise<void> {
  const { events, records } = resolveSubscriptions(container);
  const rows = await resolveLedger(container)
    .attempts.connection("acquiring_charge AS charge")
    .join("order AS placed", "placed.id", "charge.order_id")
    .where({ "charge.subscription_id": subscriptionId })
    .whereRaw(WITHDRAWN)
    .where({ "placed.status": "draft", "placed.deleted_at": null, "charge.deleted_at": null })
    .distinct<{ id: string }[]>("placed.id");
  const paid = { subscriptionId, kind: "paid_with_order" } as const;
  for (const { id } of rows)
    if (!(await events.has(records.connection, { ...paid, of: id }))) await container.resolve(Modules.ORDER).cancel(id);
}
