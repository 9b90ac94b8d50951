import type { MedusaContainer } from "@medusajs/framework/types";
import { ContainerRegistrationKeys } from "@medusajs/framework/utils";
import { resolveLedger } from "../application/resolve-ledger";
import { whenMigrated } from "../application/worker/when-migrated";

/** Every night: deletes messages that were processed long ago. By the clock, so that a daily restart does not skip it. */
export default async function acquiringRetention(container: MedusaContainer): Promise<void> {
  await whenMigrated(container, () => work(container));
}

async function work(container: MedusaContainer): Promise<void> {
  const pruned = await resolveLedger(container).prune();
  container.resolve(ContainerRegistrationKeys.LOGGER).info(`acquiring.pruned inbox=${String(pruned)}`);
}

export const config = { name: "acquiring-retention", schedule: "23 3 * * *" };
