import { MedusaError } from "@medusajs/framework/utils";
import {
  createHook,
  createStep,
  createWorkflow,
  StepResponse,
  transform,
  WorkflowResponse,
} from "@medusajs/framework/workflows-sdk";
import { emitEventStep } from "@medusajs/medusa/core-flows";
import {
  SUBSCRIPTION_CANCELLED,
  SUBSCRIPTION_CREATED,
  SUBSCRIPTION_RENEWAL_FAILED,
} from "../application/renewals/subscription-events";
import { chargeOf, renewalPayload, subscriptionPayload } from "../application/subscriptions/hook-payloads";
import { resolveSubscriptions } from "../application/renewals/subscriptions-of";

/** Calls the shop's handlers for subscription events, again after a failure: handlers must be idempotent. */
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
    const data = transform({ subscription }, ({ subscription: words }) => ({ id: words.subscription_id }));
    emitEventStep({ eventName: SUBSCRIPTION_CREATED, data });
    return new WorkflowResponse(subscription, { hooks: [subscriptionCreated] });
  },
);

export const acquiringAnnounceRenewalFailureWorkflow = createWorkflow(
  "acquiring-announce-renewal-failure",
  (input: { charge_id: string }) => {
    const renewal = acquiringReadFailedRenewalStep(input);
    const renewalFailed = createHook("renewalFailed", renewal);
    const data = transform({ renewal }, ({ renewal: words }) => ({
      id: words.subscription_id,
      charge_id: words.charge_id,
    }));
    emitEventStep({ eventName: SUBSCRIPTION_RENEWAL_FAILED, data });
    return new WorkflowResponse(renewal, { hooks: [renewalFailed] });
  },
);

export const acquiringAnnounceCancellationWorkflow = createWorkflow(
  "acquiring-announce-cancellation",
  (input: { subscription_id: string }) => {
    const subscription = acquiringReadSubscriptionStep(input);
    const subscriptionCancelled = createHook("subscriptionCancelled", subscription);
    const data = transform({ subscription }, ({ subscription: words }) => ({ id: words.subscription_id }));
    emitEventStep({ eventName: SUBSCRIPTION_CANCELLED, data });
    return new WorkflowResponse(subscription, { hooks: [subscriptionCancelled] });
  },
);
