import { parseArgs } from "node:util";
import { compareOverview, recomputeOverview } from "../application/worker/compute-overview";
import { CommandError, runCommand } from "./command";
import { readStoreConfig } from "./store/store-config";
import type { Database } from "./store/store-database";
import { withLedger } from "./store/store-database";

export const HELP = `medusa-payment-acquiring overview [options]

Compares the dashboard's overview with the ledger, and lists the days whose
figures differ. Run it in the store's folder.

  --rebuild        first compute the figures of all days anew, from the ledger
  --help           show this help

Exit codes: 0 all figures are the ledger's, 1 some are not, or another process is
computing them, 2 invalid usage.`;

const OPTIONS = {
  rebuild: { type: "boolean", default: false },
  help: { type: "boolean", default: false },
} as const;

const read = (args: string[]) => parseArgs({ args, options: OPTIONS, strict: true });

export async function run(argv: readonly string[]): Promise<number> {
  return runCommand(argv, { help: HELP, read }, async ({ values }) => {
    const config = await readStoreConfig(process.cwd());
    if ("problem" in config) throw new CommandError(config.problem);
    return withLedger(config, async (pg) => {
      if (values.rebuild) console.error(`${String(await recomputeOverview(pg))} days computed.`);
      return compare(pg);
    });
  });
}

async function compare(pg: Database): Promise<number> {
  const days = await compareOverview(pg);
  if (days === null) throw new CommandError("Another process is computing the figures. Try again in a minute.");
  for (const day of days) console.log(day);
  console.error(
    days.length === 0
      ? "All figures are the ledger's."
      : "These days differ from the ledger. Compute them anew with --rebuild, and report how it came about.",
  );
  return Number(days.length > 0);
}
