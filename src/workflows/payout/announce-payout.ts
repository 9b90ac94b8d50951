import type { MedusaContainer } from "@medusajs/framework/types";
import { ContainerRegistrationKeys } from "@medusajs/framework/utils";
import { createWorkflow, transform, WorkflowResponse } from "@medusajs/framework/workflows-sdk";
import { emitEventStep } from "@medusajs/medusa/core-flows";
import { errorMessage } from "../../application/safe-error-text";
import type { PayoutEventName, PayoutNews } from "../../application/payouts/payout-events";

/** Tells whoever listens that something happened to a payout. Ids only: what else they want to know they read. */
export const acquiringAnnouncePayoutWorkflow = createWorkflow(
  "acquiring-announce-payout",
  (input: { id: string; event: PayoutEventName }) => {
    const data = transform({ input }, ({ input: { id } }): PayoutNews => ({ id }));
    emitEventStep({ eventName: transform({ input }, ({ input: { event } }) => event), data });
    return new WorkflowResponse(data);
  },
);

/** After a person's deed, which is done whether somebody hears of it or not. */
export async function announce(container: MedusaContainer, id: string, event: PayoutEventName): Promise<void> {
  try {
    await acquiringAnnouncePayoutWorkflow(container).run({ input: { id, event } });
  } catch (error) {
    const logger = container.resolve(ContainerRegistrationKeys.LOGGER);
    logger.error(`acquiring.event_not_emitted event=${event} payout=${id} error=${errorMessage(error)}`);
  }
}
