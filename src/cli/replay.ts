import { readFile } from "node:fs/promises";
import { userInfo } from "node:os";
import { buffer } from "node:stream/consumers";
import { parseArgs } from "node:util";
import type { GatewayAccount } from "../gateway/options";
import { parseNotification } from "../gateway/notification";
import { replayForPayment } from "../workflows/admin-actions/actions";
import { ledgerOf } from "../workflows/ledger-of";
import { accountOf, readConfigured } from "./configured";
import { errorWords } from "./error-words";
import { openStore } from "./open-store";
import type { StoredNotification } from "./stored-notification";
import { readStored } from "./stored-notification";

/** `medusa-payment-acquiring replay`: what does the parser make of a notification, and, if wanted, apply it again. */
export const HELP = `medusa-payment-acquiring replay [options] ID
medusa-payment-acquiring replay [options] --file FILE

Reads a notification with the options of today and says what it means: a row of
the inbox by its ID (acqin_…), or captured bytes from a file ("-": standard
input). Nothing is changed unless --apply is given. Run it in the store's folder.

  --account KEY        the account of the file (default: the only one)
  --content-type TYPE  of the file, such as application/json
  --apply              for an ID: think about the notification once more, as the
                       dashboard's button does; the gateway is asked first
  --help               this text

Exit codes: 0 it can be read (and was applied), 1 not, 2 used wrongly.`;

const OPTIONS = {
  file: { type: "string" },
  account: { type: "string" },
  "content-type": { type: "string" },
  apply: { type: "boolean", default: false },
  help: { type: "boolean", default: false },
} as const;

/** Runs the command in this folder; answers its exit code. */
export async function run(argv: readonly string[]): Promise<number> {
  let parsed;
  try {
    parsed = parseArgs({ args: [...argv], options: OPTIONS, strict: true, allowPositionals: true });
  } catch (error) {
    return wrongly(errorWords(error));
  }
  const { values, positionals } = parsed;
  if (values.help) {
    console.log(HELP);
    return 0;
  }
  const [id, ...more] = positionals;
  const isOne = (id === undefined) !== (values.file === undefined) && more.length === 0;
  if (!isOne) return wrongly("Name one row of the inbox, or one file.");
  if (values.apply && id === undefined)
    return wrongly("--apply takes a row of the inbox: what was never received is sent by the gateway.");
  try {
    const configured = await readConfigured(process.cwd());
    if ("problem" in configured) return failed(configured.problem);
    const stored = id === undefined ? null : await readStored(configured.config.databaseUrl, id);
    if (stored && "problem" in stored) return failed(stored.problem);
    const account = accountOf(configured.options, stored?.account ?? values.account);
    if ("problem" in account) return wrongly(account.problem);
    const contentType = stored ? stored.contentType : (values["content-type"] ?? null);
    const isRead = tell(account, contentType, stored?.body ?? (await readBytes(values.file ?? "-")));
    return stored && values.apply && isRead ? await applyAgain(stored) : Number(!isRead);
  } catch (error) {
    return failed(errorWords(error));
  }
}

const readBytes = (file: string): Promise<Buffer> => (file === "-" ? buffer(process.stdin) : readFile(file));

function wrongly(problem: string): number {
  console.error(`${problem}\n\n${HELP}`);
  return 2;
}

function failed(problem: string): number {
  console.error(problem);
  return 1;
}

/** Prints what it means; false when it cannot be read. The bytes themselves are not printed: they may hold names and addresses. */
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

async function applyAgain({ id, account, orderNo }: StoredNotification): Promise<number> {
  if (orderNo === null) return failed("It is about no payment; only what is can be applied again from here.");
  const store = await openStore(process.cwd());
  try {
    const attempt = await ledgerOf(store.container).ledger.attemptByOrderNo(orderNo);
    if (!attempt || attempt.account !== account) return failed(`There is no payment ${orderNo} of this account.`);
    const who = { container: store.container, id: attempt.id, actorId: `cli:${userInfo().username}` };
    const { outcome, message } = await replayForPayment(who, { notification_id: id });
    console.log([outcome, message].filter((part) => part !== null).join(": "));
    return Number(outcome !== "done");
  } finally {
    await store.close();
  }
}
