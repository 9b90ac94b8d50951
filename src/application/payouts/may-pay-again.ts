import type { MedusaContainer } from "@medusajs/framework/types";
import type { PayoutSendRow } from "../../modules/acquiring/payouts/payout-rows";
import { resolveLedger } from "../resolve-ledger";
import { resolvePayoutService } from "./resolve-payout-service";

/**
 * May a payout be made once more? Only when the ledger has no doubt that its money did not leave, or came back, and that of no other of
 * its family did: what the gateway says after a person said "not paid" counts before the payout itself has followed it.
 */
export async function whyNotPayAgain(container: MedusaContainer, id: string): Promise<string | null> {
  return doubtOf(container, [id, ...(await resolvePayoutService(container).payouts.relativesOf(id))]);
}

/** May it leave? The same of all others of its family. */
export async function whyNotPayBeside(container: MedusaContainer, id: string): Promise<string | null> {
  return doubtOf(container, await resolvePayoutService(container).payouts.relativesOf(id));
}

async function doubtOf(container: MedusaContainer, ids: readonly string[]): Promise<string | null> {
  const send = (await resolveLedger(container).payouts.ofMany(ids)).find(mayHaveBeenPaid);
  return send
    ? `The ledger does not say that the money of ${send.payout_id} stayed here: it may have been paid. Look in the gateway's portal.`
    : null;
}

/** That it was paid first and came back then is no doubt: the last word is that it did not stay away. */
function mayHaveBeenPaid({ status, contradiction }: Pick<PayoutSendRow, "status" | "contradiction">): boolean {
  if (status !== "declined" && status !== "not_sent") return true;
  return contradiction !== null && contradiction !== "failed" && contradiction !== "cancelled";
}
