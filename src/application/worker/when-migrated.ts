import type { MedusaContainer } from "@medusajs/framework/types";
import { resolveLedger } from "../resolve-ledger";

/**
 * Background work of a store whose tables are not there yet waits, and says nothing: the start has said it once, and an
 * SQL error every few seconds would only hide that.
 */
export async function whenMigrated(container: MedusaContainer, work: () => unknown): Promise<void> {
  if (await resolveLedger(container).isMigrated()) await work();
}
