import type { MedusaContainer } from "@medusajs/framework/types";
import { ContainerRegistrationKeys } from "@medusajs/framework/utils";
import type { Arrival, Receipt } from "../../modules/acquiring/inbox/receive-notification";
import { nameOf } from "../safe-error-text";
import { ledgerOf } from "../resolve-ledger";

/** What the sender is told when the row could not be committed. */
const UNAVAILABLE = { status: 503, body: "try again later", inboxId: null } as const;

export async function receiveNotification(
  container: MedusaContainer,
  arrival: Arrival,
): Promise<Receipt | typeof UNAVAILABLE> {
  const logger = container.resolve(ContainerRegistrationKeys.LOGGER);
  return ledgerOf(container)
    .receiveNotification(arrival)
    .catch((error: unknown) => {
      logger.error(`acquiring.notification_not_stored error=${nameOf(error)}`);
      return UNAVAILABLE;
    });
}
