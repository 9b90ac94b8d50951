import { AttentionItem } from "./models/attention-item";
import { AuditRecord, Erasure, LegalHoldRecord, PersonErasure, ReviewVote } from "./models/audit-record";
import { BulkItem, BulkRun } from "./models/bulk-run";
import { CapturePolicy } from "./models/capture-policy";
import { NotificationPulse, SignatureCount, Velocity } from "./models/counters";
import { Entry, LedgerEvent } from "./models/entry";
import { InboxEvent } from "./models/inbox-event";
import { Operation } from "./models/operation";
import { OverviewDay, OverviewDue, OverviewFold } from "./models/overview";
import { PaymentAttempt } from "./models/payment-attempt";
import { PaymentLink } from "./models/payment-link";
import { PayoutSend, PayoutSendEvent } from "./models/payout-send";
import { AccountIdentity, LeaseRecord, ReconciliationRun } from "./models/process-records";
import { LedgerEpoch, LostWrite, Recovery as RecoveryRecord } from "./models/recovery";
import { RefundApproval, RefundProposal, RefundReservation } from "./models/refund-decisions";
import { SavedCard } from "./models/saved-card";
import { NotificationSettings, StaffMessage, StaffNotification } from "./models/staff-notifications";
import { TrafficDay, TrafficMinute } from "./models/traffic";

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
  LegalHoldRecord,
  PersonErasure,
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
