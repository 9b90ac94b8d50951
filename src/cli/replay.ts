import { userInfo } from "node:os";
import { parseArgs } from "node:util";
import type { GatewayAccount } from "../gateway/model/account";
import { parseNotification } from "../gateway/notifications/notification";
import { replayForPayment } from "../application/dashboard/payment-actions";
import { resolveLedger } from "../application/resolve-ledger";
import { CommandError, runCommand, UsageError } from "./command";
import { chosenAccount, configuredStore } from "./configured";
import { openStore } from "./store/open-store";
import { readBytes } from "./read-bytes";
import type { LoadedNotification } from "./stored-notification";
import { readStored } from "./stored-notification";

export const HELP = `medusa-payment-acquiring replay [options] ID
medusa-payment-acquiring replay [options] --file FILE

Interprets a notification with the current options: a row of the inbox by its ID
(acqin_…), or captured bytes from a file ("-": standard input). Nothing is changed
without --apply. Run it in the store's folder.

  --account KEY        the account of the file (default: the only one)
  --content-type TYPE  of the file, such as application/json
  --apply              for an ID: process the notification again, like the
                       dashboard's button; the gateway is queried first
  --help               show this help

Exit codes: 0 it can be read (and was applied), 1 it cannot, 2 invalid usage.`;

const OPTIONS = {
  file: { type: "string" },
  account: { type: "string" },
  "content-type": { type: "string" },
  apply: { type: "boolean", default: false },
  help: { type: "boolean", default: false },
} as const;

const read = (args: string[]) => parseArgs({ args, options: OPTIONS, strict: true, allowPositionals: true });

type Values = ReturnType<typeof read>["values"];

export async function run(argv: readonly string[]): Promise<number> {
  return runCommand(argv, { help: HELP, read }, ({ values, positionals }) => replay(values, positionals));
}

async function replay(values: Values, [id, ...more]: readonly string[]): Promise<number> {
  const isOne = (id === undefined) !== (values.file === undefined) && more.length === 0;
  if (!isOne) throw new UsageError("Give the ID of one inbox row, or one file.");
  if (values.apply && id === undefined)
    throw new UsageError(
      "--apply takes an inbox row; notifications that were never received must be sent by the gateway.",
    );
  const configured = await configuredStore();
  const stored = id === undefined ? null : await readStored(configured.config, id);
  if (stored && "problem" in stored) throw new CommandError(stored.problem);
  const account = chosenAccount(configured, stored?.account ?? values.account);
  const contentType = stored ? stored.contentType : (values["content-type"] ?? null);
  const isRead = tell(account, contentType, stored?.body ?? (await readBytes(values.file ?? "-")));
  return stored && values.apply && isRead ? applyAgain(stored) : Number(!isRead);
}

/** Prints its meaning; false if it cannot be read. The bytes are not printed: they may contain names and addresses. */
function tell(account: GatewayAccount, contentType: string | null, body: Buffer): boolean {
  const parsed = parseNotification({ account, contentType, body });
  if (parsed.kind === "unreadable") {
    console.log(`It cannot be read: ${parsed.reason}`);
    return false;
  }
  const { fact, signature } = parsed;
  const about = parsed.kind === "payout" ? "payout" : parsed.kindHint;
  const money = fact.money && { currency: fact.money.currency, minor: fact.money.minor.toString() };
  const order = parsed.kind === "payout" ? {} : { order_no: parsed.orderNo };
  console.log(
    JSON.stringify(
      {
        account: account.key,
        about,
        signature,
        ...order,
        reading: fact.reading,
        money,
        raw: "raw" in fact ? fact.raw : null,
      },
      null,
      2,
    ),
  );
  return true;
}

async function applyAgain({ id, account, orderNo }: LoadedNotification): Promise<number> {
  if (orderNo === null)
    throw new CommandError("It is not about a payment; only payment notifications can be applied by this command.");
  const store = await openStore(process.cwd());
  try {
    const attempt = await resolveLedger(store.container).attempts.attemptByOrderNo(orderNo);
    if (!attempt || attempt.account !== account) throw new CommandError(`This account has no payment ${orderNo}.`);
    const context = { container: store.container, targetId: attempt.id, actorId: `cli:${userInfo().username}` };
    const { outcome, message } = await replayForPayment(context, { notification_id: id });
    console.log([outcome, message].filter((part) => part !== null).join(": "));
    return Number(outcome !== "done");
  } finally {
    await store.close();
  }
}
