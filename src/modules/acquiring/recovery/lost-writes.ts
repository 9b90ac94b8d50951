import type { PaymentFact, RefundFact } from "../../../gateway/model/facts";
import type { Queries } from "../../../gateway/model/client-api";
import { createOrderNo } from "../../../gateway/model/ids";
import type { Reason } from "../../../gateway/model/outcome";
import { NEGATIVE_PROOF_AFTER_MS } from "../domain/snapshot";
import { raiseAttention } from "../ledger/attention-rows";
import type { Ledger } from "../ledger/ledger";
import type { AttemptRow, OperationRow } from "../ledger/rows/attempt-row";
import { minorOf } from "../ledger/rows/attempt-row";
import type { LostRow } from "../lost-commits/recovery-rows";
import { concludeLost, leaveForLater, lostBeside, waitingLost } from "../lost-commits/recovery-rows";
import { errorName } from "../runtime/safe-error-text";
import type { StatusChecker } from "../status-checks/status-checker";
import { runTransaction } from "../runtime/run-transaction";
import type { RestoreOperations } from "./restore-operations";
import { isListedRefund, isRestorable, sentBy } from "./restore-operations";

/**
 * Writes that are known to be lost and were not recorded again: the gateway is queried about each, and what the store
 * cannot record is left to a person. It only sends queries.
 */
export interface LostWritesDependencies {
  readonly ledger: Ledger;
  readonly checker: StatusChecker;
  readonly operations: RestoreOperations;
  /** Of the account that is configured under the key, and of its former ones; empty: none is. */
  readonly queriesUnder: (key: string) => readonly Queries[];
  /** Why a payment cannot be queried: its account is not configured. */
  readonly accountRefusal: (attempt: AttemptRow) => Reason | null;
  readonly unknownFinalAfterMs: number;
  readonly isStopping: () => boolean;
  readonly now: () => Date;
  readonly log: (event: string, ids: Readonly<Record<string, string>>) => void;
}

/**
 * `done`: concluded, or left for later. `early`: that the gateway does not list it proves nothing yet. `silent`: the
 * gateway did not answer.
 */
type Asked = "done" | "early" | "silent";

export class LostWrites {
  constructor(private readonly deps: LostWritesDependencies) {}

  /** Ids without a final response. After the first query of an account without an answer, its others wait. */
  async askAboutAll(all: readonly LostRow[]): Promise<readonly string[]> {
    const unanswered: string[] = [];
    const silent = new Set<string>();
    for (const lost of all) {
      const asked = silent.has(lost.account) || this.deps.isStopping() ? "silent" : await this.askSafely(lost);
      if (asked !== "done") unanswered.push(lost.id);
      if (asked === "silent") silent.add(lost.account);
    }
    return unanswered;
  }

  /** What no longer keeps a recovery open: a page of it, those first that were looked at longest ago. */
  async followUp(): Promise<void> {
    await this.askAboutAll(await waitingLost(this.pg, PAGE));
  }

  /** One that fails does not stop the others. */
  private async askSafely(lost: LostRow): Promise<Asked> {
    try {
      return await this.askAbout(lost);
    } catch (error) {
      this.deps.log("acquiring.recovery_query_failed", { operation: lost.id, error: errorName(error) });
      return "early";
    }
  }

  private async askAbout(lost: LostRow): Promise<Asked> {
    if (lost.kind === "payout") return this.tellOfPayout(lost);
    if (lost.order_no === null) return this.tell(lost, "It has no order number. Check the gateway's portal.");
    const attempt = await this.deps.operations.attemptOf(lost);
    if (attempt) return this.askAboutKnown(lost, attempt);
    // A renewal that was lost is recorded when the subscription's first payment is queried.
    if (await this.deps.ledger.attemptByOrderNo(lost.order_no)) return this.conclude(lost, KNOWN);
    return this.askAboutPayment(lost, lost.order_no);
  }

  /**
   * The ledger has no such payment, and nobody knows at which account of its key it was sent. One that is not listed yet may
   * still be on its way.
   */
  private async askAboutPayment(lost: LostRow, number: string): Promise<Asked> {
    const all = this.deps.queriesUnder(lost.account);
    if (all.length === 0) return this.tell(lost, GONE);
    const isFinal = lost.sent_at === null || this.ageOf(lost) >= this.deps.unknownFinalAfterMs;
    const orderNo = createOrderNo(number);
    const listed: PaymentFact[] = [];
    const refunded: RefundFact[] = [];
    let isFormerSilent = false;
    for (const queries of all) {
      const payments = await queries.payments([orderNo]);
      const refunds = payments.kind === "answered" ? await queries.refunds([orderNo]) : payments;
      if (payments.kind === "answered" && refunds.kind === "answered") {
        listed.push(...payments.facts);
        refunded.push(...refunds.facts);
      } else if (queries === all[0]) return "silent";
      else isFormerSilent = true;
    }
    const found = listed.filter(({ reading }) => MONEY.has(reading));
    if (found.length > 0) return this.tell(lost, inWords(found, refunded));
    // A former account may have been closed: its silence keeps no recovery open.
    if (isFinal && isFormerSilent) return this.tell(lost, FORMER_SILENT);
    if (isFinal) return this.conclude(lost, inWords(listed, refunded));
    await leaveForLater(this.pg, lost.id, "The gateway does not list it yet.", this.deps.now());
    return "done";
  }

  /** It is recorded again, if what the ledger has of the payment allows it now. */
  private async askAboutKnown(lost: LostRow, attempt: AttemptRow): Promise<Asked> {
    if (!isRestorable(lost)) return this.conclude(lost, KNOWN);
    if (await this.deps.operations.restoreOne(attempt.id, lost)) return "done";
    if (this.deps.accountRefusal(attempt)) return this.tell(lost, GONE);
    const before = await this.deps.ledger.operations(attempt.id);
    if (lost.kind === "capture" && before.some(isOpenCapture)) return this.leaveCapture(lost, attempt);
    // Before the query is sent: a later time would prove more.
    const [isFinal, isOverdue] = [this.ageOf(lost) >= NEGATIVE_PROOF_AFTER_MS, this.ageOf(lost) >= OVERDUE_MS];
    const result = await this.deps.checker.check(attempt, { refunds: true });
    const operations = await this.deps.ledger.operations(attempt.id);
    if (lost.kind === "refund") {
      if (areListed(operations, await lostBeside(this.pg, lost), lost)) return this.conclude(lost, KNOWN);
      // The next one is recorded when the one before it is concluded.
      const isWaiting = operations.some(({ kind, status }) => kind === "refund" && OPEN.has(status));
      if (isWaiting) return isOverdue ? this.tell(lost, "Another refund of the payment has no result.") : "early";
    }
    if (result.kind !== "answered") return "silent";
    if (result.isDoubtful || !isFinal) return "early";
    if (lost.kind === "capture") await this.tellOfCaptures(lost, attempt);
    return this.conclude(lost, KNOWN);
  }

  /** An open capture blocks further ones; this one takes its place when a person has resolved that. */
  private async leaveCapture(lost: LostRow, attempt: AttemptRow): Promise<Asked> {
    if (lost.result === null) await this.tellOfCaptures(lost, attempt);
    await leaveForLater(this.pg, lost.id, "Another capture of the payment is open.", this.deps.now());
    return "done";
  }

  /** Somebody has to compare the captured amount, unless it is that of the lost captures, or nothing was captured. */
  private async tellOfCaptures(lost: LostRow, { account, id }: AttemptRow): Promise<void> {
    const captured = minorOf((await this.deps.ledger.attempt(id))?.captured ?? "0");
    const amounts = (await lostBeside(this.pg, lost)).map(({ minor }) => minor ?? "?");
    if (captured === 0n || amounts.join() === captured.toString()) return;
    const message = `Lost with the database: captures of ${amounts.join(", ")} minor units of ${lost.currency ?? "?"}. The ledger counts ${captured.toString()} as captured. Compare with the gateway's portal before you capture more.`;
    const item = { account, kind: "capture_unconfirmed", subject: id, attemptId: id, message } as const;
    await raiseAttention(this.pg, item, this.deps.now());
  }

  /** In ms, by this database's clock as far as possible. */
  private ageOf(lost: LostRow): number {
    return this.deps.now().getTime() - sentBy(lost).getTime();
  }

  /** No query returns payouts. A restored one is held and shown on its page. */
  private async tellOfPayout(lost: LostRow): Promise<Asked> {
    const held = await this.pg("acquiring_payout_send")
      .where({ account: lost.account, request_id: lost.order_no, deleted_at: null })
      .first<{ id: string } | undefined>("id");
    return held
      ? this.conclude(lost, "The payout is held.")
      : this.tell(lost, "The payout was sent, and this database has no row for it.");
  }

  private async conclude(lost: LostRow, result: string): Promise<Asked> {
    await concludeLost(this.pg, lost.id, result, this.deps.now());
    return "done";
  }

  /** The same, and a person is told. */
  private async tell(lost: LostRow, result: string): Promise<Asked> {
    const now = this.deps.now();
    const amount = lost.minor === null ? "" : `, ${lost.minor} minor units of ${lost.currency ?? "?"} sent`;
    const message = `Lost with the database: ${lost.kind} of order number ${lost.order_no ?? "unknown"}${amount}. ${result}`;
    const subject = lost.order_no ?? lost.id;
    await runTransaction(this.pg, async (trx) => {
      // Another server may have concluded it meanwhile.
      if (!(await concludeLost(trx, lost.id, result, now))) return;
      const item = { account: lost.account, kind: "lost_payment", subject, attemptId: null, message } as const;
      await raiseAttention(trx, item, now);
    });
    return "done";
  }

  private get pg() {
    return this.deps.ledger.connection;
  }
}

const KNOWN = "The ledger has the payment.";
const FORMER_SILENT =
  "The account does not list it, and a former account did not answer. Check the former one's portal.";
const GONE = "Its account is no longer configured.";

/** As many as are queried within seconds. Our choice. */
const PAGE = 50;

/** A refund that has no result for so long is left to a person. Our choice. */
const OVERDUE_MS = 600_000;

const OPEN: ReadonlySet<string> = new Set(["sending", "unknown"]);
const isOpenCapture = ({ kind, status }: OperationRow): boolean => kind === "capture" && OPEN.has(status);

/** Has the gateway listed as many refunds of this amount since as were lost and not recorded again? */
function areListed(operations: readonly OperationRow[], all: readonly LostRow[], { minor }: LostRow): boolean {
  const ids = new Set(operations.map(({ id }) => id));
  const missing = all.filter((each) => each.minor === minor && !ids.has(each.id));
  const [first] = missing;
  return first !== undefined && operations.filter((each) => isListedRefund(each, first)).length >= missing.length;
}

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
