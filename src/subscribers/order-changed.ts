import type { SubscriberArgs, SubscriberConfig } from "@medusajs/framework";
import { OrderEditWorkflowEvents, OrderWorkflowEvents } from "@medusajs/framework/utils";
import { closeUnusedCollection } from "../application/orders/balance-collection";
import { announceBalance } from "../application/orders/announce-balance";

/** A confirmed edit, exchange or claim may leave an amount that the customer still owes, or end what was owed. */
export default async function orderChanged({ event, container }: SubscriberArgs<{ order_id: string }>): Promise<void> {
  const { order_id: orderId } = event.data;
  if (!(await announceBalance(container, orderId, "order_changed"))) await closeUnusedCollection(container, orderId);
}

export const config: SubscriberConfig = {
  event: [OrderEditWorkflowEvents.CONFIRMED, OrderWorkflowEvents.EXCHANGE_CREATED, OrderWorkflowEvents.CLAIM_CREATED],
};
