import type { MedusaContainer } from "@medusajs/framework/types";
import { ContainerRegistrationKeys } from "@medusajs/framework/utils";
import { applyRetention, heldNow } from "../application/privacy/apply-retention";
import { forgetDeletedCustomers } from "../application/saved-cards/forget-customer";
import { resolveLedger } from "../application/resolve-ledger";
import { whenMigrated } from "../application/worker/when-migrated";

/**
 * Every night: deletes messages that were processed long ago, what other options of `retention` no longer keep, and saved
 * cards of deleted customers. By the clock, so that a daily restart does not skip it.
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
  const forgotten = await forgetDeletedCustomers(container);
  const counts = Object.entries({ inbox: pruned, ...removed, deleted_customers: forgotten }).map(
    ([kind, count]) => `${kind}=${String(count)}`,
  );
  container.resolve(ContainerRegistrationKeys.LOGGER).info(`acquiring.pruned ${counts.join(" ")}`);
}

export const config = { name: "acquiring-retention", schedule: "23 3 * * *" };
