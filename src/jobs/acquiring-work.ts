import type { MedusaContainer } from "@medusajs/framework/types";
import { startWorkerLoop } from "../application/worker/worker-loop";
import { whenMigrated } from "../application/worker/when-migrated";

/**
 * Begins the background work in the process that runs this job, and does nothing where it
 * has begun: from then on that process is woken, and looks by itself. It comes every two
 * seconds because that is how a process that has just started hears of it.
 */
export default async function acquiringWork(container: MedusaContainer): Promise<void> {
  await whenMigrated(container, () => startWorkerLoop(container));
}

export const config = { name: "acquiring-work", schedule: { interval: 2_000 } };
