import type { MedusaContainer } from "@medusajs/framework/types";
import type { PayoutSendRow } from "../../modules/acquiring";
import type { PayoutPerson, Stop } from "../../modules/acquiring_payout/payout-api";
import type { PayoutRow } from "../../modules/acquiring_payout/rows";
import { resolveLedger } from "../resolve-ledger";

/** Asks the ledger to guarantee that a payout is never sent: granted only if nothing reached the gateway. */
export const stopBy =
  (container: MedusaContainer, person: PayoutPerson, note: string): Stop =>
  async (row) => {
    const stop = { payoutId: row.id, requestId: row.request_id, account: row.account, currency: row.currency };
    const numbers = { amountMinor: BigInt(row.amount), payloadHash: row.payload_hash };
    const result = await resolveLedger(container).payouts.stop({ ...stop, ...numbers, by: person.id, note });
    switch (result.kind) {
      case "stopped":
        return null;
      case "open":
        return openWords(result.status);
      case "refused":
        return result.reason.message;
    }
  };

/** A payout that the database shows as not sent may have been sent; the recovery holds it first. */
export async function isRecovering(container: MedusaContainer): Promise<boolean> {
  const { recovery } = resolveLedger(container);
  await recovery.look();
  return (await recovery.open()).length > 0;
}

export async function stopProblem(
  container: MedusaContainer,
  { id, state }: Pick<PayoutRow, "id" | "state">,
): Promise<string | null> {
  if (state !== "sending") return null;
  const send = await resolveLedger(container).payouts.of(id);
  return send && send.status !== "not_sent" ? openWords(send.status) : null;
}

const openWords = (status: PayoutSendRow["status"]): string =>
  status === "sending"
    ? "It was sent to the gateway and the answer is missing, so it cannot be withdrawn."
    : `It may already have been sent (${status}), so it cannot be withdrawn.`;
