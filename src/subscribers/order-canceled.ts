import type { SubscriberArgs, SubscriberConfig } from "@medusajs/framework";
import { OrderWorkflowEvents } from "@medusajs/framework/utils";
import { cancelForOrder } from "../workflows/subscription/cancel-with-order";

/** Cancelling the order that a subscription was bought with ends it too, if the option `subscription.cancelWithOrder` says so. */
export default async function orderCanceled({ event, container }: SubscriberArgs<{ id: string }>): Promise<void> {
  await cancelForOrder(container, event.data.id);
}

export const config: SubscriberConfig = { event: OrderWorkflowEvents.CANCELED };
