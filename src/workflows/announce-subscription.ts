import { MedusaError } from "@medusajs/framework/utils";
import {
  createHook,
  createStep,
  createWorkflow,
  StepResponse,
  WorkflowResponse,
} from "@medusajs/framework/workflows-sdk";
import { chargeOf, renewalPayload, subscriptionPayload } from "../application/subscriptions/hook-payloads";
import { resolveSubscriptions } from "../application/renewals/subscriptions-of";

/**
 * Calls the shop's handlers for subscription events, again after a failure: handlers must be idempotent. Afterwards `Tasks.finish` writes
 * the event.
 */
const acquiringReadSubscriptionStep = createStep(
  "acquiring-read-subscription",
  async ({ subscription_id: id }: { subscription_id: string }, { container }) => {
    const subscription = await resolveSubscriptions(container).records.byId(id);
    if (!subscription) throw new MedusaError(MedusaError.Types.NOT_FOUND, `There is no subscription ${id}.`);
    return new StepResponse(subscriptionPayload(subscription));
  },
);

const acquiringReadFailedRenewalStep = createStep(
  "acquiring-read-failed-renewal",
  async ({ charge_id: id }: { charge_id: string }, { container }) => {
    const renewal = await chargeOf(container, id);
    if (!renewal) throw new MedusaError(MedusaError.Types.NOT_FOUND, `There is no charge ${id}.`);
    const { subscription, charge } = renewal;
    return new StepResponse({ ...renewalPayload(subscription, charge), message: charge.message });
  },
);

export const acquiringAnnounceSubscriptionWorkflow = createWorkflow(
  "acquiring-announce-subscription",
  (input: { subscription_id: string }) => {
    const subscription = acquiringReadSubscriptionStep(input);
    const subscriptionCreated = createHook("subscriptionCreated", subscription);
    return new WorkflowResponse(subscription, { hooks: [subscriptionCreated] });
  },
);

export const acquiringAnnounceRenewalFailureWorkflow = createWorkflow(
  "acquiring-announce-renewal-failure",
  (input: { charge_id: string }) => {
    const renewal = acquiringReadFailedRenewalStep(input);
    const renewalFailed = createHook("renewalFailed", renewal);
    return new WorkflowResponse(renewal, { hooks: [renewalFailed] });
  },
);

export const acquiringAnnounceCancellationWorkflow = createWorkflow(
  "acquiring-announce-cancellation",
  (input: { subscription_id: string }) => {
    const subscription = acquiringReadSubscriptionStep(input);
    const subscriptionCancelled = createHook("subscriptionCancelled", subscription);
    return new WorkflowResponse(subscription, { hooks: [subscriptionCancelled] });
  },
);
