import { userInfo } from "node:os";
import { parseArgs } from "node:util";
import type { ErasedColumn } from "../application/erasure/erase-card-data";
import { eraseField, erasureProblems, findCardData, isErasable } from "../application/erasure/erase-card-data";
import { CommandError, runCommand, UsageError } from "./command";
import { readStoreConfig } from "./store/store-config";
import type { Database } from "./store/store-database";
import { withLedger } from "./store/store-database";

export const HELP = `medusa-payment-acquiring erase [options]

Finds card numbers in stored notes, messages and notifications, and lists where
they are. It prints none of the texts. Run it in the store's folder.

  --apply          erase them: digits become asterisks, nothing else changes, and the
                   table acquiring_erasure records who erased them, when and why
  --reason TEXT    the reason; required with --apply, and kept permanently: do not
                   include a card number
  --table NAME     with --row and --field: erase every digit of this one text
  --row ID
  --field NAME
  --verify         check that rows with an erasure changed in no other way, and
                   that the triggers of append-only tables are enabled
  --help           show this help

Exit codes: 0 nothing left to do, 1 card numbers were found and not erased, or the
check failed, 2 invalid usage.`;

const OPTIONS = {
  apply: { type: "boolean", default: false },
  reason: { type: "string" },
  table: { type: "string" },
  row: { type: "string" },
  field: { type: "string" },
  verify: { type: "boolean", default: false },
  help: { type: "boolean", default: false },
} as const;

const read = (args: string[]) => parseArgs({ args, options: OPTIONS, strict: true });

type Values = ReturnType<typeof read>["values"];

export async function run(argv: readonly string[]): Promise<number> {
  return runCommand(argv, { help: HELP, read }, async ({ values }) => {
    const place = placeOf(values);
    const reason = reasonOf(values);
    const config = await readStoreConfig(process.cwd());
    if ("problem" in config) throw new CommandError(config.problem);
    return withLedger(config, (pg) => {
      if (values.verify) return verify(pg);
      return reason === null ? list(pg) : erase(pg, { place, reason });
    });
  });
}

function placeOf({ table, row, field, apply }: Values): ErasedColumn | null {
  if (table === undefined && row === undefined && field === undefined) return null;
  if (table === undefined || row === undefined || field === undefined)
    throw new UsageError("--table, --row and --field select one text; use all three together.");
  if (!isErasable({ table, field })) throw new UsageError(`${table}.${field} is not a text that can be erased.`);
  if (!apply) throw new UsageError("--table, --row and --field need --apply.");
  return { table, row, field };
}

const LONGEST_REASON = 300;

/** Null: nothing is to be erased. */
function reasonOf({ apply, reason, verify: isCheck }: Values): string | null {
  if (apply && isCheck) throw new UsageError("Use either --apply or --verify.");
  if (!apply) return null;
  const text = reason?.trim() ?? "";
  if (text === "" || text.length > LONGEST_REASON)
    throw new UsageError(`--apply needs --reason, of 1 to ${String(LONGEST_REASON)} characters.`);
  if (/\d{4}/.test(text)) throw new UsageError("--reason is kept permanently; do not include long numbers.");
  return text;
}

const lineOf = ({ table, row, field }: ErasedColumn): string => `${table} ${row} ${field}`;

async function list(pg: Database): Promise<number> {
  let found = 0;
  for await (const place of findCardData(pg)) {
    found += 1;
    console.log(lineOf(place));
  }
  console.error(
    found === 0 ? "No card number found." : `${String(found)} found. Erase them with --apply --reason TEXT.`,
  );
  return Number(found > 0);
}

async function erase(
  pg: Database,
  { place, reason }: { readonly place: ErasedColumn | null; readonly reason: string },
): Promise<number> {
  const by = { actor: `cli:${userInfo().username}`, reason, whole: place !== null };
  let erased = 0;
  for await (const each of place ? one(place) : findCardData(pg)) {
    if ((await eraseField(pg, each, by)) === 0) continue;
    erased += 1;
    console.log(lineOf(each));
  }
  console.error(`${String(erased)} erased.`);
  return verify(pg);
}

async function* one(place: ErasedColumn): AsyncGenerator<ErasedColumn> {
  yield place;
}

async function verify(pg: Database): Promise<number> {
  const problems = await erasureProblems(pg);
  for (const problem of problems) console.log(problem);
  console.error(
    problems.length === 0 ? "Nothing else changed." : "Rows were changed in another way. Compare them with a backup.",
  );
  return Number(problems.length > 0);
}
