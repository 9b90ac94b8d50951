import type { Money } from "../../gateway/model/money";
import { toWireAmount } from "../../gateway/operations/wire-money";
import { noRejectFlag } from "../../gateway/client/transport-outcomes";
import type { BrokenCheck, CheckChunk } from "./status-checks/check-in-chunks";
import type { Sweep } from "./attention/attention";
import type { ResolveOperation, ResolveResult } from "./status-checks/manual-resolution";
import type { AllowedOperations } from "./domain/allowed-operations";
import { nothingAllowed, allowedOperations } from "./domain/allowed-operations";
import type { GateResult, Intent } from "./gate/gate";
import type { InboxResult } from "./inbox/conclude-notification";
import type { Command, CommandResult } from "./gate/admin-commands";
import type { GatewayWarning } from "./health/gateway-warnings";
import type { Unready } from "./health/readiness";
import type { ConformanceRun, ConformanceRequest } from "./sandbox/conformance-scenarios";
import type { ReplayResult, ReplayWish } from "./inbox/replay";
import { outcomeOfReplay, replayNotification } from "./inbox/replay";
import { isUnrecorded } from "./ledger/rows/medusa-recorded";
import { takePending } from "./ledger/inbox";
import type { DueWork } from "./ledger/ledger";
import { nextDue } from "./ledger/rows/next-due";
import type { ReversalReason } from "./ledger/reversals";
import { intendReversal } from "./ledger/reversals";
import type { AttemptRow, OperationRow } from "./ledger/rows/rows";
import { minorOf, snapshotOf } from "./ledger/rows/rows";
import type { RawNotification, Receipt } from "./inbox/receive-notification";
import type { NewPayment } from "./checkout/checkout-payment";
import { pruneInbox } from "./retention/retention";
import type { ReviewResult, ReviewRequest } from "./review/review-decision";
import type { SessionPayment } from "./checkout/payment-status-view";
import type { SandboxResult, SandboxPaymentRequest } from "./sandbox/sandbox-payment";
import type { ReachedLimit, VelocitySubjects } from "./card-testing/velocity";
import { cardDigest, limitsFor } from "./card-testing/velocity";
import { notifyUrlOf } from "./accounts/gateway-accounts";
import { ModuleBase } from "./module-base";

/**
 * The module's service for the providers, routes, workflows and jobs; each method belongs to one part. It has no rules
 * of its own. Writes reach the gateway only through the gate.
 */
export default class AcquiringModuleService extends ModuleBase {
  /** Is the attempt for exactly this amount and currency? */
  isForMoney(attempt: AttemptRow, money: Money): boolean {
    return attempt.currency === money.currency && minorOf(attempt.requested) === money.minor;
  }

  /** Pays a session, or answers from its existing attempt. A card stays in memory. */
  async pay(payment: NewPayment): Promise<SessionPayment> {
    // What the interface cannot carry is refused before a row exists.
    const profile = this.account(payment.account)?.profile;
    if (profile) toWireAmount(payment.money, profile.money);
    return this.parts.pay.pay(payment);
  }

  /** The status of a session; queries the gateway first if that is due and `ask` is set. */
  async sessionPayment(sessionId: string, ask: boolean): Promise<SessionPayment | null> {
    return this.parts.pay.status(sessionId, ask);
  }

  /** The status of one attempt, independent of its session. */
  async attemptPayment(id: string): Promise<SessionPayment | null> {
    const attempt = await this.ledger.attempt(id);
    return attempt ? this.parts.view.of(attempt, null) : null;
  }

  /** What the ledger allows for a payment now; nothing once its account is no longer configured. */
  possible(row: AttemptRow, operations: readonly OperationRow[]): AllowedOperations {
    const profile = this.parts.accounts.accountOf(row)?.profile;
    if (!profile) return nothingAllowed;
    return allowedOperations(snapshotOf(row, operations), {
      recording: new Set(operations.filter(isUnrecorded).flatMap(({ kind }) => (kind === "authorise" ? [] : [kind]))),
      multipleCaptures: profile.capture.multiple,
      rejectRefusedBecause: profile.review.rejectFlag === undefined ? noRejectFlag.reason.message : null,
    });
  }

  /** Captures, voids or refunds through the gate. */
  async run(intent: Intent): Promise<GateResult> {
    return this.parts.gate.run(intent);
  }

  /** An admin's command on one payment; see `AdminCommands`. The projection updates Medusa's rows. */
  async carryOut(deed: Command): Promise<CommandResult> {
    return this.parts.intentions.carryOut(deed);
  }

  /** The same for many concurrent commands, which the gate sends together; results in order. */
  carryOutAll(deeds: readonly Command[]): readonly Promise<CommandResult>[] {
    return this.parts.intentions.carryOutAll(deeds);
  }

  /** Processes a stored notification of this payment again; see `replayNotification`. */
  async replay(wish: ReplayWish): Promise<ReplayResult> {
    const isDue = await replayNotification(this.ledger, wish, this.now());
    if (!isDue) return "not_found";
    await this.applyInbox(wish.notificationId);
    return outcomeOfReplay(this.ledger, wish);
  }

  /**
   * Resolves an `unknown` operation that no query can resolve. Sends nothing; `refused` with a reason if it does not
   * fit.
   */
  async decideOperation(decision: ResolveOperation): Promise<ResolveResult> {
    return this.parts.decider.decide(decision);
  }

  /** Approves or rejects a payment that is held for review; see `ReviewDecision`. */
  async review(wish: ReviewRequest): Promise<ReviewResult> {
    return this.parts.reviewer.review(wish);
  }

  /** The same for many, with as few requests as possible; results in order. */
  async reviewMany(wishes: readonly ReviewRequest[]): Promise<readonly ReviewResult[]> {
    return this.parts.reviewer.reviewMany(wishes);
  }

  /** Acknowledges a notification; with 200 only once its bytes are in a committed row. */
  async receiveNotification(arrival: RawNotification): Promise<Receipt> {
    return this.parts.telemetry.received(arrival.account, () => this.parts.desk.receive(arrival));
  }

  /** Processes one stored notification. */
  async applyInbox(id: string): Promise<InboxResult> {
    return this.parts.telemetry.applied(() => this.parts.inbox.read(id));
  }

  /** Queries the gateway about one attempt and applies the response. False if it could not be queried. */
  async checkAttempt(id: string): Promise<boolean> {
    const attempt = await this.ledger.attempt(id);
    return attempt !== undefined && (await this.parts.checker.check(attempt)).kind === "answered";
  }

  /** The same for many, a hundred at a time and with as few queries as possible; see `StatusChecker.checkMany`. */
  async checkAttempts(ids: readonly string[]): Promise<readonly BrokenCheck[]> {
    return (await this.askMany(ids)).broken;
  }

  /** The same, returning which of them the gateway reported. */
  async askMany(ids: readonly string[]): Promise<CheckChunk> {
    return this.parts.checker.checkMany(ids);
  }

  /** Maximum database connections of this process. */
  poolSize(): number {
    return this.ledger.poolSize;
  }

  /** Is this process ready for requests? Null: yes; else why not. See `Readiness`. */
  async readiness(): Promise<Unready | null> {
    return this.parts.readiness.look();
  }

  /** Problems of the gateway's responses, one word each; they do not affect readiness. Never throws. */
  async gatewayWarnings(): Promise<readonly GatewayWarning[]> {
    return this.parts.gatewayWarnings.look();
  }

  /** Do the tables of this version exist? Until then background work waits. */
  async isMigrated(): Promise<boolean> {
    return this.parts.readiness.isMigrated();
  }

  /** Claims ids of pending notifications for the caller; see `takePending`. */
  async takeInbox(limit: number): Promise<string[]> {
    return takePending(this.ledger.connection, this.now(), limit);
  }

  /** When the next work is due, of the ledger and of `more`; null if none is scheduled. See `nextDue`. */
  async nextDue(more: readonly string[]): Promise<Date | null> {
    return nextDue(this.ledger.connection, more);
  }

  /** Ids of attempts with due work of this kind, oldest first. */
  async due(work: DueWork, limit: number): Promise<string[]> {
    return this.ledger.due(work, this.now(), limit);
  }

  /** Reverses one attempt through the gate; see `AutoReversal`. */
  async reverse(id: string): Promise<"done" | "waiting"> {
    return this.parts.reverser.reverse(id);
  }

  /** Records that an attempt is to be reversed; false if already recorded, or nothing is held. */
  async intendReversal(id: string, reason: ReversalReason = "late_or_double_money"): Promise<boolean> {
    return intendReversal(this.ledger, id, { reason, now: this.now() });
  }

  /** Reserves a place in the card-testing limits; returns the limit that is reached, if any. */
  async takeTurn(
    account: string,
    { cardNumber, ...subjects }: Omit<VelocitySubjects, "account" | "card"> & { readonly cardNumber: string | null },
  ): Promise<ReachedLimit | null> {
    const key = this.tickets.activeKey(account);
    const card = cardNumber === null ? null : cardDigest(key, cardNumber);
    const isSandbox = this.account(account)?.sandbox ?? false;
    const limits = limitsFor(isSandbox, this.options.cardTesting);
    const turn = await this.parts.velocity.take({ ...subjects, account, card }, limits, this.now());
    if (turn.kind === "taken") return null;
    const option = `cardTesting.limits.${turn.scope}.max${isSandbox ? " x cardTesting.sandboxFactor" : ""}`;
    return { ...limits[turn.scope], scope: turn.scope, option, isSandbox };
  }

  /** Periodic: removes expired limit counts and checks the decline rate. */
  async watchCardTesting(): Promise<void> {
    await this.parts.velocity.forget(this.now());
    await this.parts.declines.watch(this.now());
  }

  /** Periodic: closes attention items whose cause is gone, and raises those that no event shows. */
  async watchAttention(): Promise<Sweep> {
    await this.parts.signatures.watch();
    await this.parts.unreadable.flush();
    await this.parts.traffic.flush();
    return this.attention.sweep();
  }

  /** One payment at a test account, voided at once; refused for any other account. See `SandboxPayments`. */
  async sendTestPayment(wish: SandboxPaymentRequest): Promise<SandboxResult> {
    return this.parts.tests.send(wish);
  }

  /**
   * One conformance scenario at a test account, with the gateway's status after each step; refused for any other
   * account. See `ConformanceScenarios`.
   */
  async rehearse(wish: ConformanceRequest): Promise<ConformanceRun> {
    return this.parts.rehearsals.play(wish);
  }

  /** The notification address given to the gateway. */
  notifyUrl(account: string): string {
    return notifyUrlOf(this.options, account);
  }

  /**
   * Dismisses an attention item; `note` (1 to 500 characters) is the reason. Throws `MedusaError` if it is not open.
   */
  async dismissAttention(id: string, actorId: string, note: string): Promise<void> {
    await this.attention.dismiss(id, actorId, note);
  }

  /**
   * Removes processed messages older than `retention.inboxDays`; returns their number. Operations and the journal stay.
   */
  async prune(): Promise<number> {
    await this.parts.traffic.prune();
    return pruneInbox(this.ledger.connection, this.options.retention, this.now());
  }

  /** The interface's method names, most accepted first; null if that is off, late or failed. */
  async rankMethods(account: string, ask: { money: Money; email: string }): Promise<readonly string[] | null> {
    return this.parts.rankings.of({ account, ...ask });
  }

  /** With its operations, in order. */
  async attempt(id: string): Promise<{ row: AttemptRow; operations: OperationRow[] } | undefined> {
    const row = await this.ledger.attempt(id);
    return row && { row, operations: await this.ledger.operations(id) };
  }
}
