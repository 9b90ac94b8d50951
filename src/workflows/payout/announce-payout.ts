import type { MedusaContainer } from "@medusajs/framework/types";
import { ContainerRegistrationKeys } from "@medusajs/framework/utils";
import { createWorkflow, transform, WorkflowResponse } from "@medusajs/framework/workflows-sdk";
import { emitEventStep } from "@medusajs/medusa/core-flows";
import { errorMessage } from "../../application/safe-error-text";
import type { PayoutEventName, PayoutNews } from "../../application/payouts/payout-events";

/** Emits a payout event to subscribers. It carries IDs only. */
export const acquiringAnnouncePayoutWorkflow = createWorkflow(
  "acquiring-announce-payout",
  (input: { id: string; event: PayoutEventName }) => {
    const data = transform({ input }, ({ input: { id } }): PayoutNews => ({ id }));
    emitEventStep({ eventName: transform({ input }, ({ input: { event } }) => event), data });
    return new WorkflowResponse(data);
  },
);

/** For an admin command, which has succeeded whether or not its event can be emitted. */
export async function announce(container: MedusaContainer, id: string, event: PayoutEventName): Promise<void> {
  try {
    await acquiringAnnouncePayoutWorkflow(container).run({ input: { id, event } });
  } catch (error) {
    const logger = container.resolve(ContainerRegistrationKeys.LOGGER);
    logger.error(`acquiring.event_not_emitted event=${event} payout=${id} error=${errorMessage(error)}`);
  }
}
