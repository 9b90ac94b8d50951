import type { SubscriberArgs, SubscriberConfig } from "@medusajs/framework";
import { FulfillmentWorkflowEvents, OrderEditWorkflowEvents, OrderWorkflowEvents } from "@medusajs/framework/utils";
import { wakePolicyForFulfilment, wakePolicyForOrder } from "../application/capture-policy/wake-policy";

/** The capture policy looks at the payments of an order that was placed, edited, fulfilled, shipped or delivered. */
export default async function orderHandedOver({
  event,
  container,
}: SubscriberArgs<{ id?: string; order_id?: string }>): Promise<void> {
  const { id, order_id: orderId } = event.data;
  if (OF_FULFILMENT.has(event.name)) {
    if (id !== undefined) await wakePolicyForFulfilment(container, id);
    return;
  }
  const of = orderId ?? id;
  if (of !== undefined) await wakePolicyForOrder(container, of);
}

const OF_FULFILMENT: ReadonlySet<string> = new Set([
  FulfillmentWorkflowEvents.SHIPMENT_CREATED,
  FulfillmentWorkflowEvents.DELIVERY_CREATED,
]);

export const config: SubscriberConfig = {
  event: [
    OrderWorkflowEvents.PLACED,
    OrderWorkflowEvents.FULFILLMENT_CREATED,
    OrderEditWorkflowEvents.CONFIRMED,
    ...OF_FULFILMENT,
  ],
};
