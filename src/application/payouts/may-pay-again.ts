import type { MedusaContainer } from "@medusajs/framework/types";
import type { PayoutSendRow } from "../../modules/acquiring";
import { resolveLedger } from "../resolve-ledger";
import { resolvePayoutService } from "./resolve-payout-service";

/**
 * Whether a payout may be issued again: only if the ledger is certain that neither its money nor that of another payout
 * in its reissue chain left, or that it came back. A later gateway status overrides a manual "not paid" decision even
 * before the payout was synchronised with it.
 */
export async function whyNotPayAgain(container: MedusaContainer, id: string): Promise<string | null> {
  return doubtOf(container, [id, ...(await resolvePayoutService(container).payouts.relativesOf(id))]);
}

/** Whether it may be sent: the same check for the rest of its chain. */
export async function whyNotPayBeside(container: MedusaContainer, id: string): Promise<string | null> {
  return doubtOf(container, await resolvePayoutService(container).payouts.relativesOf(id));
}

async function doubtOf(container: MedusaContainer, ids: readonly string[]): Promise<string | null> {
  const send = (await resolveLedger(container).payouts.ofMany(ids)).find(mayHaveBeenPaid);
  return send ? `${send.payout_id} may have been paid. Check the gateway's portal.` : null;
}

/** A payout that was paid and then returned is not in doubt: the latest status counts. */
export function mayHaveBeenPaid({ status, contradiction }: Pick<PayoutSendRow, "status" | "contradiction">): boolean {
  if (status !== "declined" && status !== "not_sent") return true;
  return contradiction !== null && contradiction !== "failed" && contradiction !== "cancelled";
}
