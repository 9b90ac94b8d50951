import type { MedusaContainer } from "@medusajs/framework/types";
import { computeOverview } from "../application/worker/compute-overview";
import type { WorkKind } from "../application/log-failed-work";
import { logFailedWork } from "../application/log-failed-work";
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
  const watches: readonly (readonly [WorkKind, () => Promise<unknown>])[] = [
    ["card_testing", () => resolveLedger(container).watchCardTesting()],
    ["attention", () => watchAttention(container)],
    ["recovery", () => watchRecovery(container)],
    ["link_event", () => announceLinks(container)],
    ["automatic_refund", () => watchRefunds(container)],
    ["overview", () => computeOverview(container)],
    ["staff_message", () => sendStaffMessages(container)],
    ["customer_email", () => sendCustomerEmails(container)],
  ];
  // One failing watch must not stop the others; Medusa reports only one error of a job, so each is logged.
  const ended = await Promise.allSettled(watches.map(async ([, run]) => run()));
  const failed = ended.flatMap((end, index) =>
    end.status === "rejected" ? [{ work: watches[index]?.[0], reason: end.reason as unknown }] : [],
  );
  for (const { work, reason } of failed) if (work) logFailedWork(container, { work }, reason);
  if (failed[0]) throw failed[0].reason;
}

export const config = { name: "acquiring-watch", schedule: { interval: 60_000 } };
