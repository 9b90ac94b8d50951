import { userInfo } from "node:os";
import { parseArgs } from "node:util";
import { MedusaError } from "@medusajs/framework/utils";
import { erasePerson } from "../application/privacy/erase-person";
import { exportPerson, summarisePerson } from "../application/privacy/export-person";
import { listHolds, placeHold, releaseHold } from "../application/privacy/legal-holds";
import type { SoughtPerson } from "../application/privacy/person-scope";
import { databaseTime } from "../application/privacy/person-scope";
import type { AcquiringOptions } from "../options/options";
import { CommandError, runCommand, UsageError } from "./command";
import { configuredStore } from "./configured";
import { holdLine, retentionLines, personLines } from "./privacy/lines";
import type { Database } from "./store/store-database";
import { withLedger } from "./store/store-database";
import { timeOf } from "./time-of";

export const HELP = `medusa-payment-acquiring privacy <command> [options]

What the plugin stores of one person: a customer of Medusa, an e-mail address, or
whoever placed an order. Run it in the store's folder.

  find             count what is stored, and say why it cannot be erased yet
  export           print it as JSON; the audit trail records who did
  erase            erase it: needs --reason; cannot be undone
  preview          what the options retention.* would remove now
  hold             keep the data of a customer, an e-mail address or an order:
                   needs --reason; --until TIME ends it
  release          release a legal hold: needs --hold ID
  holds            list the legal holds

  --customer ID    a customer of Medusa
  --email ADDRESS  an e-mail address
  --order ID       only what belongs to this order of Medusa
  --reason TEXT    of an erasure it is kept permanently: no personal data
  --until TIME     an ISO 8601 time
  --hold ID
  --help           show this help

Exit codes: 0 done, 1 refused or failed, 2 invalid usage.`;

const OPTIONS = {
  customer: { type: "string" },
  email: { type: "string" },
  order: { type: "string" },
  reason: { type: "string" },
  until: { type: "string" },
  hold: { type: "string" },
  help: { type: "boolean", default: false },
} as const;

const read = (args: string[]) => parseArgs({ args, options: OPTIONS, strict: true, allowPositionals: true });
type Values = ReturnType<typeof read>["values"];

type Work = (pg: Database, options: AcquiringOptions) => Promise<void>;

export async function run(argv: readonly string[]): Promise<number> {
  return runCommand(argv, { help: HELP, read }, async ({ values, positionals }) => {
    const [name = "", ...more] = positionals;
    const work = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
    if (!work || more.length > 0) throw new UsageError(`privacy takes one of: ${Object.keys(COMMANDS).join(", ")}.`);
    const prepared = work(values);
    const { config, options } = await configuredStore();
    try {
      await withLedger(config, (pg) => prepared(pg, options));
      return 0;
    } catch (error) {
      throw error instanceof MedusaError ? new CommandError(error.message) : error;
    }
  });
}

/** Each checks its options first, before the database is opened. */
const COMMANDS: Readonly<Record<string, (values: Values) => Work>> = {
  find: (values) => {
    const person = personOf(values);
    return async (pg) => say(personLines(await summarisePerson(pg, person, await databaseTime(pg))));
  },
  export: (values) => {
    const person = personOf(values);
    return async (pg) => {
      const exported = await exportPerson(pg, { person, actor: by() }, await databaseTime(pg));
      console.log(JSON.stringify(exported, null, 2));
    };
  },
  erase: (values) => {
    const request = { person: personOf(values), reason: keptReason(values), actor: by() };
    return async (pg) => {
      const now = await databaseTime(pg);
      const { rows, sections, proofKey } = await erasePerson(pg, request, () => now);
      say(Object.entries(sections).map(([section, count]) => `${section}: ${String(count)}`));
      console.error(rows === 0 ? "Nothing to erase." : `${String(rows)} rows erased.`);
      if (proofKey !== null)
        console.error(
          `Key of the markers, stored nowhere: ${proofKey}\nKeep it if you may have to prove what was erased.`,
        );
    };
  },
  preview: () => async (pg, options) => say(await retentionLines(pg, options.retention)),
  hold: (values) => {
    const subject = subjectOf(values);
    const until = timeOf(values.until);
    if (until === undefined) throw new UsageError("--until takes a time like 2026-11-01 or 2026-11-01T10:00:00Z.");
    const reason = reasonOf(values);
    return async (pg) => {
      const hold = await placeHold(pg, { ...subject, reason, until, by: by(), now: await databaseTime(pg) });
      say([holdLine(hold)]);
    };
  },
  release: ({ hold }) => {
    if (hold === undefined) throw new UsageError("release needs --hold ID.");
    return async (pg) => say([holdLine(await releaseHold(pg, hold, { by: by(), now: await databaseTime(pg) }))]);
  },
  holds: () => async (pg) => say((await listHolds(pg, await databaseTime(pg))).map(holdLine)),
};

const say = (lines: readonly string[]): void => lines.forEach((line) => console.log(line));

const by = (): string => `cli:${userInfo().username}`;

function personOf(values: Values): SoughtPerson {
  const { kind, subject } = subjectOf(values);
  return {
    customerId: kind === "customer" ? subject : null,
    email: kind === "email" ? subject : null,
    orderId: kind === "order" ? subject : null,
  };
}

function subjectOf({ customer, email, order }: Values) {
  const named = [
    ...(customer === undefined ? [] : [{ kind: "customer", subject: customer } as const]),
    ...(email === undefined ? [] : [{ kind: "email", subject: email } as const]),
    ...(order === undefined ? [] : [{ kind: "order", subject: order } as const]),
  ];
  const [one, ...others] = named;
  if (!one || others.length > 0) throw new UsageError("Name one of --customer ID, --email ADDRESS and --order ID.");
  return one;
}

const LONGEST_REASON = 300;

function reasonOf({ reason }: Values): string {
  const text = reason?.trim() ?? "";
  if (text === "" || text.length > LONGEST_REASON)
    throw new UsageError(`--reason needs 1 to ${String(LONGEST_REASON)} characters.`);
  return text;
}

function keptReason(values: Values): string {
  const text = reasonOf(values);
  if (/\d{4}|@/.test(text))
    throw new UsageError("--reason is kept permanently; do not include numbers or e-mail addresses.");
  return text;
}
