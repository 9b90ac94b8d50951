import { Module } from "@medusajs/framework/utils";
import { keepJoinerConfig } from "./runtime/joiner-config";
import AcquiringModuleService from "./service";

/** The module's name in the container, and in `dependencies: ["acquiring"]` of the payment module's entry. */
export const ACQUIRING_MODULE = "acquiring";

keepJoinerConfig(ACQUIRING_MODULE, AcquiringModuleService);

export default Module(ACQUIRING_MODULE, { service: AcquiringModuleService });

// What other folders may use of the ledger. They import nothing else of this module.
export { countByKind, countItems, listItems } from "./attention/list";
export type { ListedItem } from "./attention/list";

export { authorisedSince, expiryOfAuthorisation } from "./capture-policy/authorised-since";
export type { CapturePolicyRow, PolicyClaim } from "./capture-policy/capture-policies";
export { policyActivity } from "./capture-policy/policy-sends";
export type { PolicyResult, PolicySend } from "./capture-policy/policy-sends";
export { textOfMinor, noteExpiring, raiseCaptureDue, raiseExpiring, restText } from "./capture-policy/tell-expiring";

export { checkCaptcha } from "./card-testing/captcha";
export type { ReachedLimit } from "./card-testing/velocity";

export { detectCardData } from "./checkout/detect-card-data";
export { hasRedirectTarget } from "./checkout/payment-status-view";
export { newOrderNo } from "./checkout/checkout-payment";
export type { SessionPayment } from "./checkout/payment-status-view";
export type { OpenedRedirect } from "./checkout/redirects";
export { CheckoutCartSchema, buildAuthoriseRequest, majorAmount } from "./checkout/request-builder";
export type { CheckoutCart } from "./checkout/request-builder";

export { disputeAudits, recordEvidenceDownload, saveDisputeCase } from "./disputes/dispute-case";
export type { DisputeAudit } from "./disputes/dispute-case";
export { countDisputes, disputeId, disputeMonths, disputeOfId, listDisputes } from "./disputes/dispute-records";
export type { DisputeView } from "./disputes/dispute-records";
export { remindOfDisputes } from "./disputes/dispute-reminders";

export { attentionKinds } from "./domain/attention-kinds";
export type { AttentionKind } from "./domain/attention-kinds";
export type { BookEntry, MedusaBookPayment, MedusaRow, MedusaSide, OrderFlaw } from "./domain/books/differences";
export { planOf } from "./domain/capture/capture-plan";
export type { PolicyPlan, PlannedOrder, PlannedPayment } from "./domain/capture/capture-plan";
export type { OrderedItem, PaymentOfOrder } from "./domain/capture/capture-target";
export type { Fraction } from "./domain/capture/fraction";
export { createFraction, isSmaller as isSmallerFraction, minus } from "./domain/capture/fraction";
export { applicableRule, NO_RULE, problemOf, ruleFor, ruleOfHeld } from "./domain/capture/policy-rule";
export type { KnownScopes, PolicyRule } from "./domain/capture/policy-rule";
export { findingsOf } from "./domain/health/health-findings";
export { gatewayFindings } from "./domain/health/gateway-findings";
export type { GatewayFinding } from "./domain/health/gateway-findings";
export { timeSeries } from "./domain/health/time-series";
export { linkPermits, linkStatusAt } from "./domain/payment-link";
export type { LinkEvent, LinkStatus } from "./domain/payment-link";
export { attemptStates, holdsMoney, isOpen } from "./domain/states";

export { dashboardKey, isFromDashboard } from "./gate/admin-commands";
export type { Command, CommandResult } from "./gate/admin-commands";
export type { GateResult, OperationCommand } from "./gate/gate";

export type {
  AnnouncedPaymentLink,
  AnnouncedPayout,
  AnnouncedSavedCard,
  AnnouncedSubscription,
  PayoutChangeKind,
  SavedCardChangeKind,
  SubscriptionChangeKind,
} from "./events/announced-subjects";
export { deliverEvents } from "./events/outbox";
export type { Announced, AnnouncedAttention, AnnouncedDispute, AnnouncedPayment } from "./events/outbox";

export { readHealth, runsOf } from "./health/read-health";
export { readGatewaySignals } from "./health/gateway-signals";
export type { HealthReading } from "./health/read-health";
export { noteCopy } from "./health/single-installation";
export { NO_PLUGIN, readStoreSetup } from "./health/store-setup";
export { EpochFile } from "./lost-commits/epoch-file";
export type { StoreSetup } from "./health/store-setup";

export type { GatewayReport, ImportedPayment } from "./imports/import-payments";

export type { RawNotification, Receipt } from "./inbox/receive-notification";
export type { WakeableWorker } from "./inbox/worker-wakeup";

export { addEvents, EVENT_OF_ENTRY } from "./ledger/event-rows";
export type { NewLedgerEvent } from "./ledger/event-rows";
export {
  CUSTOMER_EMAIL,
  clearAttention,
  clearFormerRecipients,
  raiseAttention,
  wasDismissedSince,
} from "./ledger/attention-rows";
export type { Raise } from "./ledger/attention-rows";
export {
  abandonedBulkRuns,
  bulkAttemptIds,
  bulkCounts,
  bulkRun,
  endBulkItem,
  endedBulkItems,
  finishBulkRun,
  latestBulkRuns,
  openBulkRun,
  waitingBulkItems,
} from "./ledger/bulk-capture-rows";
export type { BulkEnd, BulkItemRow, BulkRunRow } from "./ledger/bulk-capture-rows";
export { isExternal } from "./ledger/external-refunds";
export type { CardToSave, NewRedirect } from "./ledger/new-attempt";
export { keyOfNextTry } from "./ledger/reversals";
export { authenticationOf } from "./ledger/rows/authentication";
export { GIVEN_UP, customerRedirect } from "./ledger/rows/customer-redirect";
export { disputeOf, disputesIn } from "./ledger/rows/dispute";
export { instalmentsOf } from "./ledger/rows/instalments";
export type { AttemptInstalments } from "./ledger/rows/instalments";
export { isHeldCart, isHeldCollection, isHeldOrder } from "./ledger/rows/review-hold";
export {
  amountColumns,
  isFromElsewhere,
  isGivenBack,
  isGoingBack,
  isUnlinked,
  minorOf,
} from "./ledger/rows/attempt-row";
export type { AttemptMode, AttemptRow, OperationRow } from "./ledger/rows/attempt-row";
export { recordAction } from "./ledger/journal";
export { createRowId, firstRowId } from "./ledger/rows/row-id";
export { expiryOf } from "./ledger/rows/schedule";
export { OPEN_AUTHORISATION } from "./ledger/rows/open-authorisation";
export { recurringOf } from "./ledger/rows/subscription-status-column";

export { isInRecovery } from "./lost-commits/in-recovery";
export type { RecoveryRow } from "./lost-commits/recovery-rows";

export { keepCaptureCreators } from "./medusa-records/capture-creators";
export {
  CANNOT_CANCEL,
  OPEN_CHANGE,
  WHY_CANNOT_CANCEL,
  WHY_CHANGING,
  WHY_LOST,
  WHY_RESERVED,
  WHY_CANNOT_RECORD,
} from "./medusa-records/medusa-record-guards";
export { OPERATION_ID_KEY } from "./medusa-records/medusa-sync-state";
export type { TryLock } from "./medusa-records/medusa-sync-state";
export { readAttemptOfPayment, readRequestedOperation } from "./medusa-records/requested-operation";
export type { RequestedOperation, RequestedAttempt } from "./medusa-records/requested-operation";
export { paysForPlaced } from "./medusa-records/refund-reservation-rows";
export { orderLock } from "./medusa-records/refund-reservations";

export { foldOverview, overviewDifferences, rebuildOverview } from "./overview/fold";
export {
  overviewCurrencies,
  overviewGroups,
  overviewRows,
  overviewState,
  overviewTraffic,
} from "./overview/read-overview";
export type { OverviewGroup, OverviewQuestion, TrafficOfDay } from "./overview/read-overview";

export type { LinkPage } from "./payment-links/payment-links";
export type { PaymentLinkRow } from "./payment-links/payment-link-rows";

export { SILENT } from "./payouts/payout-ledger";
export type { PayoutSendRow } from "./payouts/payout-rows";

export { OUR_TABLES, PERSONAL_TABLES } from "./privacy/inventory";
export { EVERYWHERE } from "./privacy/personal-table";
export type { Erasing, PersonalKind, PersonalTable, RowsOf } from "./privacy/personal-table";

export type { LedgerLine } from "./reconciliation/ledger-lines";
export type { ExaminedRow, Range } from "./reconciliation/pages";
export type {
  MedusaBooks,
  FoundDifference,
  ReconcileListener,
  Skipped,
  ReconcileRequest,
  ReconcileSummary,
  StrayPayment,
} from "./reconciliation/request";

export { countPayments, listPayments, seenValues, withOpenAttention } from "./reports/payment-list";
export type { PaymentQuestion, PaymentSearch } from "./reports/payment-list";
export { reportOfAttempt, reportOfBalances, reportOfCart, reportOfSessions } from "./reports/report";
export type { AttemptReport, EntryRow } from "./reports/report";

export { WHY_TWO_PEOPLE } from "./refund-proposals/refund-approvals";
export type { ApprovalCase, RefundApprover } from "./refund-proposals/refund-approvals";
export { isOfFound, PLAN_KEY, wasDismissed } from "./refund-proposals/refund-proposals";
export type { FoundRefund, RefundProposalRow } from "./refund-proposals/refund-proposals";

export { ERASABLE } from "./retention/erasable";
export { isUnneededMessage } from "./retention/retention";

export { isReversal } from "./reversals/auto-reversal";

export { customerHistory } from "./review/customer-history";
export type { ReviewRequest, ReviewResult } from "./review/review-decision";
export { reviewQueue, reviewQueueLength } from "./review/review-queue";
export { needsSecondPerson, votesOf } from "./review/review-votes";
export type { Vote } from "./review/review-votes";

export {
  addCustomerMessages,
  claimCustomerMessages,
  customerMessageSums,
  dropCustomerMessage,
  postponeCustomerMessage,
  wasEmailSentSince,
} from "./customer-messages/customer-messages";
export type {
  CustomerMessageKind,
  CustomerMessageRow,
  CustomerMessageSum,
  NewCustomerMessage,
} from "./customer-messages/customer-messages";
export { expiringCards } from "./customer-messages/expiring-cards";

export { databaseTime, READABLE_TIMES } from "./runtime/database-clock";
export { connectionsAtOnce } from "./runtime/connection-budget";
export { failpoint } from "./runtime/failpoint";
export { keepJoinerConfig } from "./runtime/joiner-config";
export { IS_UNLEASED, joinLease } from "./runtime/lease";
export type { Lease } from "./runtime/lease";
export { endRow, retryRow } from "./runtime/outgoing-rows";
export type { OutgoingRow, OutgoingTable } from "./runtime/outgoing-rows";
export { runTransaction } from "./runtime/run-transaction";
export { errorMessage, errorName } from "./runtime/safe-error-text";

export { stories } from "./sandbox/conformance-scenarios";
export type { ConformanceRequest, ConformanceRun, PlayedStep, Story } from "./sandbox/conformance-scenarios";
export type { SandboxPaymentRequest } from "./sandbox/sandbox-payment";

export type { CardImport } from "./saved-cards/imported-card";
export type { SavedCardRow } from "./saved-cards/saved-card-rows";

export type { ResolveOperation } from "./status-checks/manual-resolution";

export type { CancelSubscription, GatewaySubscription, SubscriptionLedger } from "./subscriptions/subscription-ledger";

export {
  FIRST_NOTIFICATIONS,
  currentNotifications,
  saveNotifications,
} from "./staff-notifications/notification-settings";
export type {
  NotificationLanguage,
  NotificationSettingsRow,
  NotificationTopic,
  SavedNotifications,
  SavedRole,
} from "./staff-notifications/notification-settings";
export {
  addNotifications,
  claimMessages,
  dropWaiting,
  latestMessages,
  packMessages,
} from "./staff-notifications/staff-messages";
export type {
  ClaimedMessage,
  NewStaffNotification,
  NotificationChannel,
  NotificationTarget,
  StaffFact,
  StaffMessageRow,
} from "./staff-notifications/staff-messages";
export { placeSql } from "./accounts/account-identities";
