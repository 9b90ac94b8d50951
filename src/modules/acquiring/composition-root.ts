import { setTimeout } from "node:timers/promises";
import type { Knex } from "@medusajs/framework/mikro-orm/knex";
import { startIdleTimer, startTimer } from "../../gateway/batching/batcher";
import type { GatewayClient } from "../../gateway/model/client-api";
import { queryLimits } from "../../gateway/client/grouped-queries";
import type { AcquiringOptions, GatewayAccount } from "../../options/options";
import type { Reason } from "../../gateway/model/outcome";
import type { Placed } from "./accounts/account-identities";
import { AccountIdentities } from "./accounts/account-identities";
import { Attention } from "./attention/attention";
import type { DatabaseClock } from "./runtime/database-clock";
import type { ChangedAccount } from "../../gateway/model/account-identity";
import { changedAccounts } from "./attention/changed-accounts";
import { CardKeeper } from "./saved-cards/store-card-token";
import { Completions } from "./checkout/cart-completion-lock";
import { Checker } from "./status-checks/status-checker";
import { Decider } from "./status-checks/manual-resolution";
import { Contracts } from "./subscriptions/subscription-ledger";
import { DeclineWatch } from "./card-testing/decline-rate-monitor";
import { Gate } from "./gate/gate";
import { GatewayAccounts, longestPayoutMs, notifyUrlOf } from "./accounts/gateway-accounts";
import { createHolders } from "./runtime/connection-budget";
import { createHoldRule } from "./review/review-policy";
import { InboxReader } from "./inbox/process-notification";
import { Intentions } from "./gate/admin-commands";
import { Ledger } from "./ledger/ledger";
import { PayoutSends } from "./payouts/payout-sends";
import { needsSecondPerson } from "./review/review-votes";
import { NotificationDesk } from "./inbox/receive-notification";
import { PayoutGate } from "./payouts/payout-gate";
import { EpochFile } from "./lost-commits/epoch-file";
import { LostSigns } from "./lost-commits/lost-commit-signals";
import { Recovery } from "./recovery/recovery";
import { Sentinel } from "./lost-commits/sentinel";
import { PayoutNews } from "./inbox/process-payout-notification";
import { Payouts } from "./payouts/payout-ledger";
import { PaySession } from "./checkout/checkout-payment";
import { Rankings } from "./checkout/method-ranking-cache";
import { GatewayWarnings } from "./health/gateway-warnings";
import { Readiness, shippedMigrations } from "./health/readiness";
import { RefundReservations } from "./medusa-records/refund-reservations";
import { Reconciler } from "./reconciliation/reconciler";
import { Recording } from "./medusa-records/medusa-sync-state";
import { recallNotifications } from "./inbox/reload-notifications";
import { Redirects } from "./checkout/redirects";
import { Rehearsals } from "./sandbox/conformance-scenarios";
import { Reminders } from "./attention/expiry-reminder";
import { Reverser } from "./reversals/auto-reversal";
import { Reviewer } from "./review/review-decision";
import { SavedCards } from "./saved-cards/saved-cards";
import { SessionView } from "./checkout/payment-status-view";
import { SignatureWatch } from "./health/signature-failure-monitor";
import { Telemetry } from "./health/telemetry";
import { TestPayments } from "./sandbox/sandbox-payment";
import { Tickets } from "./checkout/signed-tokens";
import { TrafficWatch } from "./health/gateway-metrics";
import { UnreadableCount } from "./health/unreadable-response-count";
import { VelocityLimiter } from "./card-testing/velocity";
import { WorkBell } from "./inbox/worker-wakeup";

/**
 * Makes the parts of the module and hands each what it may use: the gate alone is
 * given the way to write, everyone else the way to ask. No rule of its own. Above 200
 * lines on purpose: who is given what is read in one place.
 */
export interface PartsDependencies {
  readonly connection: Knex;
  readonly options: AcquiringOptions;
  readonly clock: DatabaseClock;
  /** Waits so many ms on the same clock. */
  readonly pause: (ms: number) => Promise<void>;
  /** The store stops: nothing that can wait is begun. */
  readonly isStopping: () => boolean;
  /** The process was asked to stop, and may still answer what came over a connection that is open. */
  readonly isToldToStop: () => boolean;
  readonly log: (event: string, ids: Readonly<Record<string, string>>) => void;
}

/** Of an account that is not configured any more; nothing is sent for it. */
const ALONE = { maxItems: 1, maxWaitMs: 0 };

export type Parts = ReturnType<typeof createParts>;

export function createParts({ connection, options, clock, pause, isStopping, isToldToStop, log }: PartsDependencies) {
  const now = (): Date => clock.now();
  const timeOf = (read: Date): Date => clock.inTransaction(read);
  const traffic = new TrafficWatch({ connection, now, startTimer: startIdleTimer });
  const telemetry = new Telemetry();
  const configured = [...options.accounts.values()];
  const identities = new AccountIdentities(connection, configured, now);
  const accounts = new GatewayAccounts(options, {
    identities,
    observe: (account, exchange) => {
      traffic.noteExchange(account, exchange);
      telemetry.noteExchange(account, exchange);
    },
    noteUnreadable: (account, operation) => traffic.noteUnreadable(account, operation),
    watched: (account, queries) => telemetry.queries(account, queries),
  });
  const bell = new WorkBell({ connection, startTimer: startIdleTimer });
  const profile = (key: string): NonNullable<ReturnType<GatewayAccounts["account"]>>["profile"] | undefined =>
    accounts.account(key)?.profile;
  const accountOf = (row: Placed): GatewayAccount | undefined => accounts.accountOf(row);
  const placed = {
    identities,
    routeOf: (row: Placed): string => accounts.routeOf(row),
    accountRefusal: (row: Placed): Reason | null => accounts.refusalOf(row),
  };
  const queries = (key: string): GatewayClient["queries"] => accounts.queriesOf(key);
  const handoffs = (key: string): GatewayClient["handoffs"] => accounts.client(key).handoffs;
  const times = {
    now,
    notFoundFinalAfterMs: options.unknownFinalAfterMs,
    projectAfterMs: options.completeCartAfterMs,
  };
  const ledger = new Ledger(connection, createHoldRule(options.review, log), () => bell.noteChange(), timeOf);
  const holders = createHolders(ledger.poolSize);
  const tickets = new Tickets(ledger, options);
  const savedCards = new SavedCards({ connection, now, identities, enabled: options.savedCards.enabled });
  const keeper = new CardKeeper({ ledger, savedCards, accountOf });
  const signatures = new SignatureWatch({ connection, rate: options.attention.signatureMismatch, now });
  const sentinel = new Sentinel({
    connection,
    now,
    log,
    file: options.recovery.epochFile === undefined ? null : new EpochFile(options.recovery.epochFile),
    monotonicMs: () => performance.now(),
  });
  const lostSigns = new LostSigns({ connection, now, log, sharedAccounts: options.recovery.sharedAccounts });
  const unreadable = new UnreadableCount(connection, now);
  const gate = new Gate({
    ...times,
    clock,
    ...placed,
    recoveryRefusal: (write) => sentinel.refusalOf(write),
    ledger,
    log,
    telemetry,
    handoffs,
    writes: (key) => accounts.client(key).writes,
    asksForDocument: (key) => profile(key)?.checkout.handoff === "server-document",
    startTimer,
    batchLimits: (key, kind) => {
      const { batch, review } = profile(key) ?? { batch: ALONE, review: ALONE };
      return kind === "review" ? { ...batch, maxItems: review.maxItems } : batch;
    },
    multipleCaptures: (key) => profile(key)?.capture.multiple ?? false,
    afterAuthorise: async (attempt, outcome) => {
      await signatures.noteAnswer(attempt.account, outcome);
      await keeper.afterAuthorise(attempt, outcome);
    },
  });
  const checker = new Checker({
    ...times,
    ...placed,
    lookAtRefunds: (account, refunds, known) => lostSigns.lookAtRefunds(account, refunds, known),
    ledger,
    startTimer,
    queryLimits: (key) => {
      const limits = profile(key);
      return limits ? queryLimits(limits) : ALONE;
    },
    queries: (key) => accounts.queries(key),
    isStopping,
    afterNamed: (attempt) => recallNotifications({ ledger, now, accountOf }, attempt),
  });
  const view = new SessionView(now, options.unknownWaitMs);
  const reverser = new Reverser({ ledger, now, gate });
  const sends = new PayoutSends(connection, timeOf);
  const payoutNews = new PayoutNews({ sends, now, log, accountOf });
  const payoutGate = new PayoutGate({
    sends,
    clock,
    recoveryRefusal: (write) => sentinel.refusalOf(write),
    log,
    telemetry,
    writes: (key) => accounts.client(key).writes,
    account: (key) => accounts.account(key),
    identity: (key) => identities.currentOf(key),
    mayPayOut: (key) => options.payout.accounts?.includes(key) ?? true,
    notifyUrl: (key) => notifyUrlOf(options, key),
  });
  const changed = (): Promise<readonly ChangedAccount[]> => changedAccounts(connection, identities, accounts);
  return {
    telemetry,
    accounts,
    bell,
    ledger,
    tickets,
    savedCards,
    signatures,
    unreadable,
    traffic,
    gate,
    checker,
    view,
    reverser,
    recovery: new Recovery({
      ledger,
      checker,
      sentinel,
      now,
      log,
      isStopping,
      queries: (key) => accounts.queriesOf(key),
      accounts: [...options.accounts.keys()],
    }),
    intentions: new Intentions({ ledger, gate, now }),
    reminders: new Reminders(ledger, now),
    holders,
    recording: new Recording(ledger, now, holders),
    contracts: new Contracts({ ledger, gate, now }),
    identities,
    changedAccounts: changed,
    attention: new Attention({
      ...{ connection, now, accounts: configured, accountOf, changedAccounts: changed },
      options: options.attention,
    }),
    inbox: new InboxReader({
      ...{ ...times, lostSigns, ledger, keeper, checker, payoutNews, identities, accountOf },
      accountsUnder: (key) => accounts.accountsUnder(key),
    }),
    payouts: new Payouts({ sends, gate: payoutGate, now, sendingGraceMs: longestPayoutMs(options) }),
    desk: new NotificationDesk({
      ...{ ledger, checker, now, options, signatures, unreadable, traffic, bell },
      ...{ identities, accountOf },
    }),
    pay: new PaySession({ ledger, now, pause, gate, checker, view }),
    redirects: new Redirects({
      ledger,
      now,
      routeOf: placed.routeOf,
      handoffs: (route) => (accounts.account(route) ? handoffs(route) : undefined),
      follows: (key) => profile(key)?.handoff.issuer === "server-follow",
      addresses: ({ account, order_no }) => tickets.addresses(account, order_no),
    }),
    tests: new TestPayments({
      ledger,
      gate,
      checker,
      tickets,
      now,
      account: (key) => accounts.account(key),
      site: options.storefront.site,
    }),
    rehearsals: new Rehearsals({
      ledger,
      gate,
      checker,
      queries,
      tickets,
      now,
      account: (key) => accounts.account(key),
      site: options.storefront.site,
    }),
    velocity: new VelocityLimiter(connection, (key) => tickets.activeKey(key)),
    rankings: new Rankings(queries, now),
    declines: new DeclineWatch(connection, options.cardTesting.declineRate),
    decider: new Decider({ ...times, ledger }),
    reviewer: new Reviewer({
      ...times,
      ledger,
      gate,
      checker,
      reverser,
      mayReject: (key) => profile(key)?.review.rejectFlag !== undefined,
      needsTwo: (attempt) => needsSecondPerson(options.review.secondPersonAbove, attempt),
      keepsCaptures: options.lateMoney === "hold",
    }),
    gatewayWarnings: new GatewayWarnings({
      connection,
      accounts: [...options.accounts.keys()],
      now,
      monotonicMs: () => performance.now(),
    }),
    readiness: new Readiness({
      connection,
      startTimer,
      migrations: shippedMigrations(),
      isStopping: () => isStopping() || isToldToStop(),
      monotonicMs: () => performance.now(),
    }),
    completions: new Completions({
      connection,
      pause: (ms) => setTimeout(ms),
      monotonicMs: () => performance.now(),
      log,
    }),
    refundReservations: new RefundReservations(connection, timeOf),
    reconciler: new Reconciler({
      ledger,
      now,
      checker,
      pause,
      identities,
      queries: (key) => accounts.queries(key),
      accounts: [...options.accounts.keys()],
      notFoundFinalAfterMs: options.unknownFinalAfterMs,
      everyHours: options.reconcile.everyHours,
      days: options.reconcile.days,
      graceMs: options.reconcile.graceMinutes * 60_000,
    }),
  };
}
