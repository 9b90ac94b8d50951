import { userInfo } from "node:os";
import { parseArgs } from "node:util";
import type { MedusaContainer } from "@medusajs/framework/types";
import { CommandError, runCommand, UsageError } from "./command";
import { openStore } from "./store/open-store";
import { createProgress } from "./progress";
import { readBytes } from "./read-bytes";
import { numbersIn } from "./recover/numbers-in";
import { linesOf } from "./recover/lines";
import { timeOf } from "./time-of";
import { resolveLedger } from "../application/resolve-ledger";
import { recoverOpen } from "../application/worker/recover";

export const HELP = `medusa-payment-acquiring recover [options]

For use after a restored backup, or after a failover that lost commits. Queries the
gateway for every payment that can still move money, records what the database has
lost, holds payouts that may have been sent, and says what to do next. Nothing is
sent until the recovery has ended. Run it in the store's folder; it reads
medusa-config there. It starts a recovery if none is open.

  --account KEY  only this account (default: all configured accounts)
  --since TIME   query only payments created at or after this ISO 8601 time
                 (default: all that can still move money, however old). Use it only
                 if no older payment can have been captured or refunded
  --file FILE    order numbers from an export of the gateway's portal, one per line
                 or as a CSV column: those that are not in the database are queried
                 and reported; "-" reads standard input. Needs --account if several
                 are configured
  --dry-run      print what is open and what would be queried; change nothing
  --done         end it although some queries were not answered; those operations
                 may be sent a second time
  --help         show this help

Exit codes: 0 it has ended, 1 it is still open or it failed, 2 invalid usage.`;

const OPTIONS = {
  account: { type: "string" },
  since: { type: "string" },
  file: { type: "string" },
  "dry-run": { type: "boolean", default: false },
  done: { type: "boolean", default: false },
  help: { type: "boolean", default: false },
} as const;

const read = (args: string[]) => parseArgs({ args, options: OPTIONS, strict: true });
type Values = ReturnType<typeof read>["values"];

interface Command {
  readonly account: string | null;
  readonly since: Date | null;
  readonly file: string | null;
  readonly isDry: boolean;
  readonly isDone: boolean;
  readonly by: string;
}

export async function run(argv: readonly string[]): Promise<number> {
  return runCommand(argv, { help: HELP, read }, async ({ values }) => {
    const command = commandOf(values);
    const store = await openStore(process.cwd());
    try {
      return await recover(store.container, command);
    } finally {
      await store.close();
    }
  });
}

function commandOf(values: Values): Command {
  const since = timeOf(values.since);
  if (since === undefined) throw new UsageError("--since takes a time like 2026-11-01 or 2026-11-01T10:00:00Z.");
  const { account = null, file = null, done: isDone, "dry-run": isDry } = values;
  if (isDone && isDry) throw new UsageError("--done changes data and --dry-run changes nothing; use one of them.");
  return { account, since, file, isDry, isDone, by: `cli:${userInfo().username}` };
}

async function recover(container: MedusaContainer, command: Command): Promise<number> {
  const { recovery, options } = resolveLedger(container);
  const accounts = [...options.accounts.keys()].map(String);
  const { account, isDry, since, by } = command;
  if (account !== null && !accounts.includes(account))
    throw new UsageError(`--account: there is no account "${account}". Configured accounts: ${accounts.join(", ")}.`);
  const orderNos = await ordersOf(command, accounts);
  const say = (lines: readonly string[]): void => lines.forEach((line) => console.log(line));
  if (isDry) {
    const open = await recovery.open(account);
    say(linesOf.open(open));
    const [first] = open;
    const left = await recovery.left(first ?? { account: account ?? "*", since, cursor: null });
    console.log(`${String(left)} payments would be queried. Nothing was changed.`);
    return open.length === 0 ? 0 : 1;
  }
  if (command.isDone) return endAll(container, command);
  // Also detects lost commits itself.
  await recovery.look();
  // Before the recovery begins: a worker ends one that has nothing left to query.
  const lost = orderNos.length === 0 ? 0 : await recovery.addOrders(account ?? accounts[0] ?? "", orderNos);
  const details = "The command recover was run.";
  await recovery.begin({ account: account ?? "*", reason: "person", details, since, by });
  say(linesOf.open(await recovery.open(account)));
  if (orderNos.length > 0)
    console.log(`${String(orderNos.length)} order numbers read, ${String(lost)} not in the database`);
  const progress = createProgress(process.stderr, "payments");
  const result = await recoverOpen(container, { account, at: progress.at });
  progress.end();
  say(linesOf.result(result));
  say(linesOf.forPerson(await recovery.forPerson(account)));
  return result.stillOpen === 0 ? 0 : 1;
}

async function ordersOf({ file, account }: Command, accounts: readonly string[]): Promise<readonly string[]> {
  if (file === null) return [];
  if (account === null && accounts.length > 1)
    throw new UsageError(
      `--file needs --account, to know whose orders they are. Configured accounts: ${accounts.join(", ")}.`,
    );
  const orderNos = numbersIn((await readBytes(file)).toString("utf8"));
  if (orderNos.length > 0) return orderNos;
  throw new CommandError(
    `${file} contains no order number of this store; they look like acq_01JD…, one per line or in a CSV column.`,
  );
}

async function endAll(container: MedusaContainer, { account, by }: Command): Promise<number> {
  const { recovery } = resolveLedger(container);
  const open = await recovery.open(account);
  for (const row of open) await recovery.end(row, by, { isForced: true });
  console.log(
    `${String(open.length)} recoveries ended by ${by}. Operations that were not queried may be sent a second time.`,
  );
  return 0;
}
