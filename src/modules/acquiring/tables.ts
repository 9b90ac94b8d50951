import { AttentionItem } from "./models/attention-item";
import { AuditRecord, Erasure, LegalHoldRecord, PersonErasure } from "./models/audit-record";
import { NotificationPulse, SignatureCount, TrafficDay, TrafficMinute, Velocity } from "./models/counters";
import { CapturePolicy, RefundApproval, RefundProposal, RefundReservation, ReviewVote } from "./models/decisions";
import { InboxEvent, LedgerEvent } from "./models/events";
import { Entry, Operation } from "./models/journal";
import { OverviewDay, OverviewDue, OverviewFold } from "./models/overview";
import { DisputeCase, DisputeReminder, PaymentAttempt } from "./models/payment-attempt";
import { PaymentLink } from "./models/payment-link";
import { PayoutSend, PayoutSendEvent } from "./models/payout-send";
import {
  AccountIdentity,
  LeaseRecord,
  LedgerEpoch,
  LostWrite,
  Recovery as RecoveryRecord,
} from "./models/process-records";
import { BulkItem, BulkRun, ReconciliationRun } from "./models/runs";
import { SavedCard } from "./models/saved-card";
import { CustomerMessage, NotificationSettings, StaffMessage, StaffNotification } from "./models/notifications";

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
  CustomerMessage,
  DisputeCase,
  DisputeReminder,
};
