import type { SubscriberArgs, SubscriberConfig } from "@medusajs/framework";
import { wakePolicyForPayment } from "../application/capture-policy/wake-policy";

/** What was held for review is captured as the policy says, once it is approved. */
export default async function reviewApproved({
  event,
  container,
}: SubscriberArgs<{ attempt_id: string }>): Promise<void> {
  await wakePolicyForPayment(container, event.data.attempt_id);
}

export const config: SubscriberConfig = { event: "acquiring.payment.review_approved" };
