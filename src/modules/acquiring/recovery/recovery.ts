import type { PaymentFact, RefundFact } from "../../../gateway/model/facts";
import type { Reason } from "../../../gateway/model/outcome";
import type { Queries } from "../../../gateway/model/client-api";
import { createOrderNo } from "../../../gateway/model/ids";
import type { StatusChecker } from "../status-checks/status-checker";
import { checkInChunks } from "../status-checks/check-in-chunks";
import { raiseAttention } from "../ledger/attention-rows";
import type { Ledger } from "../ledger/ledger";
import { NEGATIVE_PROOF_AFTER_MS } from "../domain/snapshot";
import type { AttemptRow, OperationRow } from "../ledger/rows/attempt-row";
import { minorOf } from "../ledger/rows/attempt-row";
import type { LostRow, NewLost, NewRecovery, RecoveryRow } from "../lost-commits/recovery-rows";
import {
  addLost,
  beginRecovery,
  concludeLost,
  endRecovery,
  EVERY,
  leaveForLater,
  lostBeside,
  lostOrderId,
  openLost,
  openRecoveries,
  RECOVERY_TABLE,
  unqueriedLost,
} from "../lost-commits/recovery-rows";
import type { Sentinel } from "../lost-commits/sentinel";
import type { RestoreOperations } from "./restore-operations";
import { isListedRefund, RESTORED, sentBy } from "./restore-operations";

/**
 * Ends recovery mode: lost captures, voids and refunds are recorded again as unknown, every payment that can still move
 * money is queried with its refunds, so that lost writes are in the ledger again, and so is every write known to be
 * lost. That the gateway does not list a write proves nothing while it may still be processed. It only sends queries. What it cannot record raises
 * attention items. Payouts, which no query returns, are held by the workflow.
 */
export interface RecoveryDependencies {
  readonly ledger: Ledger;
  readonly checker: StatusChecker;
  readonly sentinel: Sentinel;
  readonly operations: RestoreOperations;
  readonly queries: (account: string) => Queries | undefined;
  /** Why a payment cannot be queried: its account is not configured. */
  readonly accountRefusal: (attempt: AttemptRow) => Reason | null;
  readonly unknownFinalAfterMs: number;
  readonly accounts: readonly string[];
  readonly isStopping: () => boolean;
  readonly now: () => Date;
  readonly log: (event: string, ids: Readonly<Record<string, string>>) => void;
}

export interface RecoveryStep {
  readonly isComplete: boolean;
  readonly queried: number;
  readonly changed: number;
  /** Payments of this step without a response, without two equal ones, or too early to prove that nothing happened. */
  readonly unanswered: readonly string[];
}

/** As many as a few queries hold; the progress is committed after each. Our choice. */
const PAGE = 500;

export class RecoveryRun {
  constructor(private readonly deps: RecoveryDependencies) {}

  /** Checks for lost commits now; opens a recovery if there are signs. */
  async look(): Promise<void> {
    await this.deps.sentinel.look();
  }

  forget(): void {
    this.deps.sentinel.forget();
  }

  open(account: string | null = null): Promise<RecoveryRow[]> {
    return openRecoveries(this.pg, account);
  }

  begin(recovery: Omit<NewRecovery, "lost" | "onlyIfNew">): Promise<RecoveryRow | null> {
    return beginRecovery(this.pg, { ...recovery, lost: [] }, this.deps.now());
  }

  async end(row: RecoveryRow, by: string): Promise<void> {
    await endRecovery(this.pg, row, by, this.deps.now());
    this.deps.log("acquiring.recovery_ended", { recovery: row.id, account: row.account, by });
  }

  async left(row: Pick<RecoveryRow, "account" | "since" | "cursor">): Promise<number> {
    const counted = await this.candidates(row).count<{ count: string }[]>("* as count");
    return Number.parseInt(counted[0]?.count ?? "0", 10);
  }

  async noteHeldPayouts(row: RecoveryRow, held: number): Promise<void> {
    if (held > 0) await this.pg(RECOVERY_TABLE).where({ id: row.id }).increment("held_payouts", held);
  }

  /** Order numbers from elsewhere, such as a portal export; returns how many are not in the ledger. */
  async addOrders(account: string, orderNos: readonly string[]): Promise<number> {
    const rows = await this.deps.ledger
      .connection("acquiring_payment_attempt")
      .whereRaw("order_no = ANY(?)", [[...orderNos]])
      .pluck<string[]>("order_no");
    const known = new Set(rows);
    const lost = orderNos
      .filter((orderNo) => !known.has(orderNo))
      .map((orderNo): NewLost => ({
        ...{ id: lostOrderId(account, orderNo), account, kind: "payment", order_no: orderNo, source: "file" },
        ...{ gateway_payment_id: null, idempotency_key: null, currency: null, minor: null, sent_at: null },
      }));
    await addLost(this.pg, lost, this.deps.now());
    return lost.length;
  }

  /** Findings that only a person can resolve: lost payments, unknown payouts, and captured amounts to compare. */
  async forPerson(account: string | null): Promise<{ kind: string; message: string }[]> {
    const items = this.pg("acquiring_attention_item")
      .where({ cleared_at: null, deleted_at: null })
      .whereIn("kind", ["lost_payment", "payout_unknown", "capture_unconfirmed"]);
    if (account !== null) void items.where({ account });
    return items.orderBy("raised_at").select<{ kind: string; message: string }[]>("kind", "message");
  }

  /** What no longer keeps a recovery open, but has no result yet. */
  async followUp(): Promise<void> {
    const waiting = await openLost(this.pg, { kinds: ["authorise", ...RESTORED], isWaiting: true });
    if (waiting.length === 0) return;
    await this.deps.operations.restoreAll(EVERY);
    for (const lost of await openLost(this.pg, { kinds: ["authorise", ...RESTORED], isWaiting: true })) {
      const attempt = await this.deps.operations.attemptOf(lost);
      const isBlocked = attempt && (await this.deps.ledger.operations(attempt.id)).some(isOpenCapture);
      if (!isBlocked) await this.askAbout(lost);
    }
  }

  /** One page of an open recovery: payments in the order of their ids, and finally the writes known to be lost. */
  async step(row: RecoveryRow): Promise<RecoveryStep> {
    await this.deps.operations.restoreAll(row.account);
    const page = await this.candidates(row).orderBy("id").limit(PAGE).select<AttemptRow[]>("*");
    if (page.length === 0) {
      const lost = await unqueriedLost(this.pg, row.account, PAGE);
      const unanswered = await this.askAboutLost(lost);
      return { isComplete: unanswered.length === 0 && lost.length < PAGE, queried: 0, changed: 0, unanswered };
    }
    const { answered, changed } = await this.check(page);
    const unanswered = page.filter(({ id }) => !answered.has(id)).map(({ id }) => id);
    if (unanswered.length === 0)
      await this.advance(row, { cursor: page.at(-1)?.id ?? row.cursor, queried: page.length, changed });
    return { isComplete: false, queried: answered.size, changed, unanswered };
  }

  private async check(page: readonly AttemptRow[]): Promise<{ answered: ReadonlySet<string>; changed: number }> {
    const answered = new Set<string>();
    let changed = 0;
    for (const account of new Set(page.map((attempt) => attempt.account))) {
      const own = page.filter((attempt) => attempt.account === account);
      await checkInChunks(own, {
        atOnce: 100,
        isAnswering: false,
        isStopping: this.deps.isStopping,
        check: async (attempt) => {
          const result = await this.deps.checker.check(attempt, { refunds: true });
          if (result.kind !== "answered") return result;
          if (!result.isDoubtful) answered.add(attempt.id);
          const after = await this.deps.ledger.attempt(attempt.id);
          if (after && after.version !== attempt.version) changed += 1;
          return result;
        },
      });
    }
    return { answered, changed };
  }

  private async advance(
    row: RecoveryRow,
    {
      cursor,
      queried,
      changed,
    }: { readonly cursor: string | null; readonly queried: number; readonly changed: number },
  ): Promise<void> {
    await this.pg(RECOVERY_TABLE)
      .where({ id: row.id, finished_at: null })
      .update({
        cursor,
        queried: this.pg.raw("queried + ?", [queried]),
        changed: this.pg.raw("changed + ?", [changed]),
        updated_at: this.deps.now(),
      });
  }

  /**
   * Payments after the cursor that can still move money. Accounts that are not configured can neither send nor query.
   */
  private candidates({ account, since, cursor }: Pick<RecoveryRow, "account" | "since" | "cursor">) {
    const query = this.pg("acquiring_payment_attempt")
      .where({ deleted_at: null })
      .whereIn("account", account === EVERY ? [...this.deps.accounts] : [account])
      .whereRaw(
        "state NOT IN ('declined', 'voided') AND NOT (state = 'captured' AND captured > 0 AND refunded >= captured)",
      );
    if (since) void query.where("created_at", ">=", since);
    if (cursor !== null) void query.where("id", ">", cursor);
    return query;
  }

  /** Ids without a final response of the gateway. */
  private async askAboutLost(all: readonly LostRow[]): Promise<readonly string[]> {
    const unanswered: string[] = [];
    for (const lost of all) {
      if (!(await this.askAbout(lost))) unanswered.push(lost.id);
    }
    return unanswered;
  }

  private async askAbout(lost: LostRow): Promise<boolean> {
    if (lost.kind === "payout") return this.tellOfPayout(lost);
    if (lost.order_no === null) return this.conclude(lost, "It has no order number. Check the gateway's portal.", true);
    const attempt = await this.deps.operations.attemptOf(lost);
    if (attempt) return this.askAboutKnown(lost, attempt);
    // A renewal that was lost is recorded when the subscription's first payment is queried.
    if (await this.deps.ledger.attemptByOrderNo(lost.order_no)) return this.conclude(lost, KNOWN, false);
    return this.askAboutPayment(lost, lost.order_no);
  }

  /** The ledger has no such payment. One that the gateway does not list yet may still be on its way. */
  private async askAboutPayment(lost: LostRow, number: string): Promise<boolean> {
    const queries = this.deps.queries(lost.account);
    if (!queries) return this.conclude(lost, GONE, true);
    const isFinal = lost.sent_at === null || this.ageOf(lost) >= this.deps.unknownFinalAfterMs;
    const orderNo = createOrderNo(number);
    const payments = await queries.payments([orderNo]);
    if (payments.kind !== "answered") return false;
    const refunds = await queries.refunds([orderNo]);
    if (refunds.kind !== "answered") return false;
    const found = payments.facts.filter(({ reading }) => MONEY.has(reading));
    if (found.length === 0 && !isFinal) {
      await leaveForLater(this.pg, lost.id, "The gateway does not list it yet.", this.deps.now());
      return true;
    }
    return this.conclude(lost, inWords(found.length > 0 ? found : payments.facts, refunds.facts), found.length > 0);
  }

  /** It could not be recorded again. The payment was queried with the ledger's own ones, refunds included. */
  private async askAboutKnown(lost: LostRow, attempt: AttemptRow): Promise<boolean> {
    if (lost.sent_at === null || !RESTORED.includes(lost.kind) || lost.kind === "void")
      return this.conclude(lost, KNOWN, false);
    if (this.deps.accountRefusal(attempt)) return this.conclude(lost, GONE, true);
    const isFinal = this.ageOf(lost) >= NEGATIVE_PROOF_AFTER_MS;
    const isOverdue = this.ageOf(lost) >= OVERDUE_MS;
    const result = await this.deps.checker.check(attempt, { refunds: true });
    const isAnswered = result.kind === "answered" && !result.isDoubtful;
    if (lost.kind === "capture") {
      const open = (await this.deps.ledger.operations(attempt.id)).some(isOpenCapture);
      if (!open && !(isAnswered && isFinal)) return false;
      return this.tellOfCaptures(lost, attempt, open);
    }
    const operations = await this.deps.ledger.operations(attempt.id);
    if (areListed(operations, await lostBeside(this.pg, lost), lost)) return this.conclude(lost, KNOWN, false);
    // The next one is recorded when the one before it is concluded.
    const isWaiting = operations.some(({ kind, status }) => kind === "refund" && OPEN.has(status));
    if (isWaiting && isOverdue) return this.conclude(lost, "Another refund of the payment has no result.", true);
    if (isWaiting || !isAnswered || !isFinal) return false;
    return this.conclude(lost, KNOWN, false);
  }

  /**
   * Somebody has to compare the captured amount, unless nothing was captured. While another capture is open, it blocks
   * further ones; this one takes its place when a person has resolved that.
   */
  private async tellOfCaptures(lost: LostRow, { account, id }: AttemptRow, isWaiting: boolean): Promise<boolean> {
    const now = this.deps.now();
    const captured = minorOf((await this.deps.ledger.attempt(id))?.captured ?? "0");
    const amounts = (await lostBeside(this.pg, lost)).map(({ minor }) => minor ?? "?");
    if (isWaiting || (captured > 0n && amounts.join() !== captured.toString())) {
      const message = `Lost with the database: captures of ${amounts.join(", ")} minor units of ${lost.currency ?? "?"}. The ledger counts ${captured.toString()} as captured. Compare with the gateway's portal before you capture more.`;
      const item = { account, kind: "capture_unconfirmed", subject: id, attemptId: id, message } as const;
      await raiseAttention(this.pg, item, now);
    }
    if (!isWaiting) return this.conclude(lost, KNOWN, false);
    await leaveForLater(this.pg, lost.id, "Another capture of the payment is open.", now);
    return true;
  }

  /** In ms, by this database's clock as far as possible. */
  private ageOf(lost: LostRow): number {
    return this.deps.now().getTime() - sentBy(lost).getTime();
  }

  /** No query returns payouts. A restored one is held and shown on its page. */
  private async tellOfPayout(lost: LostRow): Promise<boolean> {
    const held = await this.pg("acquiring_payout_send")
      .where({ account: lost.account, request_id: lost.order_no, deleted_at: null })
      .first<{ id: string } | undefined>("id");
    return this.conclude(
      lost,
      held ? "The payout is held." : "The payout was sent, and this database has no row for it.",
      !held,
    );
  }

  private async conclude(lost: LostRow, result: string, isForPerson: boolean): Promise<boolean> {
    const now = this.deps.now();
    if (isForPerson) {
      const amount = lost.minor === null ? "" : `, ${lost.minor} minor units of ${lost.currency ?? "?"} sent`;
      const message = `Lost with the database: ${lost.kind} of order number ${lost.order_no ?? "unknown"}${amount}. ${result}`;
      const item = {
        account: lost.account,
        kind: "lost_payment",
        subject: lost.order_no ?? lost.id,
        attemptId: null,
        message,
      } as const;
      await raiseAttention(this.pg, item, now);
    }
    await concludeLost(this.pg, lost.id, result, now);
    return true;
  }

  private get pg() {
    return this.deps.ledger.connection;
  }
}

const KNOWN = "The ledger has the payment.";

/** Has the gateway listed as many refunds of this amount since as were lost and not recorded again? */
function areListed(operations: readonly OperationRow[], all: readonly LostRow[], { minor }: LostRow): boolean {
  const ids = new Set(operations.map(({ id }) => id));
  const missing = all.filter((each) => each.minor === minor && !ids.has(each.id));
  const [first] = missing;
  return first !== undefined && operations.filter((each) => isListedRefund(each, first)).length >= missing.length;
}

const GONE = "Its account is no longer configured.";

/** A refund that has no result for so long is left to a person. Our choice. */
const OVERDUE_MS = 600_000;

const OPEN: ReadonlySet<string> = new Set(["sending", "unknown"]);
const isOpenCapture = ({ kind, status }: OperationRow): boolean => kind === "capture" && OPEN.has(status);

const MONEY: ReadonlySet<PaymentFact["reading"]> = new Set([
  "authorised",
  "captured",
  "refunded",
  "pending",
  "unmapped",
] as const);

function inWords(payments: readonly PaymentFact[], refunds: readonly RefundFact[]): string {
  const [payment] = payments;
  if (!payment) return "The gateway lists nothing.";
  const amount = payment.money ? ` of ${payment.money.minor.toString()} minor units of ${payment.money.currency}` : "";
  const given = refunds.length === 0 ? "" : ` ${String(refunds.length)} refunds are listed.`;
  return `The gateway reports: ${payment.reading}${amount}, transaction ${payment.gatewayPaymentId ?? "not named"}.${given}`;
}
