import { MedusaError } from "@medusajs/framework/utils";
import type { AccountIdentities } from "../accounts/account-identities";
import type { StatusChecker } from "../status-checks/status-checker";
import type { Difference } from "../domain/books/differences";
import { medusaEntry, nothing, said } from "../domain/books/differences";
import { errorMessage } from "../runtime/safe-error-text";
import { clearAttention, raiseAttention, wasDismissedSince } from "../ledger/attention-rows";
import { EVERY } from "../lost-commits/recovery-rows";
import type { Ledger } from "../ledger/ledger";
import { boundedPrefetch } from "./bounded-prefetch";
import { linePages } from "./ledger-lines";
import type { Range } from "./pages";
import { countAttempts } from "./pages";
import type { GatewayQueriesDependencies } from "./query-gateway";
import { GatewayQueries } from "./query-gateway";
import { Repair } from "./repair";
import type {
  FoundDifference,
  MedusaBooks,
  ReconcileListener,
  ReconcileRequest,
  ReconcileSummary,
  StrayPayment,
} from "./request";
import { Tally } from "./request";
import { BY_JOB, beginRun, claimRun, failingSince, finishRun } from "./runs";
import type { Differing } from "./compare-page";
import { isSame, PageComparison } from "./compare-page";

/** Compares the three books payment by payment. It reads; with `apply` it repairs, only as facts are applied anyway. */
export interface ReconcilerDependencies extends GatewayQueriesDependencies {
  readonly ledger: Ledger;
  readonly checker: StatusChecker;
  readonly identities: Pick<AccountIdentities, "ready" | "routeOf">;
  readonly accounts: readonly string[];
  readonly now: () => Date;
  readonly unknownFinalAfterMs: number;
  readonly everyHours: number;
  readonly days: number;
  readonly graceMs: number;
}

/** A query holds 32 of our order numbers (a thousand characters): a page is forty full queries. */
const PAGE = 1_280;
/** Pages in progress: while some are read or compared, the others have queries to send. */
const PAGES_AT_ONCE = 4;
const HOUR = 3_600_000;
const DAY = 86_400_000;

interface Job extends Pick<ReconcileRequest, "apply" | "by"> {
  readonly runId: string;
  readonly range: Range;
  readonly isWhole: boolean;
  readonly isNow: boolean;
  readonly medusa: MedusaBooks;
}

export class Reconciler {
  private readonly repair: Repair;

  constructor(private readonly deps: ReconcilerDependencies) {
    this.repair = new Repair(deps);
  }

  /** Throws a MedusaError: INVALID_DATA for an unknown account, NOT_ALLOWED if the gateway refuses queries. */
  async run(request: ReconcileRequest, medusa: MedusaBooks, listener: ReconcileListener): Promise<ReconcileSummary> {
    const { account, apply, by, now: isNow = false } = request;
    const { range, isWhole } = this.rangeOf(request);
    const run = { startedBy: by, account, from: range.from, to: range.to };
    const runId = await beginRun(this.deps.ledger.connection, run, this.deps.now());
    return this.go({ runId, range, isWhole, medusa, apply, by, isNow }, listener);
  }

  /** The server's own run: it reads, and raises attention items. Null if none is due. */
  async runIfDue(medusa: MedusaBooks): Promise<ReconcileSummary | null> {
    const { everyHours: hours, ledger, now } = this.deps;
    let summary: ReconcileSummary | null = null;
    if (hours > 0) {
      const { range, isWhole } = this.rangeOf({ account: null, from: null, to: null });
      const run = { account: null, from: range.from, to: range.to };
      const runId = await claimRun(ledger.connection, run, { hours, now: now() });
      if (runId === null) return null;
      summary = await this.go({ runId, range, isWhole, medusa, apply: false, by: BY_JOB, isNow: false }, SILENT);
    }
    await clearAttention(ledger.connection, "reconciliation_failing", EVERY, now());
    return summary;
  }

  private rangeOf({
    account,
    from,
    to,
  }: Pick<ReconcileRequest, "account" | "from" | "to">): Pick<Job, "range" | "isWhole"> {
    const { accounts, days } = this.deps;
    if (account !== null && !accounts.includes(account)) {
      const message = `The options have no account "${account}"; available: ${accounts.join(", ")}.`;
      throw new MedusaError(MedusaError.Types.INVALID_DATA, message);
    }
    const now = this.deps.now();
    const first = new Date(now.getTime() - days * DAY);
    const range = { accounts: account === null ? accounts : [account], from: from ?? first, to: to ?? now };
    return { range, isWhole: range.from <= first && range.to >= now };
  }

  private async go(job: Job, listener: ReconcileListener): Promise<ReconcileSummary> {
    const { ledger, now } = this.deps;
    const tally = new Tally();
    const tell = (found: FoundDifference): void => {
      tally.add(found);
      listener.difference(found);
    };
    const isRegular = job.by === BY_JOB;
    try {
      if (isRegular) await this.tellOfFailures(job.runId);
      await this.compareAll(job, tally, { ...listener, difference: tell });
      for await (const page of job.medusa.strays(job.range)) page.forEach((stray) => tell(missingInLedger(stray)));
      await this.tellPeople(job, tally);
    } catch (error) {
      await finishRun(ledger.connection, job.runId, { ...tally.result(), error: errorMessage(error) }, now());
      if (isRegular) await this.tellOfFailures(job.runId);
      throw error;
    }
    await finishRun(ledger.connection, job.runId, { ...tally.result(), error: null }, now());
    return { runId: job.runId, ...tally.result(), remaining: tally.remaining, skipped: tally.skipped };
  }

  private async compareAll(job: Job, tally: Tally, { difference, progress }: ReconcileListener): Promise<void> {
    const pg = this.deps.ledger.connection;
    const { isNow, range } = job;
    const { graceMs, unknownFinalAfterMs, now } = this.deps;
    const gateway = new GatewayQueries(this.deps);
    const books = new PageComparison({ ...this.deps, gateway, pg, isNow }, job.medusa);
    const total = await countAttempts(pg, range);
    const pages = linePages(pg, range, { size: PAGE, now: now(), graceMs, unknownFinalAfterMs, isNow });
    const comparisons = boundedPrefetch(pages, PAGES_AT_ONCE, (page) => books.compare(page));
    for await (const { differing, examined, skipped } of comparisons) {
      for (const each of differing) (await this.conclude(job, books, each)).forEach(difference);
      tally.examined += examined;
      skipped.forEach((each) => tally.skip(each));
      progress(tally.examined + tally.inFlight, total);
    }
  }

  private async conclude(
    job: Job,
    books: PageComparison,
    { seen, differences }: Differing,
  ): Promise<FoundDifference[]> {
    const { row } = seen.examined;
    const { account, order_no: orderNo, id: attemptId, currency } = row;
    const shape = (difference: Difference, isApplied: boolean): FoundDifference => ({
      ...difference,
      isApplied,
      account,
      orderNo,
      attemptId,
      currency,
    });
    if (!job.apply) return differences.map((difference) => shape(difference, false));
    const order = { runId: job.runId, by: job.by, differences, payment: seen.medusa.payment };
    const wants = (remedy: Difference["remedy"]): boolean => differences.some((each) => each.remedy === remedy);
    const isAsked = wants("ask_gateway") && (await this.repair.askGateway(seen.examined, order));
    const left = isAsked ? await books.compareLedgerAnew(seen) : differences;
    if (wants("record_in_medusa")) await this.repair.recordInMedusa(seen.examined, order);
    const isLeft = (difference: Difference): boolean => left.some((other) => isSame(difference, other));
    // Facts in the ledger that Medusa lacks are left to the projection, which is due by now.
    const isNew = (difference: Difference): boolean =>
      difference.remedy === "decide" && !differences.some((other) => isSame(difference, other));
    return [
      ...differences.map((each) => shape(each, each.remedy === "record_in_medusa" || !isLeft(each))),
      ...left.filter(isNew).map((each) => shape(each, false)),
    ];
  }

  /** One item, after two days and two intervals without a good regular run. Once dismissed, it is not raised for a day. */
  private async tellOfFailures(runId: string): Promise<void> {
    const { everyHours, ledger, now } = this.deps;
    const failing = await failingSince(ledger.connection, runId, now());
    if (!failing || now().getTime() - failing.since.getTime() < Math.max(2 * DAY, 2 * everyHours * HOUR)) return;
    const message =
      `The gateway, the ledger and Medusa have not been compared completely since ${failing.since.toISOString()}. ` +
      `The last run failed: ${failing.error ?? "its server stopped."}`;
    const item = { account: EVERY, kind: "reconciliation_failing", subject: EVERY, attemptId: null } as const;
    const isDismissed = await wasDismissedSince(ledger.connection, item, new Date(now().getTime() - DAY));
    if (!isDismissed) await raiseAttention(ledger.connection, { ...item, message }, now());
  }

  /** One item per account, raised when the books differ and cleared by a complete run without differences. */
  private async tellPeople({ range, isWhole }: Job, tally: Tally): Promise<void> {
    const { connection } = this.deps.ledger;
    const now = this.deps.now();
    for (const account of range.accounts) {
      const count = tally.left.get(account) ?? 0;
      if (count > 0) {
        const places = count === 1 ? "one place" : `${String(count)} places`;
        const message =
          `The gateway, the ledger and Medusa differ in ${places}. Run "npx medusa-payment-acquiring reconcile" ` +
          "in the store's folder for the details, and with --apply to repair what can be repaired.";
        await raiseAttention(connection, { account, kind: "drift", subject: account, attemptId: null, message }, now);
      } else if (isWhole) {
        await clearAttention(connection, "drift", account, now);
      }
    }
  }
}

const SILENT: ReconcileListener = { difference: () => undefined, progress: () => undefined };

const missingInLedger = ({ id, account, orderNo, currency, side }: StrayPayment): FoundDifference => ({
  kind: "ledger_missing",
  remedy: "decide",
  subject: id,
  gateway: said("not asked"),
  ledger: nothing,
  medusa: medusaEntry(side),
  account,
  orderNo,
  attemptId: null,
  currency,
  isApplied: false,
});
