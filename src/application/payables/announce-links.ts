import type { MedusaContainer } from "@medusajs/framework/types";
import { forEachDue } from "../for-each-due";
import { resolveLedger } from "../resolve-ledger";

const LIMIT = 100;

/** Writes the events that became due without a request: expiries, and what an older version left. */
export async function announceLinks(container: MedusaContainer): Promise<void> {
  const { linkAnnouncements } = resolveLedger(container);
  await forEachDue(container, await linkAnnouncements.due(LIMIT), {
    work: "link_event",
    run: (id) => linkAnnouncements.announce(id),
  });
}
