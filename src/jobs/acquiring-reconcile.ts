import type { MedusaContainer } from "@medusajs/framework/types";
import { ContainerRegistrationKeys } from "@medusajs/framework/utils";
import { errorMessage } from "../application/safe-error-text";
import { reconcileIfDue } from "../application/reconciliation/reconcile-books";
import { whenMigrated } from "../application/worker/when-migrated";

/**
 * Every ten minutes: checks whether the comparison of the three books is due (option `reconcile.everyHours`). One
 * server at a time runs it.
 */
export default async function acquiringReconcile(container: MedusaContainer): Promise<void> {
  await whenMigrated(container, () => work(container));
}

async function work(container: MedusaContainer): Promise<void> {
  try {
    await reconcileIfDue(container);
  } catch (error) {
    const logger = container.resolve(ContainerRegistrationKeys.LOGGER);
    logger.error(`acquiring.reconcile_failed error=${errorMessage(error)}`);
  }
}

export const config = { name: "acquiring-reconcile", schedule: { interval: 600_000 } };
