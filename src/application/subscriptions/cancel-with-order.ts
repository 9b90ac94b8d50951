import type { MedusaContainer } from "@medusajs/framework/types";
import { ContainerRegistrationKeys, OrderStatus } from "@medusajs/framework/utils";
import type { SubscriptionRecord } from "../../modules/acquiring_subscription/rows";
import { resolveLedger } from "../resolve-ledger";
import { forEachDue } from "../for-each-due";
import { requestCancellation } from "./cancel-subscription";
import { resolveSubscriptions } from "../renewals/subscriptions-of";

export async function cancelForOrder(container: MedusaContainer, orderId: string): Promise<void> {
  for (const subscription of await resolveSubscriptions(container).records.ofOrder(orderId)) {
    if (subscription.state === "active" && (await isOrderCancelled(container, subscription)))
      await cancelWithOrder(container, subscription);
  }
}

/** Always false while the option `subscription.cancelWithOrder` is off. */
export async function isOrderCancelled(
  container: MedusaContainer,
  { order_id: id }: Pick<SubscriptionRecord, "order_id">,
): Promise<boolean> {
  if (id === null || !resolveLedger(container).options.subscription.cancelWithOrder) return false;
  const { data } = await container
    .resolve(ContainerRegistrationKeys.QUERY)
    .graph({ entity: "order", fields: ["id", "status"], filters: { id } });
  return data[0]?.status === OrderStatus.CANCELED;
}

/** The idempotency key makes repeated runs one request; a request proven lost is replaced by a new one. */
export async function cancelWithOrder(
  container: MedusaContainer,
  { id, attempt_id: attemptId }: Pick<SubscriptionRecord, "id" | "attempt_id">,
): Promise<void> {
  const key = attemptId && (await resolveLedger(container).subscriptions.systemKey(attemptId, "order-cancelled"));
  if (!key) return;
  const note = "Its order was cancelled.";
  const input = { id, key, actor: "system", actorId: null, note } as const;
  await requestCancellation(container, input);
}

const PAGE = 100;

const OF_CANCELLED_ORDERS = `
  SELECT subscription.id, subscription.attempt_id FROM acquiring_subscription AS subscription
  JOIN "order" AS placed ON placed.id = subscription.order_id AND placed.status = 'canceled'
  WHERE subscription.state = 'active' AND subscription.recurring_id IS NOT NULL AND subscription.deleted_at IS NULL
    AND subscription.id > :after
  ORDER BY subscription.id LIMIT ${String(PAGE)}`;

/** Every hour: those whose event was lost, or whose request was refused before the send, as in recovery mode. */
export async function endWithOrders(container: MedusaContainer): Promise<void> {
  const { options, drain } = resolveLedger(container);
  if (!options.subscription.cancelWithOrder) return;
  const { connection } = resolveSubscriptions(container).records;
  let after: string | undefined = "";
  while (after !== undefined && !drain.isOver) {
    const { rows }: { rows: Pick<SubscriptionRecord, "id" | "attempt_id">[] } = await connection.raw(
      OF_CANCELLED_ORDERS,
      { after },
    );
    const attempts = new Map(rows.map(({ id, attempt_id: attemptId }) => [id, attemptId]));
    const run = (id: string): Promise<void> => cancelWithOrder(container, { id, attempt_id: attempts.get(id) ?? null });
    await forEachDue(container, [...attempts.keys()], { work: "subscription", run });
    after = rows[PAGE - 1]?.id;
  }
}
