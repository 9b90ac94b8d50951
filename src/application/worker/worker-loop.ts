import type { MedusaContainer } from "@medusajs/framework/types";
import { NEXT_TASK } from "../../modules/acquiring_subscription/store/tasks";
import type { WakeableWorker } from "../../modules/acquiring";
import { resolveLedger } from "../resolve-ledger";
import type { WorkKind } from "../log-failed-work";
import { logFailedWork } from "../log-failed-work";
import { workerRound } from "./worker-round";

/**
 * The worker of a process: woken by inbox messages, otherwise by the clock. Idle, it polls once every five seconds or
 * at the next known due time; while there is work it runs every two seconds, so that repeated failures are retried at a
 * bounded rate.
 */
const IDLE_MS = 5_000;
const BUSY_MS = 2_000;
/** A subscription's handler that does not answer, or a long follow-up, delays the round by that at most. */
const PATIENCE_MS = 30_000;
/** Database timestamps are exact to 1 ms; a poll slightly too early would find nothing. */
const LATER_MS = 5;

export function startWorkerLoop(container: MedusaContainer): void {
  resolveLedger(container).wakeup.begin(workerOf(container));
}

/** `poll` is the clock-driven poll only; tests that decide when work happens leave it out. */
export function workerOf(container: MedusaContainer): WakeableWorker {
  const failed = (work: WorkKind, error: unknown): void => logFailedWork(container, { work }, error);
  return {
    drainInbox: () =>
      workerRound(container, { isWakeup: true, patienceMs: PATIENCE_MS }).catch((error: unknown) =>
        failed("notification", error),
      ),
    poll: () =>
      poll(container).catch((error: unknown) => {
        failed("poll", error);
        return IDLE_MS;
      }),
  };
}

async function poll(container: MedusaContainer): Promise<number> {
  const ledger = resolveLedger(container);
  const next = await ledger.nextDue([NEXT_TASK]);
  if (next === null) return IDLE_MS;
  const ms = next.getTime() - ledger.now().getTime();
  if (ms > 0) return Math.min(IDLE_MS, ms + LATER_MS);
  await workerRound(container, { patienceMs: PATIENCE_MS });
  return BUSY_MS;
}
