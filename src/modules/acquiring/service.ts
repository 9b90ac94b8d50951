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
 * The module's face: everything the provider, the routes, the workflows and the
 * jobs may ask of the ledger, each answered by one of its parts (`parts.ts`). It
 * holds no rule of its own. Writes reach the gateway through the gate alone. Above
 * 200 lines on purpose: it is the list of all that may be asked.
 */
export default class AcquiringModuleService extends ModuleBase {
  /** Is the attempt for exactly this amount and currency? */
  isForMoney(attempt: AttemptRow, money: Money): boolean {
    return attempt.currency === money.currency && minorOf(attempt.requested) === money.minor;
  }

  /** Pays a session, or answers from the attempt it already has. A card stays in memory. */
  async pay(payment: NewPayment): Promise<SessionPayment> {
    // What the wire cannot carry is refused before there is a row to explain.
    const profile = this.account(payment.account)?.profile;
    if (profile) toWireAmount(payment.money, profile.money);
    return this.parts.pay.pay(payment);
  }

  /** How a session stands; asks the gateway first when that is due and `ask` is set. */
  async sessionPayment(sessionId: string, ask: boolean): Promise<SessionPayment | null> {
    return this.parts.pay.status(sessionId, ask);
  }

  /** How one attempt stands, whatever else its session has seen. */
  async attemptPayment(id: string): Promise<SessionPayment | null> {
    const attempt = await this.ledger.attempt(id);
    return attempt ? this.parts.view.of(attempt, null) : null;
  }

  /** What the ledger allows for a payment now, whoever asks; nothing once its account is not configured any more. */
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

  /** What an admin asks of one payment in the dashboard; see `Intentions`. Medusa's rows follow by the projection. */
  async carryOut(deed: Command): Promise<CommandResult> {
    return this.parts.intentions.carryOut(deed);
  }

  /** The same for many that begin together, so that the gate sends them together; the results in their order. */
  carryOutAll(deeds: readonly Command[]): readonly Promise<CommandResult>[] {
    return this.parts.intentions.carryOutAll(deeds);
  }

  /** Thinks about a stored notification of this payment once more; see `replayNotification`. */
  async replay(wish: ReplayWish): Promise<ReplayResult> {
    const isDue = await replayNotification(this.ledger, wish, this.now());
    if (!isDue) return "not_found";
    await this.applyInbox(wish.notificationId);
    return outcomeOfReplay(this.ledger, wish);
  }

  /** A person's word on an `unknown` operation that no query can tell. Sends nothing; `refused` with a reason when it does not fit. */
  async decideOperation(decision: ResolveOperation): Promise<ResolveResult> {
    return this.parts.decider.decide(decision);
  }

  /** Approves or rejects a payment that is held for review; see `Reviewer`. */
  async review(wish: ReviewRequest): Promise<ReviewResult> {
    return this.parts.reviewer.review(wish);
  }

  /** The same for many at once, with as few requests as hold them; results in the order of the wishes. */
  async reviewMany(wishes: readonly ReviewRequest[]): Promise<readonly ReviewResult[]> {
    return this.parts.reviewer.reviewMany(wishes);
  }

  /** Answers the sender; with 200 only once the bytes are in a committed row. */
  async receiveNotification(arrival: RawNotification): Promise<Receipt> {
    return this.parts.telemetry.received(arrival.account, () => this.parts.desk.receive(arrival));
  }

  /** Thinks about one stored notification. */
  async applyInbox(id: string): Promise<InboxResult> {
    return this.parts.telemetry.applied(() => this.parts.inbox.read(id));
  }

  /** Asks the gateway about one attempt and applies the answer. False when it could not be asked. */
  async checkAttempt(id: string): Promise<boolean> {
    const attempt = await this.ledger.attempt(id);
    return attempt !== undefined && (await this.parts.checker.check(attempt)).kind === "answered";
  }

  /** The same for many, a hundred at a time and one query for as many as it holds; see `Checker.checkMany`. */
  async checkAttempts(ids: readonly string[]): Promise<readonly BrokenCheck[]> {
    return (await this.askMany(ids)).broken;
  }

  /** The same, for who has to know of which of them the gateway said something. */
  async askMany(ids: readonly string[]): Promise<CheckChunk> {
    return this.parts.checker.checkMany(ids);
  }

  /** How many connections to the database this process may hold at once. */
  poolSize(): number {
    return this.ledger.poolSize;
  }

  /** May this process be given requests? Null: yes; else why not. See `Readiness`. */
  async readiness(): Promise<Unready | null> {
    return this.parts.readiness.look();
  }

  /** What is wrong with the gateway's responses, in a word each; it makes no server unready. Never throws. */
  async gatewayWarnings(): Promise<readonly GatewayWarning[]> {
    return this.parts.gatewayWarnings.look();
  }

  /** Are the tables of this version there? Until they are, background work waits. */
  async isMigrated(): Promise<boolean> {
    return this.parts.readiness.isMigrated();
  }

  /** Ids of stored notifications that wait to be thought about, for the caller alone; see `takePending`. */
  async takeInbox(limit: number): Promise<string[]> {
    return takePending(this.ledger.connection, this.now(), limit);
  }

  /** When the next work is due, of the ledger and of `more`; null when nothing waits for any time. See `nextDue`. */
  async nextDue(more: readonly string[]): Promise<Date | null> {
    return nextDue(this.ledger.connection, more);
  }

  /** Ids of attempts with work of this kind that is due, oldest first. */
  async due(work: DueWork, limit: number): Promise<string[]> {
    return this.ledger.due(work, this.now(), limit);
  }

  /** Gives back the money of one attempt, through the gate; see `Reverser`. */
  async reverse(id: string): Promise<"done" | "waiting"> {
    return this.parts.reverser.reverse(id);
  }

  /** Notes that an attempt's money is to be given back; false when that was noted before, or nothing is held. */
  async intendReversal(id: string, reason: ReversalReason = "late_or_double_money"): Promise<boolean> {
    return intendReversal(this.ledger, id, { reason, now: this.now() });
  }

  /** Takes a turn for a payment that is about to be sent; answers the limit against card testing that is reached, if one is. */
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

  /** Now and then: what the limits need no more is forgotten, and the rate of declines is looked at. */
  async watchCardTesting(): Promise<void> {
    await this.parts.velocity.forget(this.now());
    await this.parts.declines.watch(this.now());
  }

  /** Now and then: attention items that no longer hold are closed, and what no event shows is raised. */
  async watchAttention(): Promise<Sweep> {
    await this.parts.signatures.watch();
    await this.parts.unreadable.flush();
    await this.parts.traffic.flush();
    return this.attention.sweep();
  }

  /** One payment at a test account of the gateway, taken back at once; refused for any other account. See `SandboxPayments`. */
  async sendTestPayment(wish: SandboxPaymentRequest): Promise<SandboxResult> {
    return this.parts.tests.send(wish);
  }

  /** One story at a test account of the gateway, and what it says after each step; refused for any other account. See `Rehearsals`. */
  async rehearse(wish: ConformanceRequest): Promise<ConformanceRun> {
    return this.parts.rehearsals.play(wish);
  }

  /** Where the gateway is told to send its notifications. */
  notifyUrl(account: string): string {
    return notifyUrlOf(this.options, account);
  }

  /** A person closes an attention item; `note` (1 to 500 characters) says why. Throws `MedusaError` when it is not open. */
  async dismissAttention(id: string, actorId: string, note: string): Promise<void> {
    await this.attention.dismiss(id, actorId, note);
  }

  /** Removes handled messages that are older than `retention.inboxDays`; answers how many. Operations and the journal stay. */
  async prune(): Promise<number> {
    await this.parts.traffic.prune();
    return pruneInbox(this.ledger.connection, this.options.retention, this.now());
  }

  /** The wire's method names, most accepted first; null when that is off, late or failed. */
  async rankMethods(account: string, ask: { money: Money; email: string }): Promise<readonly string[] | null> {
    return this.parts.rankings.of({ account, ...ask });
  }

  /** With its operations, in order. */
  async attempt(id: string): Promise<{ row: AttemptRow; operations: OperationRow[] } | undefined> {
    const row = await this.ledger.attempt(id);
    return row && { row, operations: await this.ledger.operations(id) };
  }
}
