import type { SubscriberArgs, SubscriberConfig } from "@medusajs/framework";
import { OrderEditWorkflowEvents, OrderWorkflowEvents } from "@medusajs/framework/utils";
import { followRefund } from "../application/returns/follow-refund";

/** A received return, or a confirmed edit, exchange or claim, may leave something to refund. A lost event: `watchRefunds`. */
export default async function refundDue({ event, container }: SubscriberArgs<{ order_id: string }>): Promise<void> {
  await followRefund(container, event.data.order_id);
}

export const config: SubscriberConfig = {
  event: [
    OrderWorkflowEvents.RETURN_RECEIVED,
    OrderWorkflowEvents.CLAIM_CREATED,
    OrderWorkflowEvents.EXCHANGE_CREATED,
    OrderEditWorkflowEvents.CONFIRMED,
  ],
};
