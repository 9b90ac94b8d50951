import { AccountIdentity } from "./models/account-identity";
import { AttentionItem } from "./models/attention-item";
import { AuditRecord } from "./models/audit-record";
import { BulkItem } from "./models/bulk-item";
import { BulkRun } from "./models/bulk-run";
import { CapturePolicy } from "./models/capture-policy";
import { Entry } from "./models/entry";
import { Erasure } from "./models/erasure";
import { InboxEvent } from "./models/inbox-event";
import { LeaseRecord } from "./models/lease";
import { LedgerEpoch } from "./models/ledger-epoch";
import { LedgerEvent } from "./models/ledger-event";
import { LostWrite } from "./models/lost-write";
import { NotificationPulse } from "./models/notification-pulse";
import { Operation } from "./models/operation";
import { OverviewDay } from "./models/overview-day";
import { OverviewDue } from "./models/overview-due";
import { OverviewFold } from "./models/overview-fold";
import { PaymentAttempt } from "./models/payment-attempt";
import { PaymentLink } from "./models/payment-link";
import { PayoutSend } from "./models/payout-send";
import { PayoutSendEvent } from "./models/payout-send-event";
import { ReconciliationRun } from "./models/reconciliation-run";
import { Recovery as RecoveryRecord } from "./models/recovery";
import { RefundApproval } from "./models/refund-approval";
import { RefundProposal } from "./models/refund-proposal";
import { RefundReservation } from "./models/refund-reservation";
import { ReviewVote } from "./models/review-vote";
import { SavedCard } from "./models/saved-card";
import { NotificationSettings } from "./models/notification-settings";
import { StaffMessage } from "./models/staff-message";
import { StaffNotification } from "./models/staff-notification";
import { SignatureCount } from "./models/signature-count";
import { TrafficDay } from "./models/traffic-day";
import { TrafficMinute } from "./models/traffic-minute";
import { Velocity } from "./models/velocity";

export const tables = {
  PaymentAttempt,
  PaymentLink,
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
  LeaseRecord,
  AccountIdentity,
  RefundReservation,
  RefundProposal,
  RefundApproval,
  PayoutSend,
  PayoutSendEvent,
  RecoveryRecord,
  LostWrite,
  LedgerEpoch,
  Erasure,
  LedgerEvent,
  CapturePolicy,
  OverviewDay,
  OverviewDue,
  OverviewFold,
  TrafficDay,
  NotificationSettings,
  StaffNotification,
  StaffMessage,
};
