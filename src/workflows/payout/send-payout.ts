import type { MedusaContainer } from "@medusajs/framework/types";
import { ContainerRegistrationKeys } from "@medusajs/framework/utils";
import { createStep, createWorkflow, StepResponse, WorkflowResponse } from "@medusajs/framework/workflows-sdk";
import type { Send, PayoutConclusion } from "../../modules/acquiring_payout/payout-api";
import { resolveLedger } from "../../application/resolve-ledger";
import { resolvePayoutService } from "../../application/payouts/resolve-payout-service";
import { acquiringFollowPayoutWorkflow, watchAgain } from "./follow-payout";
import { raiseForPayout } from "../../application/payouts/payout-attention";
import { whyNotPayBeside } from "../../application/payouts/may-pay-again";
import { directoryOf } from "../../application/payouts/approver-directory";

/**
 * Sends a payout that was approved, if it may leave now: everything is checked once more
 * in the moment in which it is claimed, and only then the ledger is asked to send. No
 * compensation: what reached the wire stays sent, and what may have reached it is never
 * sent again. Bank data goes from the desk to the gate in memory, and through no workflow.
 */
const acquiringSendPayoutStep = createStep(
  "acquiring-send-payout",
  async ({ id }: { id: string }, { container }) => new StepResponse(await sendPayout(container, id)),
);

export const acquiringSendPayoutWorkflow = createWorkflow(
  "acquiring-send-payout",
  (input: { id: string }) => new WorkflowResponse(acquiringSendPayoutStep(input)),
);

/** `waits`: for a cool-down or a limit. `fell_back`: its approvals do not hold any more. */
export type SendingResult = "sent" | "waits" | "fell_back" | "nothing";

async function sendPayout(container: MedusaContainer, id: string): Promise<SendingResult> {
  const logger = container.resolve(ContainerRegistrationKeys.LOGGER);
  const doubt = await whyNotPayBeside(container, id);
  // Nobody stands by when it is to leave, and who approved it believes that it did.
  const tell: PayoutConclusion = async (payout, message) => {
    await watchAgain(container, payout);
    await raiseForPayout(container, payout, "payout_problem", `It was approved and did not leave: ${message}`);
  };
  const { payouts } = resolvePayoutService(container);
  // Under the payout's lock the ledger is asked, which takes a connection more.
  const { holders } = resolveLedger(container);
  const claim = await holders.take(() => payouts.claimForSending(id, directoryOf(container), { doubt, tell }));
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

/** To the ledger, which sends once whatever happens here; then the payout is brought to where its send is. */
async function deliver(container: MedusaContainer, send: Send): Promise<void> {
  const result = await resolveLedger(container).payouts.send(send);
  await acquiringFollowPayoutWorkflow(container).run({ input: { id: send.payoutId } });
  // It stays on its way and is looked at again; somebody should know why it does not leave.
  if (result.kind === "refused" && result.reason.code !== "being_sent") {
    const message = `The payout was not sent: ${result.reason.message ?? "the ledger refused it"}`;
    await raiseForPayout(container, { id: send.payoutId, account: send.account }, "payout_problem", message);
  }
}

/**
 * One that is `sending` for so long that its process must have died: the ledger knows whether anything was begun. An
 * earlier send that left nothing, and that the payout has followed, is not the one that it was claimed for.
 */
export async function takeUpPayout(container: MedusaContainer, id: string): Promise<void> {
  const desk = resolvePayoutService(container);
  const send = await resolveLedger(container).payouts.of(id);
  const seen = (await desk.payouts.byId(id))?.followed_version ?? null;
  if (send && (send.status !== "not_sent" || seen !== send.version)) {
    await acquiringFollowPayoutWorkflow(container).run({ input: { id } });
    return;
  }
  const resumed = await desk.payouts.resume(id, directoryOf(container), await whyNotPayBeside(container, id));
  if (resumed.kind === "send") await deliver(container, resumed.send);
  if (resumed.kind !== "stopped") return;
  const message = `It was about to leave and nothing was sent: ${resumed.message}`;
  await raiseForPayout(container, resumed.payout, "payout_problem", message);
}
