import type { MedusaContainer } from "@medusajs/framework/types";
import type { PayoutSendRow } from "../../modules/acquiring/ledger/payout-rows";
import { ledgerOf } from "../ledger-of";
import { deskOf } from "./desk-of";

/**
 * May a payout be made once more? Only when the ledger has no doubt that its money did not leave, or came back: what the
 * gateway says after a person said "not paid" counts before the payout itself has followed it.
 */
export async function doubtAbout(container: MedusaContainer, id: string): Promise<string | null> {
  const send = await ledgerOf(container).payouts.of(id);
  return send && mayHaveBeenPaid(send)
    ? `The ledger does not say that the money of ${id} stayed here: it may have been paid. Look in the gateway's portal.`
    : null;
}

/** The same of all those that it was copied from, however far back. */
export async function doubtBehind(container: MedusaContainer, id: string): Promise<string | null> {
  const { payouts } = deskOf(container);
  let from = (await payouts.byId(id))?.replaces_id ?? null;
  while (from !== null) {
    const doubt = await doubtAbout(container, from);
    if (doubt !== null) return doubt;
    from = (await payouts.byId(from))?.replaces_id ?? null;
  }
  return null;
}

/** That it was paid first and came back then is no doubt: the last word is that it did not stay away. */
function mayHaveBeenPaid({ status, contradiction }: Pick<PayoutSendRow, "status" | "contradiction">): boolean {
  if (status !== "declined" && status !== "not_sent") return true;
  return contradiction !== null && contradiction !== "failed" && contradiction !== "cancelled";
}
