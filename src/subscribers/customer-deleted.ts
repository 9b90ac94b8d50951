import type { SubscriberArgs, SubscriberConfig } from "@medusajs/framework";
import { CustomerWorkflowEvents } from "@medusajs/framework/utils";
import { forgetCustomer } from "../application/saved-cards/forget-customer";

/** Deletes a customer's saved cards with the account. */
export default async function customerDeleted({ event, container }: SubscriberArgs<{ id: string }>): Promise<void> {
  await forgetCustomer(container, event.data.id);
}

export const config: SubscriberConfig = { event: CustomerWorkflowEvents.DELETED };
