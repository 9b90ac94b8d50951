import { existsSync } from "node:fs";
import { userInfo } from "node:os";
import { extname } from "node:path";
import { parseArgs } from "node:util";
import type { MedusaContainer } from "@medusajs/framework/types";
import { MedusaError } from "@medusajs/framework/utils";
import type { ImportContext, ImportKind, LineResult, RawRecord } from "../application/import/import-record";
import { importKinds } from "../application/import/import-record";
import { importPage } from "../application/import/import-page";
import { resolveLedger } from "../application/resolve-ledger";
import { CommandError, runCommand, UsageError } from "./command";
import type { FileFormat } from "./import/read-file";
import { countLines, formatOf, readRecords } from "./import/read-file";
import { RejectsFile } from "./import/rejects-file";
import { ImportSummary, problemLine } from "./import/summary";
import { openStore } from "./store/open-store";
import { createProgress } from "./progress";

export const HELP = `medusa-payment-acquiring import --kind KIND --file FILE [options]

Imports what another integration of the same gateway has left: saved cards, open
authorisations, and subscriptions that the gateway charges. The columns are in
docs/migrating.md. Authorisations and subscriptions are imported only if the gateway
confirms them. Nothing is changed without --apply. It may be repeated: what is here
already is left as it is. Run it in the store's folder; it reads medusa-config there.

  --kind KIND      cards, authorisations or subscriptions
  --file FILE      a CSV file with a header (.csv), or one JSON object per line (.jsonl)
  --account KEY    the account of lines that name none (default: the only one)
  --apply          import; without it every line is checked, also at the gateway
  --former-is-off  states that the former integration no longer captures, voids,
                   charges or creates orders; required with --apply for
                   authorisations and subscriptions
  --rejects FILE   where rejected lines are written, with the reason; a new file
                   (default: beside the file, FILE.rejects.csv or .jsonl)
  --help           show this help

Exit codes: 0 no line was rejected, 1 some were or it failed, 2 invalid usage.`;

const OPTIONS = {
  kind: { type: "string" },
  file: { type: "string" },
  account: { type: "string" },
  apply: { type: "boolean", default: false },
  "former-is-off": { type: "boolean", default: false },
  rejects: { type: "string" },
  help: { type: "boolean", default: false },
} as const;

const read = (args: string[]) => parseArgs({ args, options: OPTIONS, strict: true });
type Values = ReturnType<typeof read>["values"];

interface Command {
  readonly kind: ImportKind;
  readonly file: string;
  readonly format: FileFormat;
  readonly account: string | null;
  readonly isDry: boolean;
  readonly rejects: string;
}

export async function run(argv: readonly string[]): Promise<number> {
  return runCommand(argv, { help: HELP, read }, async ({ values }) => {
    const command = commandOf(values);
    const store = await openStore(process.cwd());
    try {
      return await importFile(store.container, command);
    } finally {
      await store.close();
    }
  });
}

function commandOf(values: Values): Command {
  const { file, account = null, apply } = values;
  const kind = importKinds.find((name) => name === values.kind);
  if (!kind) throw new UsageError(`--kind takes ${importKinds.join(", ")}.`);
  if (file === undefined) throw new UsageError("--file names the file to import.");
  const format = formatOf(file);
  if (!format) throw new UsageError("--file takes a .csv or .jsonl file.");
  if (!existsSync(file)) throw new UsageError(`--file: there is no file ${file}.`);
  if (apply && kind !== "cards" && !values["former-is-off"]) throw new UsageError(STATEMENT);
  const rejects = values.rejects ?? freeName(file);
  if (existsSync(rejects)) throw new UsageError(`--rejects: ${rejects} exists already. Choose another name.`);
  return { kind, file, format, account, isDry: !apply, rejects };
}

/** Rejected lines of an earlier run may have been corrected there: nothing is overwritten. */
function freeName(file: string): string {
  const ending = extname(file);
  let name = `${file}.rejects${ending}`;
  for (let number = 2; existsSync(name); number += 1) name = `${file}.rejects-${String(number)}${ending}`;
  return name;
}

const STATEMENT =
  "With --apply, authorisations and subscriptions need --former-is-off: switch off the former integration first, so that " +
  "no payment is captured, charged or ordered by both.";

/** Written and queried together. */
const PAGE = 50;
const MOST_SHOWN = 20;

async function importFile(container: MedusaContainer, command: Command): Promise<number> {
  const { kind, file, format, isDry, rejects } = command;
  const context = contextOf(container, command);
  const out = new RejectsFile(rejects, format, kind);
  const summary = new ImportSummary();
  const total = await countLines(file);
  const progress = createProgress(process.stderr, "lines");
  const note = async (results: readonly LineResult[]): Promise<void> => {
    for (const result of results) {
      summary.add(result);
      if (!result.problem) continue;
      if (summary.rejected <= MOST_SHOWN) console.log(problemLine(result.record.line, result.problem));
      await out.add(result);
    }
    progress.at(results.at(-1)?.record.line ?? 0, total);
  };
  try {
    for await (const page of pagesOf(readRecords(file, format, kind))) await note(await imported(context, kind, page));
  } finally {
    progress.end();
    await out.close();
    console.log(summary.lines(kind, { isDry, rejects }).join("\n"));
  }
  return summary.rejected === 0 ? 0 : 1;
}

function contextOf(container: MedusaContainer, { account, isDry }: Command): ImportContext {
  const accounts = [...resolveLedger(container).options.accounts.keys()].map(String);
  if (account !== null && !accounts.includes(account))
    throw new UsageError(`--account: there is no account "${account}". Configured accounts: ${accounts.join(", ")}.`);
  const only = accounts.length === 1 ? (accounts[0] ?? null) : null;
  return { container, account: account ?? only, isDry, actorId: `cli:${userInfo().username}` };
}

/** Medusa's errors are our own sentences: the gateway did not answer, or an order changed meanwhile. */
async function imported(
  context: ImportContext,
  kind: ImportKind,
  page: readonly RawRecord[],
): Promise<readonly LineResult[]> {
  try {
    return await importPage(context, kind, page);
  } catch (error) {
    if (!(error instanceof MedusaError)) throw error;
    const lines = `${String(page[0]?.line ?? 0)} to ${String(page.at(-1)?.line ?? 0)}`;
    throw new CommandError(`Stopped at lines ${lines}: ${error.message} What was imported stays; run it again.`);
  }
}

async function* pagesOf(records: AsyncIterable<RawRecord>): AsyncGenerator<readonly RawRecord[]> {
  let page: RawRecord[] = [];
  for await (const record of records) {
    page.push(record);
    if (page.length < PAGE) continue;
    yield page;
    page = [];
  }
  if (page.length > 0) yield page;
}
