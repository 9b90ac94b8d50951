import type { MedusaContainer } from "@medusajs/framework/types";
import { ContainerRegistrationKeys } from "@medusajs/framework/utils";
import { errorMessage } from "../application/safe-error-text";
import { acquiringReconcileWorkflow } from "../workflows/reconcile";
import { whenMigrated } from "../application/worker/when-migrated";

/**
 * Every ten minutes: checks whether the comparison of the three books is due (option `reconcile.everyHours`). One
 * server at a time runs it.
 */
export default async function acquiringReconcile(container: MedusaContainer): Promise<void> {
  await whenMigrated(container, () => work(container));
}

async function work(container: MedusaContainer): Promise<void> {
  const { errors } = await acquiringReconcileWorkflow(container).run({ throwOnError: false });
  const logger = container.resolve(ContainerRegistrationKeys.LOGGER);
  for (const { error } of errors) logger.error(`acquiring.reconcile_failed error=${errorMessage(error)}`);
}

export const config = { name: "acquiring-reconcile", schedule: { interval: 600_000 } };
