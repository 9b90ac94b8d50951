import type { MedusaContainer } from "@medusajs/framework/types";
import { ContainerRegistrationKeys } from "@medusajs/framework/utils";
import type { Send, PayoutConclusion } from "../../modules/acquiring_payout/payout-api";
import { resolveLedger } from "../resolve-ledger";
import { resolvePayoutService } from "./resolve-payout-service";
import { followPayout, watchAgain } from "./follow-payout";
import { raiseForPayout } from "./payout-attention";
import { whyNotPayBeside } from "./may-pay-again";
import { directoryOf } from "./approver-directory";

/** `waits`: for a cool-down or a limit. `fell_back`: its approvals are no longer valid. */
export type SendingResult = "sent" | "waits" | "fell_back" | "nothing";

/**
 * Sends an approved payout if it may be sent now: everything is checked again while it is claimed, then the ledger
 * sends it. No compensation: what may have reached the wire is never sent again. Bank data passes to the gate in memory
 * only, never through a workflow.
 */
export async function sendApprovedPayout(container: MedusaContainer, id: string): Promise<SendingResult> {
  const logger = container.resolve(ContainerRegistrationKeys.LOGGER);
  const doubt = await whyNotPayBeside(container, id);
  // The approver is no longer watching and believes that it was sent.
  const tell: PayoutConclusion = async (payout, message) => {
    await watchAgain(container, payout);
    await raiseForPayout(container, payout, "payout_problem", `It was approved but not sent: ${message}`);
  };
  const { payouts } = resolvePayoutService(container);
  // Asking the ledger under the payout's lock needs a second connection.
  const { connectionBudget } = resolveLedger(container);
  const claim = await connectionBudget.take(() => payouts.claimForSending(id, directoryOf(container), { doubt, tell }));
  switch (claim.kind) {
    case "claimed":
      logger.info(`acquiring.payout payout=${id} from=approved to=sending`);
      await deliver(container, claim.send);
      return "sent";
    case "fell_back":
      logger.warn(`acquiring.payout payout=${id} from=approved to=${claim.payout.state}`);
      return "fell_back";
    case "waits":
    case "nothing":
      return claim.kind;
  }
}

async function deliver(container: MedusaContainer, send: Send): Promise<void> {
  // Again, once its row is committed: another payout of its chain may have been reported as paid since the claim.
  const doubt = () => whyNotPayBeside(container, send.payoutId);
  const result = await resolveLedger(container).payouts.send({ ...send, doubt });
  await followPayout(container, send.payoutId);
  // It stays in transit and is tried again; an admin should know why it was not sent.
  if (result.kind === "refused" && result.reason.code !== "being_sent") {
    const message = `The payout was not sent: ${result.reason.message ?? "the ledger refused it"}`;
    await raiseForPayout(container, { id: send.payoutId, account: send.account }, "payout_problem", message);
  }
}

/**
 * A payout that has been `sending` so long that its process must have died: the ledger knows whether a send started. An
 * earlier send that never left and was already followed belongs to a previous claim.
 */
export async function takeUpPayout(container: MedusaContainer, id: string): Promise<void> {
  const payoutService = resolvePayoutService(container);
  const send = await resolveLedger(container).payouts.of(id);
  const seen = (await payoutService.payouts.byId(id))?.synced_version ?? null;
  if (send && (send.status !== "not_sent" || seen !== send.version)) {
    await followPayout(container, id);
    return;
  }
  const resumed = await payoutService.payouts.resume(id, directoryOf(container), await whyNotPayBeside(container, id));
  if (resumed.kind === "send") await deliver(container, resumed.send);
  if (resumed.kind !== "stopped") return;
  const message = `Sending was interrupted and nothing was sent: ${resumed.message}`;
  await raiseForPayout(container, resumed.payout, "payout_problem", message);
}
