import type { MedusaContainer } from "@medusajs/framework/types";
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils";
import type { Arrival, Receipt } from "../modules/acquiring/notification-desk";
import { ledgerOf } from "./ledger-of";

/** Emitted after a notification was stored; the subscriber thinks about it at once, the drain job if that is lost. */
export const NOTIFICATION_STORED = "acquiring.notification.stored";

/** What the sender is told when the row could not be committed. */
const UNAVAILABLE = { status: 503, body: "try again later", inboxId: null } as const;

export async function receiveNotification(
  container: MedusaContainer,
  arrival: Arrival,
): Promise<Receipt | typeof UNAVAILABLE> {
  const logger = container.resolve(ContainerRegistrationKeys.LOGGER);
  const receipt = await ledgerOf(container)
    .receiveNotification(arrival)
    .catch((error: unknown) => {
      logger.error(`acquiring.notification_not_stored error=${error instanceof Error ? error.name : "unknown"}`);
      return UNAVAILABLE;
    });
  // A repetition was announced the first time; a flood of them is no flood of work.
  if (receipt.status === 200 && receipt.isNew) announce(container, receipt.inboxId);
  return receipt;
}

/** Not awaited: the row is safe already, and a bus that is down must not turn a stored notification into an error. */
function announce(container: MedusaContainer, id: string): void {
  const logger = container.resolve(ContainerRegistrationKeys.LOGGER);
  container
    .resolve(Modules.EVENT_BUS)
    .emit({ name: NOTIFICATION_STORED, data: { id } })
    .catch(() => logger.warn(`acquiring.announce_failed inbox=${id}; the drain job takes it`));
}
