import type { MedusaContainer } from "@medusajs/framework/types";
import { ContainerRegistrationKeys } from "@medusajs/framework/utils";
import { resolveLedger } from "../resolve-ledger";
import { errorMessage } from "../safe-error-text";
import { forEachDue } from "../for-each-due";
import { findPayoutService } from "./resolve-payout-service";
import { acquiringFollowPayoutWorkflow, watchAgain } from "../../workflows/payout/follow-payout";
import { acquiringSendPayoutWorkflow, takeUpPayout } from "../../workflows/payout/send-payout";

/**
 * One round of what payouts need while nobody looks: what died is taken up, what the
 * gateway said is followed, approvals that were not used in time expire, what may leave
 * now leaves, and what an older key sealed is sealed anew. One that fails stays due.
 */
const LIMIT = 50;
/** Rows are opened and sealed again one by one; the next minute goes on. */
const RESEALED = 200;

export async function workPayouts(container: MedusaContainer): Promise<void> {
  const desk = findPayoutService(container);
  if (!desk) return;
  const ledger = resolveLedger(container);
  await ledger.rounds.run(async () => {
    await ledger.payouts.sweep();
    await followPayouts(container, LIMIT);
    await forEachDue(container, await desk.payouts.stuck(LIMIT), { run: (id) => takeUpPayout(container, id) });
    await forEachDue(container, await desk.payouts.expiring(LIMIT), {
      run: (id) => ledger.holders.take(() => desk.payouts.expire(id, (payout) => watchAgain(container, payout))),
    });
    await sendPayouts(container, await desk.payouts.due(LIMIT));
    await desk.reseal(RESEALED);
  });
}

/** Those whose send has moved. Nothing where payouts are off. */
export async function followPayouts(container: MedusaContainer, limit: number): Promise<void> {
  if (!findPayoutService(container)) return;
  await forEachDue(container, await resolveLedger(container).payouts.due(limit), {
    run: (id) => acquiringFollowPayoutWorkflow(container).run({ input: { id } }),
  });
}

const sendPayouts = (container: MedusaContainer, ids: readonly string[]): Promise<void> =>
  forEachDue(container, ids, { run: (id) => acquiringSendPayoutWorkflow(container).run({ input: { id } }) });

/** Goes on after the answer: each send waits for the gateway. What is not begun when the store stops is done by the job. */
export function beginPayouts(container: MedusaContainer, ids: readonly string[]): void {
  const logger = container.resolve(ContainerRegistrationKeys.LOGGER);
  resolveLedger(container)
    .rounds.run(() => sendPayouts(container, ids))
    .catch((error: unknown) => logger.error(`acquiring.work_failed work=payouts error=${errorMessage(error)}`));
}
