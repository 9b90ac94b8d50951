import type { MedusaContainer } from "@medusajs/framework/types";
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils";
import { errorMessage } from "../safe-error-text";
import { resolveLedger } from "../resolve-ledger";
import { tellStaff } from "../staff-notifications/queue-notifications";
import { factOfPayout } from "../staff-notifications/told-facts";
import type { PayoutEventName, PayoutNews } from "./payout-events";
import { PAYOUT_FAILED, PAYOUT_SUBMITTED } from "./payout-events";
import { resolvePayoutService } from "./resolve-payout-service";

export async function announcePayout(container: MedusaContainer, id: string, event: PayoutEventName): Promise<void> {
  const data: PayoutNews = { id };
  await container.resolve(Modules.EVENT_BUS).emit({ name: event, data });
  if (event === PAYOUT_SUBMITTED) await tell(container, id, "payout_submitted");
  else if (event === PAYOUT_FAILED) await tell(container, id, "payout_failed");
}

async function tell(
  container: MedusaContainer,
  id: string,
  event: "payout_submitted" | "payout_failed",
): Promise<void> {
  const payout = await resolvePayoutService(container).payouts.byId(id);
  if (payout) await tellStaff(container, factOfPayout(payout, event, resolveLedger(container).now()));
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
