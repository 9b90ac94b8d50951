import type { MedusaContainer } from "@medusajs/framework/types";
import { ContainerRegistrationKeys } from "@medusajs/framework/utils";
import { announceDueDisputes } from "../application/disputes/announce-due";
import { errorMessage } from "../application/safe-error-text";
import { recheckCancelledOrders } from "../application/orders/recheck-cancelled-order";
import { findUnbegun } from "../application/worker/find-unbegun";
import { reconcileIfDue } from "../application/reconciliation/reconcile-books";
import { whenMigrated } from "../application/worker/when-migrated";

/**
 * Every ten minutes: finds captures and refunds of Medusa whose process died before it told us, and cancelled orders whose event
 * was lost, announces disputes that have to be answered soon, and checks whether the comparison of the three books is due (option `reconcile.everyHours`). One server at a time compares.
 */
export default async function acquiringReconcile(container: MedusaContainer): Promise<void> {
  await whenMigrated(container, () => work(container));
}

async function work(container: MedusaContainer): Promise<void> {
  const logger = container.resolve(ContainerRegistrationKeys.LOGGER);
  // One failing step must not stop the others.
  const steps = {
    unbegun: async () => {
      const found = await findUnbegun(container);
      if (found > 0) logger.info(`acquiring.unbegun_rows payments=${String(found)}`);
    },
    cancelled: async () => {
      const found = await recheckCancelledOrders(container);
      if (found > 0) logger.info(`acquiring.cancelled_orders_rechecked payments=${String(found)}`);
    },
    disputes: async () => {
      const due = await announceDueDisputes(container);
      if (due > 0) logger.info(`acquiring.disputes_due disputes=${String(due)}`);
    },
    books: () => reconcileIfDue(container),
  };
  for (const [name, step] of Object.entries(steps)) {
    await step().catch((error: unknown) => {
      logger.error(`acquiring.reconcile_failed step=${name} error=${errorMessage(error)}`);
    });
  }
}

export const config = { name: "acquiring-reconcile", schedule: { interval: 600_000 } };
