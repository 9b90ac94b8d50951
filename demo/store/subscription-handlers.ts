import type { MedusaContainer } from "@medusajs/framework/types";
import { Modules } from "@medusajs/framework/utils";
import {
  acquiringAnnounceCancellationWorkflow,
  acquiringAnnounceRenewalFailureWorkflow,
  acquiringAnnounceSubscriptionWorkflow,
  acquiringRecordRenewalWorkflow,
} from "../../src/workflows";

/**
 * Example handlers of a shop for subscription changes: they add a notification to the dashboard. In your own store,
 * import from `medusa-payment-acquiring/workflows` and put the file into `src/workflows/hooks`. Handlers may be called
 * twice; the key keeps that one notification.
 */
async function tell(container: MedusaContainer, line: { key: string; title: string; text: string }): Promise<void> {
  await container.resolve(Modules.NOTIFICATION).createNotifications({
    to: "",
    channel: "feed",
    template: "admin-ui",
    idempotency_key: line.key,
    data: { title: line.title, description: line.text },
  });
}

acquiringAnnounceSubscriptionWorkflow.hooks.subscriptionCreated(async ({ subscription_id: id }, { container }) => {
  await tell(container, { key: `created_${id}`, title: "A new subscription", text: `It is active: ${id}` });
});

// Returns nothing, so the renewal gets its order as usual.
acquiringRecordRenewalWorkflow.hooks.renewalReceived(async (renewal, { container }) => {
  const { charge_id: charge, number, amount, currency } = renewal;
  const text = `Charge ${String(number)}: ${amount} ${currency}`;
  await tell(container, { key: `renewed_${charge}`, title: "A subscription was renewed", text });
});

acquiringAnnounceRenewalFailureWorkflow.hooks.renewalFailed(async (renewal, { container }) => {
  const { charge_id: charge, number, message } = renewal;
  const text = `Charge ${String(number)}: ${message ?? "no reason was given"}`;
  await tell(container, { key: `failed_${charge}`, title: "Renewal declined", text });
});

acquiringAnnounceCancellationWorkflow.hooks.subscriptionCancelled(async ({ subscription_id: id }, { container }) => {
  await tell(container, { key: `cancelled_${id}`, title: "A subscription was cancelled", text: id });
});
