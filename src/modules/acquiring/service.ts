import type { Placed } from "./accounts/account-identities";
import type { Logger } from "@medusajs/framework/types";
import { MedusaError, MedusaService } from "@medusajs/framework/utils";
import type { Knex } from "@medusajs/framework/mikro-orm/knex";
import type { AcquiringOptions } from "../../options/options";
import type { GatewayAccount } from "../../gateway/model/account";
import { askNotifyRoute } from "../../gateway/notifications/ask-notify-route";
import type { StartTimer } from "../../gateway/batching/batcher";
import { startIdleTimer } from "../../gateway/batching/batcher";
import { OptionsError } from "../../gateway/model/errors";
import { parseOptions } from "../../options/options";
import type { EffectiveOption } from "../../options/effective-options";
import { effectiveOptions } from "../../options/effective-options";
import { payoutSetupWarning } from "../../options/payout-setup";
import type { AcquiringComponents } from "./composition-root";
import { compose } from "./composition-root";
import { tables } from "./tables";
import type { PayoutLedgerApi } from "./payouts/payout-ledger";
import { withDbTimeout } from "./runtime/with-db-timeout";
import { detectCardData } from "./checkout/detect-card-data";
import { DatabaseClock, databaseTime } from "./runtime/database-clock";
import { noteCopy } from "./health/single-installation";
import { readStoreSetup, setupProblem } from "./health/store-setup";
import { WorkerDrain } from "./runtime/worker-drain";
import { createRunCoalescer } from "./runtime/coalescer";
import { StartupCheck } from "./health/startup-check";
import { EpochFile } from "./lost-commits/epoch-file";
import { clockWarning, UNREADABLE_TIMES } from "./health/startup-warnings";
import { ShutdownSignal } from "./runtime/shutdown-signal";

import type { Money } from "../../gateway/model/money";
import { toWireAmount } from "../../gateway/operations/wire-money";
import { noRejectFlag } from "../../gateway/client/transport-outcomes";
import type { BrokenCheck } from "./status-checks/check-in-chunks";
import type { Sweep } from "./attention/attention";
import type { AllowedOperations } from "./domain/allowed-operations";
import { nothingAllowed, allowedOperations } from "./domain/allowed-operations";
import type { InboxResult } from "./inbox/conclude-notification";
import type { ReplayResult, ReplayRequest } from "./inbox/replay";
import { outcomeOfReplay, replayNotification } from "./inbox/replay";
import { isUnrecorded } from "./ledger/rows/medusa-recorded";
import { keepCaptureCreators } from "./medusa-records/capture-creators";
import { takePending } from "./ledger/inbox";
import type { DueWork } from "./ledger/ledger";
import { nextDue } from "./ledger/rows/next-due";
import type { ReversalReason } from "./ledger/reversals";
import { intendReversal } from "./ledger/reversals";
import type { AttemptRow, OperationRow } from "./ledger/rows/attempt-row";
import { minorOf, snapshotOf } from "./ledger/rows/attempt-row";
import type { RawNotification, Receipt } from "./inbox/receive-notification";
import type { NewPayment } from "./checkout/checkout-payment";
import type { HeldMessages } from "./customer-messages/customer-messages";
import { nothingHeld } from "./customer-messages/customer-messages";
import { pruneInbox, pruneSentToCustomers, pruneStaffMessages } from "./retention/retention";
import type { SessionPayment } from "./checkout/payment-status-view";
import type { ReachedLimit, VelocitySubjects } from "./card-testing/velocity";
import { cardDigest, limitsFor } from "./card-testing/velocity";
import { notifyUrlOf } from "./accounts/gateway-accounts";

interface Dependencies {
  readonly __pg_connection__: Knex;
  readonly logger: Logger;
  /** Medusa's configuration; missing in tests that open the ledger alone. */
  readonly configModule?: unknown;
}

/** From the stop signal, for what runs: longer than the longest request to the gateway. Our choice. */
const END_WITHIN_MS = 100_000;
/** After the start. Our choice. */
const LISTEN_AFTER_MS = 10_000;
/** At least, once Medusa has answered its requests. Our choice. */
const END_AT_LEAST_MS = 10_000;

const realPause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** The module's service: its parts, and what joins several of them. Writes reach the gateway only through the gate. */
export default class AcquiringModuleService extends MedusaService(tables) {
  readonly options: AcquiringOptions;
  readonly configuration: readonly EffectiveOption[];
  readonly gate: AcquiringComponents["gate"];
  readonly commands: AcquiringComponents["commands"];
  readonly capturePolicies: AcquiringComponents["capturePolicies"];
  readonly policySends: AcquiringComponents["policySends"];
  readonly attempts: AcquiringComponents["attempts"];
  readonly checkout: AcquiringComponents["checkout"];
  readonly statusChecker: AcquiringComponents["statusChecker"];
  readonly manualResolution: AcquiringComponents["manualResolution"];
  readonly reviews: AcquiringComponents["reviews"];
  readonly autoReversal: AcquiringComponents["autoReversal"];
  readonly medusaSync: AcquiringComponents["medusaSync"];
  /** Callers that hold a connection while requesting more wait for a slot here. */
  readonly connectionBudget: AcquiringComponents["connectionBudget"];
  readonly redirects: AcquiringComponents["redirects"];
  readonly tokens: AcquiringComponents["tokens"];
  readonly reminders: AcquiringComponents["reminders"];
  readonly paymentLinks: AcquiringComponents["paymentLinks"];
  readonly linkAnnouncements: AcquiringComponents["linkAnnouncements"];
  readonly savedCards: AcquiringComponents["savedCards"];
  readonly attention: AcquiringComponents["attention"];
  readonly reconciler: AcquiringComponents["reconciler"];
  readonly leases: AcquiringComponents["leases"];
  readonly refundReservations: AcquiringComponents["refundReservations"];
  readonly refundProposals: AcquiringComponents["refundProposals"];
  readonly refundApprovals: AcquiringComponents["refundApprovals"];
  readonly subscriptions: AcquiringComponents["subscriptions"];
  readonly imports: AcquiringComponents["imports"];
  readonly payouts: PayoutLedgerApi;
  readonly recovery: AcquiringComponents["recovery"];
  readonly readiness: AcquiringComponents["readiness"];
  readonly gatewayWarnings: AcquiringComponents["gatewayWarnings"];
  readonly sandboxPayments: AcquiringComponents["sandboxPayments"];
  readonly conformance: AcquiringComponents["conformance"];
  readonly #stopSignal = new ShutdownSignal(process, () => performance.now());
  readonly drain = new WorkerDrain(() => this.#stopSignal.isHeard);
  readonly followUps = createRunCoalescer();
  readonly wakeup: AcquiringComponents["wakeup"];
  private readonly components: AcquiringComponents;
  /** Postgres' time; no server's own clock decides anything. */
  readonly clock: DatabaseClock;
  readonly #startup: StartupCheck;
  #pause = realPause;
  #startTimer = startIdleTimer;
  readonly #warn: (line: string) => void;
  readonly #logError: (line: string) => void;

  /** Throws `OptionsError`, one sentence, if an option or the store's set-up is wrong: the start fails. */
  constructor(dependencies: Dependencies, options: unknown) {
    super(dependencies, options);
    this.options = parseOptions(options);
    const setup = readStoreSetup(dependencies.configModule);
    const problem = noteCopy() ?? (setup && setupProblem(setup, [...this.options.accounts.keys()]));
    if (problem !== null) throw new OptionsError(problem);
    this.configuration = effectiveOptions(options);
    const { logger, __pg_connection__: connection } = dependencies;
    this.#warn = (line) => void logger.warn(line);
    this.#logError = (line) => void logger.error(line);
    this.clock = new DatabaseClock({
      ask: () => databaseTime(connection),
      wallMs: () => Date.now(),
      monotonicMs: () => performance.now(),
    });
    const { epochFile: path } = this.options.recovery;
    const epochFile =
      path === undefined
        ? null
        : new EpochFile(path, undefined, ({ code }) => this.#logError(`acquiring.epoch_file_full code=${code}`));
    this.components = compose({
      connection,
      epochFile,
      logError: this.#logError,
      options: this.options,
      clock: this.clock,
      pause: (ms) => this.#pause(ms),
      isStopping: () => this.drain.isOver,
      log: (event, ids) =>
        logger.info([event, ...Object.entries(ids).map(([name, value]) => `${name}=${value}`)].join(" ")),
    });
    this.#startup = new StartupCheck({
      connection,
      options: this.options,
      setup,
      isUnmigrated: async () => (await this.components.readiness.look()) === "migrations",
      changedAccounts: () => this.components.changedAccounts(),
      ask: askNotifyRoute,
      epochFile,
      startTimer: startIdleTimer,
      log: logger,
    });
    this.gate = this.components.gate;
    this.commands = this.components.commands;
    this.capturePolicies = this.components.capturePolicies;
    this.policySends = this.components.policySends;
    this.attempts = this.components.attempts;
    this.checkout = this.components.checkout;
    this.statusChecker = this.components.statusChecker;
    this.manualResolution = this.components.manualResolution;
    this.reviews = this.components.reviews;
    this.autoReversal = this.components.autoReversal;
    this.medusaSync = this.components.medusaSync;
    this.connectionBudget = this.components.connectionBudget;
    this.redirects = this.components.redirects;
    this.tokens = this.components.tokens;
    this.reminders = this.components.reminders;
    this.paymentLinks = this.components.paymentLinks;
    this.linkAnnouncements = this.components.linkAnnouncements;
    this.savedCards = this.components.savedCards;
    this.attention = this.components.attention;
    this.reconciler = this.components.reconciler;
    this.leases = this.components.leases;
    this.refundReservations = this.components.refundReservations;
    this.refundProposals = this.components.refundProposals;
    this.refundApprovals = this.components.refundApprovals;
    this.subscriptions = this.components.subscriptions;
    this.imports = this.components.imports;
    this.payouts = this.components.payouts;
    this.recovery = this.components.recovery;
    this.readiness = this.components.readiness;
    this.gatewayWarnings = this.components.gatewayWarnings;
    this.sandboxPayments = this.components.sandboxPayments;
    this.conformance = this.components.conformance;
    this.wakeup = this.components.wakeup;
    const payoutWarning = payoutSetupWarning(this.options);
    if (payoutWarning !== null) logger.warn(payoutWarning);
    if (this.options.allowDirectCard) {
      logger.warn(
        "medusa-payment-acquiring: allowDirectCard is on. Card numbers pass through this server, which brings it into the scope of PCI DSS SAQ D.",
      );
    }
  }

  /** For tests and the simulator's virtual time only. `pause`: waits that many ms on that clock; `timer`: runs something then; default: real time. */
  useClock(now: () => Date, pause = realPause, timer = startIdleTimer): void {
    this.clock.simulate(now);
    this.#pause = pause;
    this.#startTimer = timer;
  }

  /** For time limits: runs something after that many ms; the result cancels it. */
  startTimer(...[ms, run]: Parameters<StartTimer>): ReturnType<StartTimer> {
    return this.#startTimer(ms, run);
  }

  now(): Date {
    return this.clock.now();
  }

  account(key: string): GatewayAccount | undefined {
    return this.components.accounts.account(key);
  }

  /** The payment's own account, which may be a former one of its key. */
  accountOf(row: Placed): GatewayAccount | undefined {
    return this.components.accounts.accountOf(row);
  }

  /** The saved cards' places that customers can pay with; see `GatewayAccounts.placesOf`. None while saved cards are off. */
  placesOfUsableCards(): string[] {
    return this.options.savedCards.enabled ? this.components.accounts.currentPlaces() : [];
  }

  /** See `GatewayAccounts.placesOf`: of payments whose account captures in parts. */
  placesCapturingInParts(): string[] {
    return this.components.accounts.placesOf(({ profile }) => profile.capture.multiple);
  }

  accountOfProvider(providerId: string): string {
    const key = /^pp_acquiring-(?:card|checkout|apm)_(.+)$/.exec(providerId)?.[1];
    if (key !== undefined && this.account(key)) return key;
    throw new MedusaError(
      MedusaError.Types.INVALID_DATA,
      `The payment provider "${providerId}" names no configured account; its id must be a key of "accounts".`,
    );
  }

  cardDataAt(data: unknown): string | null {
    return detectCardData(data);
  }

  /** Throws if the data contains a card number or a security code, which would be stored and shown. */
  assertNoCardData(data: unknown): void {
    const field = detectCardData(data);
    if (field === null) return;
    throw new MedusaError(
      MedusaError.Types.INVALID_DATA,
      `${field}: looks like a card number or a security code, which must not be sent here. Nothing was stored. Card payments go to POST /store/acquiring/payments.`,
    );
  }

  async flushCounts(): Promise<void> {
    await this.components.signatureFailures.flush();
    await this.components.unreadableResponses.flush();
    await this.components.gatewayMetrics.flush();
  }

  isForMoney(attempt: AttemptRow, money: Money): boolean {
    return attempt.currency === money.currency && minorOf(attempt.requested) === money.minor;
  }

  /** Pays a session, or answers from its existing attempt. A card stays in memory. */
  async pay(payment: NewPayment): Promise<SessionPayment> {
    this.checkWireAmount(payment);
    return this.checkout.pay(payment);
  }

  /** Throws if the interface cannot carry this amount. */
  checkWireAmount({ account, money }: Pick<NewPayment, "account" | "money">): void {
    const profile = this.account(account)?.profile;
    if (profile) toWireAmount(money, profile.money);
  }

  async attemptPayment(id: string): Promise<SessionPayment | null> {
    const attempt = await this.attempts.attempt(id);
    return attempt ? this.components.view.of(attempt, null) : null;
  }

  /** What the ledger allows for a payment now; nothing once its account is no longer configured. */
  possible(row: AttemptRow, operations: readonly OperationRow[]): AllowedOperations {
    const profile = this.components.accounts.accountOf(row)?.profile;
    if (!profile) return nothingAllowed;
    return allowedOperations(snapshotOf(row, operations), {
      recording: new Set(operations.filter(isUnrecorded).flatMap(({ kind }) => (kind === "authorise" ? [] : [kind]))),
      multipleCaptures: profile.capture.multiple,
      rejectRefusedBecause: profile.review.rejectFlag === undefined ? noRejectFlag.reason.message : null,
    });
  }

  async replay(request: ReplayRequest): Promise<ReplayResult> {
    const isDue = await replayNotification(this.attempts, request, this.now());
    if (!isDue) return "not_found";
    await this.applyInbox(request.notificationId);
    return outcomeOfReplay(this.attempts, request);
  }

  /** Acknowledges a notification; with 200 only once its bytes are in a committed row. */
  async receiveNotification(arrival: RawNotification): Promise<Receipt> {
    return this.components.telemetry.received(arrival.account, () => this.components.receiver.receive(arrival));
  }

  async applyInbox(id: string): Promise<InboxResult> {
    return this.components.telemetry.applied(() => this.components.inbox.process(id));
  }

  /** Queries the gateway about one attempt and applies the response. False if it could not be queried. */
  async checkAttempt(id: string): Promise<boolean> {
    const attempt = await this.attempts.attempt(id);
    return attempt !== undefined && (await this.statusChecker.check(attempt)).kind === "answered";
  }

  /** The same for many, a hundred at a time and with as few queries as possible; see `StatusChecker.checkMany`. */
  async checkAttempts(ids: readonly string[]): Promise<readonly BrokenCheck[]> {
    return (await this.statusChecker.checkMany(ids)).broken;
  }

  async takeInbox(limit: number): Promise<string[]> {
    return takePending(this.attempts.connection, this.now(), limit);
  }

  /** When the next work is due, of the ledger and of `more`; null if none is scheduled. See `nextDue`. */
  async nextDue(more: readonly string[]): Promise<Date | null> {
    return nextDue(this.attempts.connection, more);
  }

  async due(work: DueWork, limit: number): Promise<string[]> {
    return this.attempts.due(work, this.now(), limit);
  }

  /** Records that an attempt is to be reversed; false if already recorded, or nothing is held. */
  async intendReversal(id: string, reason: ReversalReason = "late_or_duplicate_payment"): Promise<boolean> {
    return intendReversal(this.attempts, id, { reason, now: this.now() });
  }

  /** Reserves a place in the card-testing limits; returns the limit that is reached, if any. */
  async takeTurn(
    account: string,
    { cardNumber, ...subjects }: Omit<VelocitySubjects, "account" | "card"> & { readonly cardNumber: string | null },
  ): Promise<ReachedLimit | null> {
    const key = this.tokens.activeKey(account);
    const card = cardNumber === null ? null : cardDigest(key, cardNumber);
    const isSandbox = this.account(account)?.sandbox ?? false;
    const limits = limitsFor(isSandbox, this.options.cardTesting);
    const slot = await this.components.velocity.take({ ...subjects, account, card }, limits, this.now());
    if (slot.kind === "taken") return null;
    const option = `cardTesting.limits.${slot.scope}.max${isSandbox ? " x cardTesting.sandboxFactor" : ""}`;
    return { ...limits[slot.scope], scope: slot.scope, option, isSandbox };
  }

  /** Whether a payment link may be read or asked for a session once more; see `LINK_READS`. */
  async mayReadLink(id: string): Promise<boolean> {
    const [account = ""] = this.options.accounts.keys();
    return this.components.velocity.takeLinkRead(account, id, this.now());
  }

  async watchCardTesting(): Promise<void> {
    await this.components.velocity.forget(this.now());
    await this.components.declineRate.watch(this.now());
  }

  async watchAttention(): Promise<Sweep> {
    await this.components.signatureFailures.watch();
    await this.components.unreadableResponses.flush();
    await this.components.gatewayMetrics.flush();
    return this.attention.sweep();
  }

  notifyUrl(account: string): string {
    return notifyUrlOf(this.options, account);
  }

  /** Removes processed messages older than `retention.inboxDays`; returns their number. `held`: what legal holds keep. */
  async prune(held: () => Promise<HeldMessages> = nothingHeld): Promise<number> {
    await this.leases.prune();
    await this.components.gatewayMetrics.prune();
    await pruneStaffMessages(this.attempts.connection, this.now());
    await pruneSentToCustomers(this.attempts.connection, this.now(), await held());
    return pruneInbox(this.attempts.connection, this.options.retention, { now: this.now(), held });
  }

  /** The interface's method names, most accepted first; null if that is off, late or failed. */
  async rankMethods(account: string, ask: { money: Money; email: string }): Promise<readonly string[] | null> {
    return this.components.methodRankings.of({ account, ...ask });
  }

  async attempt(id: string): Promise<{ row: AttemptRow; operations: OperationRow[] } | undefined> {
    return this.attempts.withOperations(id);
  }

  async #endWork(): Promise<void> {
    let callOff: ReturnType<StartTimer> = () => undefined;
    const agoMs = this.#stopSignal.agoMs;
    const leftMs = Math.max(END_WITHIN_MS - agoMs, END_AT_LEAST_MS);
    const limit = new Promise<void>((resolve) => (callOff = this.startTimer(leftMs, resolve)));
    const isDone = await this.drain.end(limit);
    callOff();
    if (!isDone) this.#warn(`acquiring.stop_unfinished seconds=${String(Math.round((agoMs + leftMs) / 1_000))}`);
  }

  /** Medusa calls them. On shutdown background work ends first, then the connections to the gateway are closed. */
  __hooks = {
    onApplicationStart: async (): Promise<void> => {
      keepCaptureCreators();
      await this.clock.sync();
      const skewMs = this.clock.wrongByMs();
      if (skewMs !== null) this.#warn(clockWarning(skewMs));
      if (this.clock.isUnreadable) this.#logError(UNREADABLE_TIMES);
      // Awaited: lists and policies read rows older than account identities. If it fails, the first use tries again.
      await this.components.identities.ready().catch(() => undefined);
      this.#startup.begin();
      // Medusa listens to the signal a moment later; a process without background work would not ask before it.
      this.#startTimer(LISTEN_AFTER_MS, () => void this.#stopSignal.isHeard);
    },
    onApplicationPrepareShutdown: async (): Promise<void> => {
      this.#startup.end();
      await this.wakeup.end();
      await this.#endWork();
    },
    onApplicationShutdown: async (): Promise<void> => {
      // Only counts: a database that is down does not stop the shutdown.
      await withDbTimeout(this.flushCounts()).catch(() => undefined);
      await this.components.accounts.close();
    },
  };
}
