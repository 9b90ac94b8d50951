import type { MedusaContainer } from "@medusajs/framework/types";
import { ContainerRegistrationKeys } from "@medusajs/framework/utils";
import { applyRetention, heldNow } from "../application/privacy/apply-retention";
import { resolveLedger } from "../application/resolve-ledger";
import { whenMigrated } from "../application/worker/when-migrated";

/**
 * Every night: deletes messages that were processed long ago, and what other options of `retention` no longer keep. By the
 * clock, so that a daily restart does not skip it.
 */
export default async function acquiringRetention(container: MedusaContainer): Promise<void> {
  await whenMigrated(container, () => work(container));
}

async function work(container: MedusaContainer): Promise<void> {
  const ledger = resolveLedger(container);
  const pg = ledger.attempts.connection;
  const held = heldNow(pg, ledger.now());
  const pruned = await ledger.prune(held);
  const { retention: options } = ledger.options;
  const removed = await applyRetention(pg, { options, held, now: ledger.now() });
  const counts = Object.entries({ inbox: pruned, ...removed }).map(([kind, count]) => `${kind}=${String(count)}`);
  container.resolve(ContainerRegistrationKeys.LOGGER).info(`acquiring.pruned ${counts.join(" ")}`);
}

export const config = { name: "acquiring-retention", schedule: "23 3 * * *" };
