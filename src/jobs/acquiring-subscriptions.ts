import type { MedusaContainer } from "@medusajs/framework/types";
import { ContainerRegistrationKeys } from "@medusajs/framework/utils";
import { checkSubscriptions } from "../application/subscriptions/check-subscriptions";
import { whenMigrated } from "../application/worker/when-migrated";

/** Every hour: checks subscriptions whose charge is overdue or whose status was not queried for a day, and ends those of cancelled orders. */
export default async function acquiringSubscriptions(container: MedusaContainer): Promise<void> {
  await whenMigrated(container, () => work(container));
}

async function work(container: MedusaContainer): Promise<void> {
  const result = await checkSubscriptions(container);
  if (result.checked === 0) return;
  const logger = container.resolve(ContainerRegistrationKeys.LOGGER);
  logger.info(`acquiring.subscriptions_checked subscriptions=${String(result.checked)} pages=${String(result.pages)}`);
}

export const config = { name: "acquiring-subscriptions", schedule: { interval: 3_600_000 } };
