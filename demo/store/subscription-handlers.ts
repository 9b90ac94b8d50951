import type { MedusaContainer } from "@medusajs/framework/types";
import { Modules } from "@medusajs/framework/utils";
import {
  acquiringAnnounceCancellationWorkflow,
  acquiringAnnounceRenewalFailureWorkflow,
  acquiringAnnounceSubscriptionWorkflow,
  acquiringRecordRenewalWorkflow,
} from "../../src/workflows";

/**
 * What a shop of its own does when a subscription changes: here, a line at the bell of the
 * dashboard. In a store of yours the import is from `medusa-payment-acquiring/workflows` and the
 * file lies in `src/workflows/hooks`. A handler may be called twice; the key makes that one line.
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

// It answers nothing, so the renewal gets its order as always.
acquiringRecordRenewalWorkflow.hooks.renewalReceived(async (renewal, { container }) => {
  const { charge_id: charge, number, amount, currency } = renewal;
  const text = `Charge ${String(number)}: ${amount} ${currency}`;
  await tell(container, { key: `renewed_${charge}`, title: "A subscription was renewed", text });
});

acquiringAnnounceRenewalFailureWorkflow.hooks.renewalFailed(async (renewal, { container }) => {
  const { charge_id: charge, number, message } = renewal;
  const text = `Charge ${String(number)}: ${message ?? "no reason was given"}`;
  await tell(container, { key: `failed_${charge}`, title: "A renewal was declined", text });
});

acquiringAnnounceCancellationWorkflow.hooks.subscriptionCancelled(async ({ subscription_id: id }, { container }) => {
  await tell(container, { key: `cancelled_${id}`, title: "A subscription was cancelled", text: id });
});
