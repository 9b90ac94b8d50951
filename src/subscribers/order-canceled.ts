import type { SubscriberArgs, SubscriberConfig } from "@medusajs/framework";
import { OrderWorkflowEvents } from "@medusajs/framework/utils";
import { recheckCancelledOrder } from "../application/orders/recheck-cancelled-order";
import { cancelForOrder } from "../application/subscriptions/cancel-with-order";

/**
 * What the cancelled order's payment still holds is looked at. Cancelling the order that a subscription was bought with ends
 * it too, if the option `subscription.cancelWithOrder` says so.
 */
export default async function orderCanceled({ event, container }: SubscriberArgs<{ id: string }>): Promise<void> {
  try {
    await cancelForOrder(container, event.data.id);
  } finally {
    await recheckCancelledOrder(container, event.data.id);
  }
}

export const config: SubscriberConfig = { event: OrderWorkflowEvents.CANCELED };
