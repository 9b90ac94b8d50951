import type { MedusaContainer } from "@medusajs/framework/types";
import { ContainerRegistrationKeys } from "@medusajs/framework/utils";
import { NEXT_TASK } from "../../modules/acquiring_subscription/store/tasks";
import type { WakeableWorker } from "../../modules/acquiring/inbox/worker-wakeup";
import { resolveLedger } from "../resolve-ledger";
import { errorMessage } from "../safe-error-text";
import { workerRound } from "./worker-round";

/**
 * The worker of a process: it is woken for what comes into the inbox, and looks for what
 * is due by the clock. With nothing to do it asks the database one question every five
 * seconds; what it knows to be due sooner it does then; and while there is work it goes
 * round every two seconds, so that what fails again and again is tried at a bounded rate.
 */
const IDLE_MS = 5_000;
const BUSY_MS = 2_000;
/** Times of the database's rows are exact to a millisecond; a look a moment too early would be one for nothing. */
const LATER_MS = 5;

export function startWorkerLoop(container: MedusaContainer): void {
  resolveLedger(container).bell.begin(workerOf(container));
}

/** `look` alone is of the clock: a test that decides itself when work happens leaves it out. */
export function workerOf(container: MedusaContainer): WakeableWorker {
  const logger = container.resolve(ContainerRegistrationKeys.LOGGER);
  const failed = (work: string, error: unknown): void =>
    logger.error(`acquiring.work_failed work=${work} error=${errorMessage(error)}`);
  return {
    takeNews: () => workerRound(container, { isNews: true }).catch((error: unknown) => failed("news", error)),
    look: () =>
      look(container).catch((error: unknown) => {
        failed("look", error);
        return IDLE_MS;
      }),
  };
}

async function look(container: MedusaContainer): Promise<number> {
  const ledger = resolveLedger(container);
  const next = await ledger.nextDue([NEXT_TASK]);
  if (next === null) return IDLE_MS;
  const ms = next.getTime() - ledger.now().getTime();
  if (ms > 0) return Math.min(IDLE_MS, ms + LATER_MS);
  await workerRound(container, {});
  return BUSY_MS;
}
