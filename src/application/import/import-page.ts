import { MedusaError } from "@medusajs/framework/utils";
import { createOrderNo } from "../../gateway/model/ids";
import { resolveLedger } from "../resolve-ledger";
import { importAuthorisation } from "./import-authorisations";
import { importCard } from "./import-cards";
import type { ImportContext, ImportKind, Judged, LineResult, RawRecord } from "./import-record";
import { rejected } from "./import-record";
import { importSubscription } from "./import-subscriptions";
import type { ReadRecord } from "./read-record";
import { readRecord } from "./read-record";
import type { GatewayReport } from "../../modules/acquiring";

/**
 * Imports some lines of a file: the gateway is queried about all of them at once, then each is written by itself. Throws
 * if the gateway does not answer: the lines before stay imported, and another run continues.
 */
export async function importPage(
  context: ImportContext,
  kind: ImportKind,
  records: readonly RawRecord[],
): Promise<LineResult[]> {
  switch (kind) {
    case "cards":
      return importAll(context, read(kind, records), ({ account, value }) => importCard(context, account, value));
    case "authorisations": {
      const lines = read(kind, records);
      const reports = await ask(context, lines);
      return importAll(context, lines, ({ account, value }) =>
        importAuthorisation(context, { account, line: value, report: reportOf(reports, account) }),
      );
    }
    case "subscriptions": {
      const lines = read(kind, records);
      const reports = await ask(context, lines);
      return importAll(context, lines, ({ account, value }) =>
        importSubscription(context, { account, line: value, report: reportOf(reports, account) }),
      );
    }
  }
}

interface Line<Value> {
  readonly record: RawRecord;
  readonly read:
    { readonly value: Value; readonly isSecret: boolean } | Extract<ReadRecord<ImportKind>, { problem: object }>;
}

const read = <Kind extends ImportKind>(kind: Kind, records: readonly RawRecord[]) =>
  records.map((record) => ({ record, read: readRecord(kind, record) }));

interface Placed<Value> {
  readonly account: string;
  readonly value: Value;
}

/** The account of a line, if it is configured. */
function accountOf(context: ImportContext, { account }: { readonly account?: string | undefined }): string | null {
  const key = account ?? context.account;
  return key !== null && resolveLedger(context.container).account(key) ? key : null;
}

async function importAll<Value extends { readonly account?: string | undefined }>(
  context: ImportContext,
  lines: readonly Line<Value>[],
  importOne: (line: Placed<Value>) => Promise<Judged>,
): Promise<LineResult[]> {
  const results: LineResult[] = [];
  for (const { record, read: line } of lines) {
    const judged = "problem" in line ? rejectedBy(line) : await placed(context, line.value, importOne);
    results.push({ record, isSecret: line.isSecret, ...judged });
  }
  return results;
}

const rejectedBy = ({ problem }: Extract<ReadRecord<ImportKind>, { problem: object }>): Judged => ({
  outcome: "rejected",
  problem,
  notes: [],
});

async function placed<Value extends { readonly account?: string | undefined }>(
  context: ImportContext,
  value: Value,
  importOne: (line: Placed<Value>) => Promise<Judged>,
): Promise<Judged> {
  const account = accountOf(context, value);
  if (account !== null) return orRejected(() => importOne({ account, value }));
  const known = [...resolveLedger(context.container).options.accounts.keys()].join(", ");
  return rejected("account", "is not configured", `Write one of ${known}, or use --account.`);
}

/** Something changed meanwhile, such as the order: that line is rejected, the others continue. */
async function orRejected(work: () => Promise<Judged>): Promise<Judged> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof MedusaError) return rejected(null, error.message, "Import this line again.");
    throw error;
  }
}

interface Asked {
  readonly account?: string | undefined;
  readonly order_no: string;
}

async function ask(context: ImportContext, lines: readonly Line<Asked>[]): Promise<ReadonlyMap<string, GatewayReport>> {
  const numbers = new Map<string, string[]>();
  for (const { read: line } of lines) {
    if ("problem" in line) continue;
    const account = accountOf(context, line.value);
    if (account !== null) numbers.set(account, [...(numbers.get(account) ?? []), line.value.order_no]);
  }
  const { imports } = resolveLedger(context.container);
  const reports = new Map<string, GatewayReport>();
  for (const [account, orderNos] of numbers)
    reports.set(account, await imports.ask(account, orderNos.map(createOrderNo)));
  return reports;
}

const reportOf = (reports: ReadonlyMap<string, GatewayReport>, account: string): GatewayReport =>
  reports.get(account) ?? { askedAt: new Date(0), facts: new Map() };
