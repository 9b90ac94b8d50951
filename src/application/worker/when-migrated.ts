import type { MedusaContainer } from "@medusajs/framework/types";
import { resolveLedger } from "../resolve-ledger";

/** Background work waits silently for the tables: start-up has logged it, and repeated SQL errors would hide that. */
export async function whenMigrated(container: MedusaContainer, work: () => unknown): Promise<void> {
  if (await resolveLedger(container).readiness.isMigrated()) await work();
}
