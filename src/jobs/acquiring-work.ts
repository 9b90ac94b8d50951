import type { MedusaContainer } from "@medusajs/framework/types";
import { startWorkerLoop } from "../application/worker/worker-loop";
import { whenMigrated } from "../application/worker/when-migrated";

/**
 * Starts the background worker in this process, once; from then on the worker is woken and polls by itself. The
 * two-second schedule only bounds how long a new process waits for its first run.
 */
export default async function acquiringWork(container: MedusaContainer): Promise<void> {
  await whenMigrated(container, () => startWorkerLoop(container));
}

export const config = { name: "acquiring-work", schedule: { interval: 2_000 } };
