import { setTimeout } from "node:timers/promises";
import type { Knex } from "@medusajs/framework/mikro-orm/knex";
import type { BatchLimits } from "../../gateway/batching/batcher";
import { startIdleTimer, startTimer } from "../../gateway/batching/batcher";
import type { GatewayClient } from "../../gateway/model/client-api";
import { queryLimits } from "../../gateway/client/grouped-queries";
import type { AcquiringOptions } from "../../options/options";
import type { GatewayAccount } from "../../gateway/model/account";
import type { Reason } from "../../gateway/model/outcome";
import type { Placed } from "./accounts/account-identities";
import { AccountIdentities } from "./accounts/account-identities";
import { Attention } from "./attention/attention";
import { closeExplainedAmount } from "./attention/close-explained-amount";
import type { DatabaseClock } from "./runtime/database-clock";
import type { ChangedAccount } from "../../gateway/model/account-identity";
import { changedAccounts } from "./attention/changed-accounts";
import { CardTokenStore } from "./saved-cards/store-card-token";
import { StatusChecker } from "./status-checks/status-checker";
import { CapturePolicies } from "./capture-policy/capture-policies";
import { PolicySends } from "./capture-policy/policy-sends";
import { ManualResolution } from "./status-checks/manual-resolution";
import { SubscriptionLedger } from "./subscriptions/subscription-ledger";
import { DeclineRateMonitor } from "./card-testing/decline-rate-monitor";
import { Gate } from "./gate/gate";
import { GatewayAccounts, longestPayoutMs, notifyUrlOf } from "./accounts/gateway-accounts";
import { createConnectionBudget } from "./runtime/connection-budget";
import { Leases } from "./runtime/lease";
import { createReviewPolicy } from "./review/review-policy";
import { ImportPayments } from "./imports/import-payments";
import { NotificationProcessor } from "./inbox/process-notification";
import { AdminCommands } from "./gate/admin-commands";
import { Ledger } from "./ledger/ledger";
import { PayoutSends } from "./payouts/payout-sends";
import { needsSecondPerson } from "./review/review-votes";
import { NotificationReceiver } from "./inbox/receive-notification";
import { LinkAnnouncements } from "./payment-links/link-announcements";
import { PaymentLinks } from "./payment-links/payment-links";
import { PayoutGate } from "./payouts/payout-gate";
import type { EpochFile } from "./lost-commits/epoch-file";
import { LostCommitSignals } from "./lost-commits/lost-commit-signals";
import { LostWrites } from "./recovery/lost-writes";
import { RecoveryRun } from "./recovery/recovery";
import { RestoreOperations } from "./recovery/restore-operations";
import { Sentinel } from "./lost-commits/sentinel";
import { PayoutNotificationProcessor } from "./inbox/process-payout-notification";
import { PayoutLedger } from "./payouts/payout-ledger";
import { CheckoutPayment } from "./checkout/checkout-payment";
import { MethodRankingCache } from "./checkout/method-ranking-cache";
import { GatewayWarnings } from "./health/gateway-warnings";
import { Readiness, shippedMigrations } from "./health/readiness";
import { RefundApprovals } from "./refund-proposals/refund-approvals";
import { RefundProposals } from "./refund-proposals/refund-proposals";
import { RefundReservations } from "./medusa-records/refund-reservations";
import { Reconciler } from "./reconciliation/reconciler";
import { MedusaSyncState } from "./medusa-records/medusa-sync-state";
import { reloadNotifications } from "./inbox/reload-notifications";
import { Redirects } from "./checkout/redirects";
import { ConformanceScenarios } from "./sandbox/conformance-scenarios";
import { ExpiryReminders } from "./attention/expiry-reminder";
import { AutoReversal } from "./reversals/auto-reversal";
import { ReviewDecision } from "./review/review-decision";
import { SavedCards } from "./saved-cards/saved-cards";
import { PaymentStatusView } from "./checkout/payment-status-view";
import { SignatureFailureMonitor } from "./health/signature-failure-monitor";
import { Gauges } from "./health/gauges";
import { registeredTelemetry, Telemetry } from "./health/telemetry";
import { SandboxPayments } from "./sandbox/sandbox-payment";
import { SignedTokens } from "./checkout/signed-tokens";
import { GatewayMetrics } from "./health/gateway-metrics";
import { UnreadableResponseCount } from "./health/unreadable-response-count";
import { VelocityLimiter } from "./card-testing/velocity";
import { WorkerWakeup } from "./inbox/worker-wakeup";

/** Creates and connects the module's parts: only the gate can write to the gateway, all others can only query. */
export interface CompositionDependencies {
  readonly connection: Knex;
  readonly options: AcquiringOptions;
  readonly clock: DatabaseClock;
  readonly pause: (ms: number) => Promise<void>;
  /** The process was told to stop; requests on open connections are still answered. */
  readonly isStopping: () => boolean;
  readonly log: (event: string, ids: Readonly<Record<string, string>>) => void;
  readonly logError: (line: string) => void;
  /** Of `recovery.epochFile`. */
  readonly epochFile: EpochFile | null;
}

/** Of an account that is no longer configured; nothing is sent for it. */
const ALONE = { maxItems: 1, maxWaitMs: 0 };

export type AcquiringComponents = ReturnType<typeof compose>;

export function compose(dependencies: CompositionDependencies) {
  const { connection, options, clock, pause, isStopping, log, logError, epochFile } = dependencies;
  const now = (): Date => clock.now();
  const timeOf = (read: Date): Date => clock.inTransaction(read);
  const gatewayMetrics = new GatewayMetrics({ connection, now, startTimer: startIdleTimer });
  const telemetry = new Telemetry();
  const accountKeys = [...options.accounts.keys()];
  telemetry.begin(accountKeys);
  const configured = [...options.accounts.values()];
  const identities = new AccountIdentities(connection, configured, now);
  const accounts = new GatewayAccounts(options, {
    identities,
    observe: (account, exchange) => {
      gatewayMetrics.noteExchange(account, exchange);
      telemetry.noteExchange(account, exchange);
    },
    noteUnreadable: (account, operation) => gatewayMetrics.noteUnreadable(account, operation),
    watched: (account, queries) => telemetry.queries(account, queries),
  });
  const wakeup = new WorkerWakeup({ connection, startTimer: startIdleTimer });
  const profile = (key: string): NonNullable<ReturnType<GatewayAccounts["account"]>>["profile"] | undefined =>
    accounts.account(key)?.profile;
  const accountOf = (row: Placed): GatewayAccount | undefined => accounts.accountOf(row);
  const placed = {
    identities,
    routeOf: (row: Placed): string => accounts.routeOf(row),
    accountRefusal: (row: Placed): Reason | null => accounts.refusalOf(row),
  };
  const queries = (key: string): GatewayClient["queries"] => accounts.queriesOf(key);
  const redirectForms = (key: string): GatewayClient["redirectForms"] => accounts.client(key).redirectForms;
  const times = {
    now,
    unknownFinalAfterMs: options.unknownFinalAfterMs,
    completeCartAfterMs: options.completeCartAfterMs,
  };
  const ledger = new Ledger(connection, createReviewPolicy(options.review, log), () => wakeup.noteChange(), timeOf);
  const connectionBudget = createConnectionBudget(ledger.poolSize);
  const tokens = new SignedTokens(ledger, options);
  const savedCards = new SavedCards({ connection, now, identities, enabled: options.savedCards.enabled });
  const cardTokenStore = new CardTokenStore({ savedCards, accountOf, log });
  const signatureFailures = new SignatureFailureMonitor({ connection, rate: options.attention.signatureMismatch, now });
  const sentinel = new Sentinel({
    connection,
    now,
    log,
    logError,
    file: epochFile,
    isFileComplete: options.recovery.epochFileShared,
    monotonicMs: () => performance.now(),
  });
  const lostCommitSignals = new LostCommitSignals({
    connection,
    now,
    log,
    sharedAccounts: options.recovery.sharedAccounts,
  });
  const unreadableResponses = new UnreadableResponseCount(connection, now);
  const multipleCaptures = (key: string): boolean => profile(key)?.capture.multiple ?? false;
  const refundApprovals = new RefundApprovals(connection, now, options.refunds.secondPersonAbove);
  const gate = new Gate({
    ...times,
    clock,
    ...placed,
    recoveryRefusal: (write) => sentinel.refusalOf(write),
    refundRefusal: (attemptId, minor) => refundApprovals.overtaken(attemptId, minor),
    ledger,
    log,
    telemetry,
    redirectForms,
    writes: (key) => accounts.client(key).writes,
    asksForDocument: (key) => profile(key)?.checkout.redirect === "server-document",
    startTimer,
    batchLimits: (key, kind) => {
      const { batch, review } = profile(key) ?? { batch: ALONE, review: ALONE };
      return kind === "review" ? { ...batch, maxItems: review.maxItems } : batch;
    },
    multipleCaptures,
    afterAuthorise: async (attempt, outcome) => {
      await signatureFailures.noteAnswer(attempt.account, outcome);
      await cardTokenStore.afterAuthorise(attempt, outcome);
    },
  });
  const restoreOperations = new RestoreOperations({
    ...times,
    ledger,
    multipleCaptures,
    routeOf: placed.routeOf,
    isStopping,
    knowsAll: options.recovery.epochFile !== undefined && options.recovery.epochFileShared,
    log,
  });
  const limitsOf = (key: string): BatchLimits => {
    const limits = profile(key);
    return limits ? queryLimits(limits) : ALONE;
  };
  const checker = new StatusChecker({
    ...times,
    ...placed,
    checkRefunds: (account, refunds, known) => lostCommitSignals.checkRefunds(account, refunds, known),
    ledger,
    startTimer,
    queryLimits: limitsOf,
    queries: (key) => accounts.queries(key),
    isStopping,
    afterNamed: (attempt) => reloadNotifications({ ledger, now, accountOf }, attempt),
  });
  const view = new PaymentStatusView(now, options.unknownWaitMs);
  const autoReversal = new AutoReversal({ ledger, now, gate });
  const sends = new PayoutSends(connection, timeOf);
  const payoutNotifications = new PayoutNotificationProcessor({ sends, now, log, accountOf, sentinel });
  const identity = (key: string): string => identities.currentOf(key);
  const payoutGate = new PayoutGate({
    sends,
    clock,
    recoveryRefusal: (write) => sentinel.refusalOf(write),
    log,
    telemetry,
    writes: (key) => accounts.client(key).writes,
    account: (key) => accounts.account(key),
    identity,
    mayPayOut: (key) => options.payout.accounts?.includes(key) ?? true,
    notifyUrl: (key) => notifyUrlOf(options, key),
  });
  new Gauges({
    connection,
    now,
    isStopping,
    startTimer,
    accounts: accountKeys,
    meter: registeredTelemetry().meter,
    skewMs: () => clock.skewMs(),
    reconciles: options.reconcile.everyHours > 0,
  });
  const changed = (): Promise<readonly ChangedAccount[]> => changedAccounts(connection, identities, accounts, now());
  return {
    telemetry,
    accounts,
    wakeup,
    attempts: ledger,
    tokens,
    savedCards,
    signatureFailures,
    unreadableResponses,
    gatewayMetrics,
    gate,
    statusChecker: checker,
    view,
    autoReversal,
    recovery: new RecoveryRun({
      ledger,
      checker,
      sentinel,
      operations: restoreOperations,
      lost: new LostWrites({
        ...times,
        ledger,
        checker,
        operations: restoreOperations,
        queriesUnder: (key) => accounts.queriesUnder(key),
        accountRefusal: placed.accountRefusal,
        isStopping,
        log,
      }),
      now,
      log,
      isStopping,
      accounts: accountKeys,
    }),
    commands: new AdminCommands({ ledger, gate, now }),
    capturePolicies: new CapturePolicies(connection, now),
    policySends: new PolicySends(ledger, gate),
    reminders: new ExpiryReminders(ledger, now),
    connectionBudget,
    medusaSync: new MedusaSyncState(ledger, now, connectionBudget),
    subscriptions: new SubscriptionLedger({ ledger, gate, now }),
    imports: new ImportPayments({
      ledger,
      identities,
      now,
      pause,
      queryLimits: limitsOf,
      queries: (key) => accounts.queries(key),
      unknownFinalAfterMs: options.unknownFinalAfterMs,
    }),
    identities,
    changedAccounts: changed,
    attention: new Attention({
      ...{ connection, ledger, now, accounts: configured, accountOf, changedAccounts: changed },
      placesOf: (isSuch) => accounts.placesOf(isSuch),
      options: options.attention,
    }),
    inbox: new NotificationProcessor({
      ...{ ...times, lostCommitSignals, ledger, cardTokenStore, checker, payoutNotifications, identities, accountOf },
      accountsUnder: (key) => accounts.accountsUnder(key),
      isStopping,
    }),
    payouts: new PayoutLedger({ sends, gate: payoutGate, identity, now, sendingGraceMs: longestPayoutMs(options) }),
    receiver: new NotificationReceiver({
      ...{ ledger, checker, now, options, signatureFailures, unreadableResponses, gatewayMetrics, wakeup },
      ...{ identities, accountOf },
    }),
    checkout: new CheckoutPayment({ ledger, now, pause, gate, checker, view }),
    redirects: new Redirects({
      ledger,
      now,
      routeOf: placed.routeOf,
      redirectForms: (route) => (accounts.account(route) ? redirectForms(route) : undefined),
      follows: (key) => profile(key)?.redirect.issuer === "server-follow",
      addresses: ({ account, order_no }) => tokens.addresses(account, order_no),
    }),
    sandboxPayments: new SandboxPayments({
      ledger,
      gate,
      checker,
      tokens,
      now,
      account: (key) => accounts.account(key),
      site: options.storefront.site,
    }),
    conformance: new ConformanceScenarios({
      ledger,
      gate,
      checker,
      queries,
      tokens,
      now,
      account: (key) => accounts.account(key),
      site: options.storefront.site,
    }),
    paymentLinks: new PaymentLinks(connection, now),
    linkAnnouncements: new LinkAnnouncements(connection, now),
    velocity: new VelocityLimiter(connection, (key) => tokens.activeKey(key)),
    methodRankings: new MethodRankingCache(queries, now),
    declineRate: new DeclineRateMonitor(connection, options.cardTesting.declineRate),
    manualResolution: new ManualResolution({
      ...times,
      ledger,
      afterDecision: async (trx, attemptId) => {
        await restoreOperations.restoreNext(trx, attemptId);
        await closeExplainedAmount(trx, { attemptId, accountOf, now: now() });
      },
    }),
    reviews: new ReviewDecision({
      ...times,
      ledger,
      gate,
      checker,
      autoReversal,
      mayReject: (attempt) => accountOf(attempt)?.profile.review.rejectFlag !== undefined,
      needsTwo: (attempt) => needsSecondPerson(options.review.secondPersonAbove, attempt),
      keepsCaptures: options.lateMoney === "hold",
    }),
    gatewayWarnings: new GatewayWarnings({
      connection,
      accounts: accountKeys,
      now,
      monotonicMs: () => performance.now(),
    }),
    readiness: new Readiness({
      connection,
      startTimer,
      migrations: shippedMigrations(),
      isStopping,
      monotonicMs: () => performance.now(),
    }),
    leases: new Leases({
      connection,
      startTimer: startIdleTimer,
      pause: (ms) => setTimeout(ms),
      monotonicMs: () => performance.now(),
      log,
    }),
    refundProposals: new RefundProposals(connection, now),
    refundApprovals,
    refundReservations: new RefundReservations(connection, timeOf),
    reconciler: new Reconciler({
      ledger,
      now,
      checker,
      pause,
      identities,
      queryLimits: limitsOf,
      queries: (key) => accounts.queries(key),
      accounts: accountKeys,
      unknownFinalAfterMs: options.unknownFinalAfterMs,
      everyHours: options.reconcile.everyHours,
      days: options.reconcile.days,
      graceMs: options.reconcile.graceMinutes * 60_000,
    }),
  };
}
