import type { MedusaContainer } from "@medusajs/framework/types";
import { remindOfDisputes } from "../../modules/acquiring";
import { resolveLedger } from "../resolve-ledger";

/** Commits the reminders that are due (`disputes.remindDays`); the worker delivers their events. Returns how many. */
export async function announceDueDisputes(container: MedusaContainer): Promise<number> {
  const ledger = resolveLedger(container);
  return remindOfDisputes(ledger.attempts.connection, ledger.options.disputes.remindDays, ledger.now());
}
