import type { MedusaContainer } from "@medusajs/framework/types";
import { ContainerRegistrationKeys } from "@medusajs/framework/utils";
import type { PayoutSendRow } from "../../modules/acquiring";
import type { PayoutState } from "../../modules/acquiring_payout/domain/states";
import type { PayoutRow } from "../../modules/acquiring_payout/rows";
import { resolveLedger } from "../resolve-ledger";
import { resolvePayoutService } from "./resolve-payout-service";
import { watchPayout } from "./payout-attention";

const AGAIN_MS = 60_000;

/** May run twice, late, or after a crash: the send counts as followed only when all that depends on it is done. */
export async function followPayout(container: MedusaContainer, id: string): Promise<PayoutState | null> {
  const { payouts } = resolveLedger(container);
  const send = await payouts.of(id);
  if (!send) return null;
  try {
    const state = await follow(container, send);
    if (await payouts.followed(id, send.version)) return state;
  } catch (error) {
    await payouts.followLater(id, AGAIN_MS);
    throw error;
  }
  // The send changed in the meantime, possibly followed by another process: start again with the new row.
  return followPayout(container, id);
}

/** Applies what the ledger already knows before an admin decides. Keeps the state if the send did not change. */
export async function catchUp(container: MedusaContainer, id: string): Promise<void> {
  const send = await resolveLedger(container).payouts.of(id);
  const payout = await resolvePayoutService(container).payouts.byId(id);
  if (send && payout && payout.synced_version !== send.version) await followPayout(container, id);
}

export async function watchAgain(container: MedusaContainer, payout: PayoutRow): Promise<void> {
  const send = await resolveLedger(container).payouts.of(payout.id);
  await watchPayout(container, payout, { send, isContradicted: false });
}

async function follow(container: MedusaContainer, send: PayoutSendRow): Promise<PayoutState | null> {
  const { payouts } = resolvePayoutService(container);
  const id = send.payout_id;
  const followed = await payouts.followed(id, send);
  const logger = container.resolve(ContainerRegistrationKeys.LOGGER);
  if (!followed) {
    logger.error(`acquiring.payout_missing payout=${id}`);
    return null;
  }
  const { payout, from, to, isContradicted } = followed;
  if (to !== null) logger.info(`acquiring.payout payout=${id} from=${from} to=${to}`);
  await watchPayout(container, payout, { send, isContradicted });
  return payout.state;
}
