import type { MedusaContainer } from "@medusajs/framework/types";
import type { Knex } from "@medusajs/framework/mikro-orm/knex";
import { foldOverview, overviewDifferences, rebuildOverview } from "../../modules/acquiring";
import { resolveLedger } from "../resolve-ledger";

/** Brings the overview's figures in line with the ledger; see `overview/fold.ts`. Returns the number of days computed. */
export async function computeOverview(container: MedusaContainer): Promise<number> {
  const ledger = resolveLedger(container);
  return foldOverview(ledger.attempts.connection, { now: () => ledger.now(), isStopping: () => ledger.drain.isOver });
}

/** Of the command's own process: these times are compared with nothing. */
const now = (): Date => new Date();

/** Computes all days anew, for the command line. Returns their number. */
export async function recomputeOverview(pg: Knex): Promise<number> {
  await rebuildOverview(pg);
  return foldOverview(pg, { now, isStopping: () => false });
}

/** Days whose figures differ from the ledger, such as `2026-11-27`; null while another process computes. */
export const compareOverview = (pg: Knex): Promise<string[] | null> => overviewDifferences(pg, now);
