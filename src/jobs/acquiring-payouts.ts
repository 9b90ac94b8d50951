import type { MedusaContainer } from "@medusajs/framework/types";
import { workPayouts } from "../application/payouts/work-payouts";
import { whenMigrated } from "../application/worker/when-migrated";

/**
 * Every minute: sends due payouts, expires approvals, and applies the gateway's reports. While payouts are off, only sends
 * of dead processes become unknown.
 */
export default async function acquiringPayouts(container: MedusaContainer): Promise<void> {
  await whenMigrated(container, () => workPayouts(container));
}

export const config = { name: "acquiring-payouts", schedule: { interval: 60_000 } };
