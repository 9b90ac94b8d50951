import type { Logger } from "@medusajs/framework/types";
import { MedusaError, MedusaService } from "@medusajs/framework/utils";
import type { Knex } from "@medusajs/framework/mikro-orm/knex";
import type { AcquiringOptions, GatewayAccount } from "../../options/options";
import { askNotifyRoute } from "../../gateway/notifications/ask-notify-route";
import { startIdleTimer } from "../../gateway/batching/batcher";
import { OptionsError } from "../../gateway/model/errors";
import { parseOptions } from "../../options/options";
import type { EffectiveOption } from "../../options/effective-options";
import { effectiveOptions } from "../../options/effective-options";
import { payoutSetupWarning } from "../../options/payout-setup";
import type { AcquiringComponents } from "./composition-root";
import { compose } from "./composition-root";
import type { SubscriptionLedger } from "./subscriptions/subscription-ledger";
import type { PayoutLedgerApi } from "./payouts/payout-ledger";
import type { Attention } from "./attention/attention";
import { withDbTimeout } from "./runtime/with-db-timeout";
import type { Ledger } from "./ledger/ledger";
import { Completion } from "./models/completion";
import { AccountIdentity } from "./models/account-identity";
import { RefundReservation } from "./models/refund-reservation";
import { AttentionItem } from "./models/attention-item";
import { AuditRecord } from "./models/audit-record";
import { BulkItem } from "./models/bulk-item";
import { BulkRun } from "./models/bulk-run";
import { Entry } from "./models/entry";
import { Erasure } from "./models/erasure";
import { InboxEvent } from "./models/inbox-event";
import { Operation } from "./models/operation";
import { PayoutSend } from "./models/payout-send";
import { PayoutSendEvent } from "./models/payout-send-event";
import { PaymentAttempt } from "./models/payment-attempt";
import { LedgerEpoch } from "./models/ledger-epoch";
import { LostWrite } from "./models/lost-write";
import { Recovery as RecoveryRecord } from "./models/recovery";
import { SignatureCount } from "./models/signature-count";
import { ReconciliationRun } from "./models/reconciliation-run";
import { ReviewVote } from "./models/review-vote";
import { NotificationPulse } from "./models/notification-pulse";
import { TrafficMinute } from "./models/traffic-minute";
import { Velocity } from "./models/velocity";
import { SavedCard } from "./models/saved-card";
import { detectCardData } from "./checkout/detect-card-data";
import { DatabaseClock, databaseTime } from "./runtime/database-clock";
import type { CartCompletionLock } from "./checkout/cart-completion-lock";
import type { RefundReservations } from "./medusa-records/refund-reservations";
import { noteCopy } from "./health/single-installation";
import { readStoreSetup, setupProblem } from "./health/store-setup";
import type { Reconciler } from "./reconciliation/reconciler";
import type { MedusaSyncState } from "./medusa-records/medusa-sync-state";
import type { RecoveryRun } from "./recovery/recovery";
import type { Redirects } from "./checkout/redirects";
import type { ExpiryReminders } from "./attention/expiry-reminder";
import { WorkerDrain } from "./runtime/worker-drain";
import { createRunCoalescer } from "./runtime/run-coalescing";
import { StartupCheck } from "./health/startup-check";
import { clockWarning } from "./health/startup-warnings";
import { ShutdownSignal } from "./runtime/shutdown-signal";
import type { SignedTokens } from "./checkout/signed-tokens";
import type { Semaphore } from "./runtime/semaphore";
import type { SavedCards } from "./saved-cards/saved-cards";
import type { WorkerWakeup } from "./inbox/worker-wakeup";

/** The module's tables, options, parts, clock and shutdown. Its methods are in `service.ts`. */
interface Dependencies {
  readonly __pg_connection__: Knex;
  readonly logger: Logger;
  /** Medusa's configuration; missing in tests that open the ledger alone. */
  readonly configModule?: unknown;
}

const models = {
  PaymentAttempt,
  Operation,
  Entry,
  InboxEvent,
  AuditRecord,
  AttentionItem,
  SavedCard,
  Velocity,
  SignatureCount,
  ReconciliationRun,
  BulkRun,
  BulkItem,
  ReviewVote,
  TrafficMinute,
  NotificationPulse,
  Completion,
  AccountIdentity,
  RefundReservation,
  PayoutSend,
  PayoutSendEvent,
  RecoveryRecord,
  LostWrite,
  LedgerEpoch,
  Erasure,
};

const realPause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

export class ModuleBase extends MedusaService(models) {
  readonly options: AcquiringOptions;
  /** Every effective option, readable, without secrets. */
  readonly configuration: readonly EffectiveOption[];
  readonly ledger: Ledger;
  readonly recording: MedusaSyncState;
  /** Callers that hold a connection while requesting more wait for a slot here. */
  readonly holders: Semaphore;
  readonly redirects: Redirects;
  readonly tickets: SignedTokens;
  readonly reminders: ExpiryReminders;
  readonly savedCards: SavedCards;
  readonly attention: Attention;
  readonly reconciler: Reconciler;
  readonly completions: CartCompletionLock;
  readonly refundReservations: RefundReservations;
  readonly subscriptions: SubscriptionLedger;
  readonly payouts: PayoutLedgerApi;
  readonly recovery: RecoveryRun;
  /** This process's background work; it ends with the store. */
  readonly rounds = new WorkerDrain();
  readonly followUps = createRunCoalescer();
  /** Wakes the worker. */
  readonly bell: WorkerWakeup;
  protected readonly parts: AcquiringComponents;
  /** Postgres' time; no server's own clock decides anything. */
  readonly clock: DatabaseClock;
  readonly #startup: StartupCheck;
  readonly #stopSignal = new ShutdownSignal(process);
  #pause = realPause;
  readonly #warn: (line: string) => void;

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
    this.clock = new DatabaseClock({
      ask: () => databaseTime(connection),
      wallMs: () => Date.now(),
      monotonicMs: () => performance.now(),
    });
    this.parts = compose({
      connection,
      options: this.options,
      clock: this.clock,
      pause: (ms) => this.#pause(ms),
      isStopping: () => this.rounds.isOver,
      isToldToStop: () => this.#stopSignal.isHeard,
      log: (event, ids) =>
        logger.info([event, ...Object.entries(ids).map(([name, value]) => `${name}=${value}`)].join(" ")),
    });
    this.#startup = new StartupCheck({
      connection,
      options: this.options,
      setup,
      isUnmigrated: async () => (await this.parts.readiness.look()) === "migrations",
      changedAccounts: () => this.parts.changedAccounts(),
      ask: askNotifyRoute,
      startTimer: startIdleTimer,
      log: logger,
    });
    this.bell = this.parts.bell;
    this.ledger = this.parts.ledger;
    this.recording = this.parts.recording;
    this.holders = this.parts.holders;
    this.redirects = this.parts.redirects;
    this.tickets = this.parts.tickets;
    this.reminders = this.parts.reminders;
    this.savedCards = this.parts.savedCards;
    this.attention = this.parts.attention;
    this.reconciler = this.parts.reconciler;
    this.completions = this.parts.completions;
    this.refundReservations = this.parts.refundReservations;
    this.subscriptions = this.parts.subscriptions;
    this.payouts = this.parts.payouts;
    this.recovery = this.parts.recovery;
    const payoutWarning = payoutSetupWarning(this.options);
    if (payoutWarning !== null) logger.warn(payoutWarning);
    if (this.options.allowDirectCard) {
      logger.warn(
        "medusa-payment-acquiring: allowDirectCard is on. Card numbers pass through this server, which brings it into the scope of PCI DSS SAQ D.",
      );
    }
  }

  /** For tests and the simulator's virtual time only. `pause`: waits that many ms on that clock; default: real time. */
  useClock(now: () => Date, pause = realPause): void {
    this.clock.simulate(now);
    this.#pause = pause;
  }

  now(): Date {
    return this.clock.now();
  }

  account(key: string): GatewayAccount | undefined {
    return this.parts.accounts.account(key);
  }

  /** The account of a provider id such as `pp_acquiring-card_main`. */
  accountOfProvider(providerId: string): string {
    const key = /^pp_acquiring-(?:card|checkout|apm)_(.+)$/.exec(providerId)?.[1];
    if (key !== undefined && this.account(key)) return key;
    throw new MedusaError(
      MedusaError.Types.INVALID_DATA,
      `The payment provider "${providerId}" names no configured account; its id must be a key of "accounts".`,
    );
  }

  /** The first field with a card number or a security code, or null. */
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

  /** Writes the counts of exchanges and signatures, otherwise written every ten seconds. */
  async flushCounts(): Promise<void> {
    await this.parts.signatures.flush();
    await this.parts.unreadable.flush();
    await this.parts.traffic.flush();
  }

  /**
   * Medusa calls them after the start and on shutdown: background work ends first, then the connections to the gateway
   * are closed.
   */
  __hooks = {
    onApplicationStart: async (): Promise<void> => {
      await this.clock.sync();
      const skewMs = this.clock.wrongByMs();
      if (skewMs !== null) this.#warn(clockWarning(skewMs));
      this.parts.identities.ready().catch(() => undefined);
      this.#startup.begin();
    },
    onApplicationPrepareShutdown: async (): Promise<void> => {
      this.#startup.end();
      await this.bell.end();
      await this.rounds.end();
    },
    onApplicationShutdown: async (): Promise<void> => {
      // Only counts: a database that is down does not stop the shutdown.
      await withDbTimeout(this.flushCounts()).catch(() => undefined);
      await this.parts.accounts.close();
    },
  };
}
