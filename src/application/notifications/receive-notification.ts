import type { MedusaContainer } from "@medusajs/framework/types";
import { ContainerRegistrationKeys } from "@medusajs/framework/utils";
import type { RawNotification, Receipt } from "../../modules/acquiring";
import { errorName } from "../safe-error-text";
import { resolveLedger } from "../resolve-ledger";

export { BODY_WAS_READ } from "../../gateway/notifications/ask-notify-route";

/** Answer when the row could not be committed; the gateway then delivers the notification again. */
const UNAVAILABLE = { status: 503, body: "try again later", inboxId: null } as const;

export async function receiveNotification(
  container: MedusaContainer,
  arrival: RawNotification,
): Promise<Receipt | typeof UNAVAILABLE> {
  const logger = container.resolve(ContainerRegistrationKeys.LOGGER);
  return resolveLedger(container)
    .receiveNotification(arrival)
    .catch((error: unknown) => {
      logger.error(`acquiring.notification_not_stored error=${errorName(error)}`);
      return UNAVAILABLE;
    });
}
