import type { MedusaContainer } from "@medusajs/framework/types";
import { addEvents, minorOf } from "../../modules/acquiring";
import { renewedEvent } from "../../modules/acquiring_subscription/store/events";
import { resolveLedger } from "../resolve-ledger";
import { clearForSubscription, raiseForSubscription } from "./subscription-attention";
import type { Renewal } from "./renewal-order";
import { resolveSubscriptions } from "../renewals/subscriptions-of";

export async function noteRenewalOrder(
  container: MedusaContainer,
  renewal: Renewal,
  orderId: string | null,
): Promise<void> {
  const { records, charges, events } = resolveSubscriptions(container);
  const { subscription, charge } = renewal;
  const now = resolveLedger(container).now();
  const place = await placeOf(container, renewal);
  await records.locked(subscription.id, async (_row, trx) => {
    await charges.setOrder(trx, charge.id, { state: orderId === null ? "none" : "made", id: orderId });
    await addEvents(trx, [renewedEvent(charge.id, orderId, now)]);
    if (orderId !== null) {
      await events.note(trx, {
        subscriptionId: subscription.id,
        kind: "order_created",
        of: charge.id,
        actor: "system",
        number: charge.number,
        amount: minorOf(charge.amount),
        orderId,
      });
    }
    if (!place) return;
    await clearForSubscription({ ...place, trx }, "renewal_without_order", charge.attempt_id);
    await clearForSubscription({ ...place, trx }, "renewal_amount_changed", charge.attempt_id);
  });
}

/** The money stays recorded; retried with growing intervals, at most once a day, or by an admin. */
export async function noteRenewalFailure(container: MedusaContainer, renewal: Renewal, message: string): Promise<void> {
  const { charges, records, events } = resolveSubscriptions(container);
  const { subscription, charge } = renewal;
  const place = await placeOf(container, renewal);
  await records.locked(subscription.id, async (_row, trx) => {
    // Refunded, or ordered by another process, in the meantime: no attention needed.
    if ((await charges.byAttempt(trx, charge.attempt_id))?.order_state !== "due") return;
    await events.note(trx, {
      subscriptionId: subscription.id,
      kind: "order_failed",
      of: charge.id,
      actor: "system",
      number: charge.number,
      amount: minorOf(charge.amount),
      note: message,
    });
    if (!place) return;
    const text = `Charge ${String(charge.number)} was paid, but its order could not be created: ${message.slice(0, 300)}`;
    await raiseForSubscription({ ...place, trx }, "renewal_without_order", text, charge.attempt_id);
  });
}

async function placeOf(container: MedusaContainer, { subscription }: Renewal) {
  const ledger = resolveLedger(container);
  const first = await ledger.attempts.attempt(subscription.attempt_id ?? "");
  return first ? { first, now: ledger.now() } : null;
}
