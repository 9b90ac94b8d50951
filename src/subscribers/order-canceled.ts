import type { SubscriberArgs, SubscriberConfig } from "@medusajs/framework";
import { OrderWorkflowEvents } from "@medusajs/framework/utils";
import { recheckCancelledOrder } from "../application/orders/recheck-cancelled-order";
import { cancelForOrder } from "../application/subscriptions/cancel-with-order";

/**
 * Rechecks what the cancelled order's payment still holds. With the option `subscription.cancelWithOrder`, cancelling
 * the order that began a subscription ends the subscription too.
 */
export default async function orderCanceled({ event, container }: SubscriberArgs<{ id: string }>): Promise<void> {
  try {
    await cancelForOrder(container, event.data.id);
  } finally {
    await recheckCancelledOrder(container, event.data.id);
  }
}

export const config: SubscriberConfig = { event: OrderWorkflowEvents.CANCELED };
