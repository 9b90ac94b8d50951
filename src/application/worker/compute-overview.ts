import type { MedusaContainer } from "@medusajs/framework/types";
import { foldOverview } from "../../modules/acquiring";
import { resolveLedger } from "../resolve-ledger";

/** Brings the overview's figures in line with the ledger; see `overview/fold.ts`. Returns the number of days computed. */
export async function computeOverview(container: MedusaContainer): Promise<number> {
  const ledger = resolveLedger(container);
  return foldOverview(ledger.attempts.connection, { now: () => ledger.now(), isStopping: () => ledger.drain.isOver });
}
