import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { userInfo } from "node:os";
import type { Writable } from "node:stream";
import { parseArgs } from "node:util";
import { MedusaError } from "@medusajs/framework/utils";
import { CommandError, runCommand, UsageError } from "./command";
import type { ShownDifference, Format } from "./difference-lines";
import { differenceLines, formats, headLines } from "./difference-lines";
import { summaryLines } from "./reconcile-summary";
import { openStore } from "./store/open-store";
import { createProgress } from "./progress";
import { timeOf } from "./time-of";
import { reconcileBooks, spell } from "../application/reconciliation/reconcile-books";
import type { FoundDifference } from "../application/reconciliation/reconcile-books";

export const HELP = `medusa-payment-acquiring reconcile [options]

Compares each payment at the gateway, in the ledger and in Medusa, and lists the
differences. Run it in the store's folder; it reads medusa-config there. Without
--apply nothing is changed but the record of the run and the attention item
"drift".

  --account KEY    only this account (default: all configured accounts)
  --from TIME      payments created at or after this ISO 8601 time
                   (default: option reconcile.days ago)
  --to TIME        payments created before this time (default: now)
  --now            also compare payments that changed within the last minutes (option
                   reconcile.graceMinutes), if no operation is open and nothing is
                   being recorded; all others are still left out
  --apply          record in the ledger what the gateway reports, if possible, and
                   have Medusa record what is missing there
  --format FORMAT  table (default), csv or json (one object per line)
  --output FILE    write the differences to this file instead of standard output
  --help           show this help

Exit codes: 0 no differences remain, 1 differences remain or it failed, 2 invalid usage.`;

const OPTIONS = {
  account: { type: "string" },
  from: { type: "string" },
  to: { type: "string" },
  apply: { type: "boolean", default: false },
  now: { type: "boolean", default: false },
  format: { type: "string", default: "table" },
  output: { type: "string" },
  help: { type: "boolean", default: false },
} as const;

const read = (args: string[]) => parseArgs({ args, options: OPTIONS, strict: true });

type Values = ReturnType<typeof read>["values"];

interface Command {
  readonly account: string | null;
  readonly from: Date | null;
  readonly to: Date | null;
  readonly apply: boolean;
  readonly now: boolean;
  readonly format: Format;
  readonly output: string | null;
}

export async function run(argv: readonly string[]): Promise<number> {
  return runCommand(argv, { help: HELP, read }, ({ values }) => reconcile(commandOf(values)));
}

async function reconcile(command: Command): Promise<number> {
  const store = await openStore(process.cwd());
  try {
    return await compare(store.container, command);
  } catch (error) {
    // Medusa's errors are our own sentences; other errors are shortened by the caller.
    if (!(error instanceof MedusaError)) throw error;
    throw new (error.type === MedusaError.Types.INVALID_DATA ? UsageError : CommandError)(error.message);
  } finally {
    await store.close();
  }
}

function commandOf(values: Values): Command {
  const format = formats.find((name) => name === values.format);
  if (!format) throw new UsageError(`--format takes ${formats.join(", ")}.`);
  const [from, to] = [timeOf(values.from), timeOf(values.to)];
  if (from === undefined || to === undefined) {
    throw new UsageError("--from and --to take a time like 2026-11-01 or 2026-11-01T10:00:00Z.");
  }
  if (from && to && from >= to) throw new UsageError("--from must be before --to.");
  const { account = null, apply, now, output = null } = values;
  return { account, from, to, apply, now, format, output };
}

async function compare(container: Parameters<typeof reconcileBooks>[0], command: Command): Promise<number> {
  const { format, output, ...request } = command;
  const out = output === null ? process.stdout : createWriteStream(output, { mode: 0o600 });
  if (output !== null) await once(out, "open");
  const progress = createProgress(process.stderr, "payments");
  const say = (lines: readonly string[]): void => lines.forEach((line) => out.write(`${line}\n`));
  say(headLines(format));
  try {
    const summary = await reconcileBooks(
      container,
      { ...request, by: `cli:${userInfo().username}` },
      { difference: (found) => say(differenceLines(format, show(found))), progress: progress.at },
    );
    progress.end();
    console.error(summaryLines(summary, command).join("\n"));
    return summary.remaining === 0 ? 0 : 1;
  } finally {
    if (output !== null) await finish(out);
  }
}

const show = (found: FoundDifference): ShownDifference => ({
  ...found,
  gateway: spell(found.gateway, found.currency),
  ledger: spell(found.ledger, found.currency),
  medusa: spell(found.medusa, found.currency),
});

async function finish(out: Writable): Promise<void> {
  out.end();
  await once(out, "close");
}
