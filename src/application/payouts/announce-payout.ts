import type { MedusaContainer } from "@medusajs/framework/types";
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils";
import { errorMessage } from "../safe-error-text";
import type { PayoutEventName, PayoutNews } from "./payout-events";

export async function announcePayout(container: MedusaContainer, id: string, event: PayoutEventName): Promise<void> {
  const data: PayoutNews = { id };
  await container.resolve(Modules.EVENT_BUS).emit({ name: event, data });
}

/** For an admin command, which has succeeded whether or not its event can be emitted. */
export async function tryToAnnounce(container: MedusaContainer, id: string, event: PayoutEventName): Promise<void> {
  try {
    await announcePayout(container, id, event);
  } catch (error) {
    const logger = container.resolve(ContainerRegistrationKeys.LOGGER);
    logger.error(`acquiring.event_not_emitted event=${event} payout=${id} error=${errorMessage(error)}`);
  }
}
