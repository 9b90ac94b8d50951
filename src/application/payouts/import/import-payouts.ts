import type { PayoutImport, PayoutImportAnswer, PayoutImportRow } from "../../../api-schema/admin";
import type { PayoutPerson } from "../../../modules/acquiring_payout/payout-api";
import { resolveLedger } from "../../resolve-ledger";
import { mapWithConcurrency } from "../../map-with-concurrency";
import { connectionsAtOnce } from "../../../modules/acquiring";
import type { PayoutServices } from "../resolve-payout-service";
import { resolvePayoutService } from "../resolve-payout-service";
import type { FileRow } from "./import-file";
import { readImportFile } from "./import-file";
import type { CheckedRow } from "./import-rows";
import { judgeRow, minorFromText, refuseTwins } from "./import-rows";
import { markRepeats } from "./import-repeats";
import type { PayoutActor } from "../payout-actor";
import { major } from "../payout-rows";
import { personOf } from "../approver-directory";
import { granted, isRefused, PayoutRefused } from "../refusal";

/** Without a key a preview, with a key drafts. Key and line number identify a draft, however often the file is sent. */
export async function importPayouts(who: PayoutActor, request: PayoutImport): Promise<PayoutImportAnswer> {
  const { container } = who;
  const payoutService = resolvePayoutService(container);
  const person = await personOf(container, who.auth);
  const file = readImportFile(request.csv);
  if ("problem" in file) {
    const fields = [{ path: "csv", message: file.problem }];
    throw new PayoutRefused({ kind: "refused", code: "fields", message: file.problem, fields });
  }
  const atOnce = connectionsAtOnce(resolveLedger(container).attempts.poolSize);
  const run: Run = { payoutService, person, rows: file.rows, atOnce, allowRepeats: request.allow_repeats };
  if (request.key === undefined) return answerOf(await judgeAll(run), null);
  return make(run, { ...request, key: request.key });
}

interface Run {
  readonly payoutService: PayoutServices;
  readonly person: PayoutPerson;
  readonly rows: readonly FileRow[];
  readonly atOnce: number;
  readonly allowRepeats: boolean;
}

interface Row extends CheckedRow {
  readonly payoutId: string | null;
}

async function make(run: Run, request: PayoutImport & { readonly key: string }): Promise<PayoutImportAnswer> {
  const { payoutService, person } = run;
  const file = { key: request.key, content: request.csv };
  // Before validating any row: a started import continues, even if its rows would be refused now.
  const known = await payoutService.imports.find(person, file);
  if (known) granted(known);
  const rows = await judgeAll(run);
  if (!known && !request.skip_bad && rows.some(({ problems }) => problems.length > 0)) return answerOf(rows, null);
  const { row: begun } = granted(await payoutService.imports.begin(person, file));
  const made = await payoutService.imports.madeBy(begun.id);
  const drafted = rows.map((row) => withDraft(row, made.get(row.line)?.id ?? null));
  if (begun.finished_at !== null) return answerOf(drafted, begun.id);
  const answered = await makeAll(run, begun.id, drafted);
  await payoutService.imports.finish(begun.id);
  return answerOf(answered, begun.id);
}

const withDraft = (row: CheckedRow, payoutId: string | null): Row =>
  payoutId === null ? { ...row, payoutId } : { ...row, problems: [], repeated: false, payoutId };

async function forEach<From, To>(run: Run, items: readonly From[], work: (item: From) => Promise<To>): Promise<To[]> {
  const done = new Map<From, To>();
  const failures: unknown[] = [];
  await mapWithConcurrency(items, run.atOnce, {
    work: async (item) => done.set(item, await work(item)),
    onError: (_item, error) => failures.push(error),
  });
  if (failures.length > 0) throw failures[0];
  return items.flatMap((item) => done.get(item) ?? []);
}

async function judgeAll(run: Run): Promise<Row[]> {
  const rows = await forEach(run, run.rows, (row) => judgeRow(run.payoutService, row));
  const marked = await markRepeats(run.payoutService, refuseTwins(rows), run.allowRepeats);
  return marked.map((row) => ({ ...row, payoutId: null }));
}

async function makeAll(run: Run, importId: string, rows: readonly Row[]): Promise<Row[]> {
  const added = new Map<string, string>();
  const ready: Row[] = [];
  for (const row of rows)
    ready.push(row.payoutId === null ? await withBeneficiary(run, { importId, added, row }) : row);
  return forEach(run, ready, (row) => makeOne(run, importId, row));
}

interface Adding {
  readonly importId: string;
  readonly added: Map<string, string>;
  readonly row: Row;
}

async function withBeneficiary({ payoutService, person }: Run, { importId, added, row }: Adding): Promise<Row> {
  const { request, line } = row;
  if (!request?.beneficiary) return row;
  const description = JSON.stringify(request.beneficiary);
  const known = added.get(description);
  if (known !== undefined) return named(row, known);
  const answer = await payoutService.beneficiaries.create(person, request.beneficiary, `${importId}-${String(line)}`);
  if (isRefused(answer)) return refused(row, answer.message);
  added.set(description, answer.beneficiary.id);
  return named(row, answer.beneficiary.id);
}

const named = (row: Row, id: string): Row =>
  row.request ? { ...row, request: { payout: { ...row.request.payout, beneficiary_id: id }, beneficiary: null } } : row;

const refused = (row: Row, message: string): Row => ({
  ...row,
  request: null,
  problems: [...row.problems, { path: "", message }],
});

async function makeOne({ payoutService, person }: Run, importId: string, row: Row): Promise<Row> {
  if (row.payoutId !== null || !row.request) return row;
  const answer = await payoutService.payouts.create(person, row.request.payout, {
    import: { id: importId, line: row.line },
  });
  if (!isRefused(answer)) return { ...row, payoutId: answer.payout.id };
  return answer.fields ? { ...row, problems: [...answer.fields] } : refused(row, answer.message);
}

/** All invalid rows are shown; this many valid ones are enough to check the columns. */
const MOST_SHOWN = 100;

function answerOf(rows: readonly Row[], importId: string | null): PayoutImportAnswer {
  const bad = rows.filter(({ problems }) => problems.length > 0);
  const good = rows.filter(({ problems }) => problems.length === 0);
  return {
    import_id: importId,
    rows: rows.length,
    bad: bad.length,
    repeated: rows.filter(({ repeated }) => repeated).length,
    made: rows.filter(({ payoutId }) => payoutId !== null).length,
    totals: totalsOf(good),
    preview: [...bad, ...good.slice(0, MOST_SHOWN)].sort((a, b) => a.line - b.line).map(shapeRow),
  };
}

function totalsOf(rows: readonly Row[]): PayoutImportAnswer["totals"] {
  const sums = new Map<string, { minor: bigint; payouts: number }>();
  for (const row of rows) {
    const minor = minorFromText(row);
    if (minor === null || row.currency === null) continue;
    const sum = sums.get(row.currency) ?? { minor: 0n, payouts: 0 };
    sums.set(row.currency, { minor: sum.minor + minor, payouts: sum.payouts + 1 });
  }
  return [...sums].map(([currency, { minor, payouts }]) => ({ currency, amount: major(minor, currency), payouts }));
}

const shapeRow = ({ name, payoutId, request: _wish, ...row }: Row): PayoutImportRow => ({
  ...row,
  beneficiary: name,
  problems: [...row.problems],
  payout_id: payoutId,
});
