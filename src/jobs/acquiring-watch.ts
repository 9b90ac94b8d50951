import type { MedusaContainer } from "@medusajs/framework/types";
import { computeOverview } from "../application/worker/compute-overview";
import { announceLinks } from "../application/payables/announce-links";
import { resolveLedger } from "../application/resolve-ledger";
import { sendCustomerEmails } from "../application/customer-emails/send-emails";
import { sendStaffMessages } from "../application/staff-notifications/send-messages";
import { watchRefunds } from "../application/returns/follow-refund";
import { watchRecovery } from "../application/worker/recover";
import { watchAttention } from "../application/worker/watch-attention";
import { whenMigrated } from "../application/worker/when-migrated";

/** Every minute: detects card testing, deletes old limit counters, refreshes attention items, detects lost commits, announces expired links, examines orders that may owe a refund, computes the overview, and sends notifications to staff and e-mails to customers. */
export default async function acquiringWatch(container: MedusaContainer): Promise<void> {
  await whenMigrated(container, () => work(container));
}

async function work(container: MedusaContainer): Promise<void> {
  // One failing watch must not stop the others.
  const watches = await Promise.allSettled([
    resolveLedger(container).watchCardTesting(),
    watchAttention(container),
    watchRecovery(container),
    announceLinks(container),
    watchRefunds(container),
    computeOverview(container),
    sendStaffMessages(container),
    sendCustomerEmails(container),
  ]);
  for (const watch of watches) if (watch.status === "rejected") throw watch.reason;
}

export const config = { name: "acquiring-watch", schedule: { interval: 60_000 } };
