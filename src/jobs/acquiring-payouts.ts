import type { MedusaContainer } from "@medusajs/framework/types";
import { workPayouts } from "../application/payouts/work-payouts";
import { whenMigrated } from "../application/worker/when-migrated";

/** Every minute: payouts that may leave now, approvals that ran out, and what the gateway said meanwhile. Nothing where payouts are off. */
export default async function acquiringPayouts(container: MedusaContainer): Promise<void> {
  await whenMigrated(container, () => workPayouts(container));
}

export const config = { name: "acquiring-payouts", schedule: { interval: 60_000 } };
