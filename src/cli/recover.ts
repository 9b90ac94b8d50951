import { userInfo } from "node:os";
import { parseArgs } from "node:util";
import type { MedusaContainer } from "@medusajs/framework/types";
import { CommandError, runCommand, UsageError } from "./command";
import { openStore } from "./open-store";
import { createProgress } from "./progress";
import { readBytes } from "./read-bytes";
import { numbersIn } from "./recover/numbers-in";
import { linesOf } from "./recover/lines";
import { timeOf } from "./time-of";
import { resolveLedger } from "../application/resolve-ledger";
import { recoverOpen } from "../workflows/recover";

/** `medusa-payment-acquiring recover`: ends recovery mode, from the store's folder. */
export const HELP = `medusa-payment-acquiring recover [options]

After a restored backup, or after a failover that lost commits: queries the
gateway for every payment that can still move money, records what the database
has lost, holds the payouts that may have left, and says what a person has to
do. Until it has ended nothing is sent. Run it in the store's folder; it reads
medusa-config there. Where no recovery is open, it begins one.

  --account KEY  only this account (default: all that are configured)
  --since TIME   query only payments that began at or after this ISO 8601 time
                 (default: all that can still move money, however old). Give it
                 only when no older payment can have been captured or refunded
  --file FILE    order numbers from an export of the gateway's portal, one a
                 line or as a column of a CSV: those that the database does not
                 know are queried and reported; "-" reads the standard input.
                 Needs --account where several are configured
  --dry-run      say what is open and what would be queried; change nothing
  --done         end it although the gateway did not answer about everything.
                 What was not answered may be sent a second time
  --help         this text

Exit codes: 0 it has ended, 1 it is still open or it failed, 2 used wrongly.`;

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

/** Runs the command in this folder; returns its exit code. */
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
  if (isDone && isDry)
    throw new UsageError("--done changes something and --dry-run changes nothing; give one of them.");
  return { account, since, file, isDry, isDone, by: `cli:${userInfo().username}` };
}

async function recover(container: MedusaContainer, command: Command): Promise<number> {
  const { recovery, options } = resolveLedger(container);
  const accounts = [...options.accounts.keys()].map(String);
  const { account, isDry, since, by } = command;
  if (account !== null && !accounts.includes(account))
    throw new UsageError(`--account: there is no account "${account}"; there are ${accounts.join(", ")}.`);
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
  const details = "A person ran the command recover.";
  await recovery.begin({ account: account ?? "*", reason: "person", details, since, by });
  say(linesOf.open(await recovery.open(account)));
  const lost = orderNos.length === 0 ? 0 : await recovery.addOrders(account ?? accounts[0] ?? "", orderNos);
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
    throw new UsageError(`--file needs --account: whose orders are they? There are ${accounts.join(", ")}.`);
  const orderNos = numbersIn((await readBytes(file)).toString("utf8"));
  if (orderNos.length > 0) return orderNos;
  throw new CommandError(
    `${file} holds no order number of this store; they look like acq_01JD… and stand one a line or in a CSV column.`,
  );
}

async function endAll(container: MedusaContainer, { account, by }: Command): Promise<number> {
  const { recovery } = resolveLedger(container);
  const open = await recovery.open(account);
  for (const row of open) await recovery.end(row, by);
  console.log(`${String(open.length)} recoveries ended by ${by}. What was not queried may be sent a second time.`);
  return 0;
}
