/** The workflows that a store may run or hook into, and what its own code needs for Medusa's. */
export { acquiringChangePaymentWorkflow } from "./change-payment";
export type { PaymentChange } from "./change-payment";
export { acquiringCheckAttemptsWorkflow, acquiringCheckAttemptWorkflow } from "./check-attempts";
export { acquiringResolveOperationWorkflow } from "./resolve-operation";
export { acquiringDismissAttentionWorkflow } from "./dismiss-attention";
export type { AttentionDismissal } from "./dismiss-attention";
export { acquiringReviewAttemptWorkflow } from "./review-attempt";
export { acquiringReconcileWorkflow } from "./reconcile";
export { acquiringReverseAttemptWorkflow } from "./reverse-attempt";
export {
  acquiringAnnounceCancellationWorkflow,
  acquiringAnnounceRenewalFailureWorkflow,
  acquiringAnnounceSubscriptionWorkflow,
} from "./announce-subscription";
export { acquiringRecordRenewalWorkflow } from "./record-renewal";
export {
  acquiringCapturesDueWorkflow,
  acquiringInstalmentsOfferedWorkflow,
  acquiringRefundDueWorkflow,
} from "./ask-store";
export { keepAuthorisation } from "../application/medusa-guards/keep-reservation";
export type {
  CaptureDue,
  CapturesDue,
  DeferredCaptures,
  InstalmentsOffered,
  OfferedInstalments,
  RefundDue,
  RefundDeferral,
} from "../application/hooks/payloads";
export type { RenewalPayload, SubscriptionPayload } from "../application/subscriptions/hook-payloads";
export {
  ATTENTION_RAISED,
  ATTENTION_RESOLVED,
  DISPUTE_DUE,
  PAYMENT_EVENTS,
  PAYMENT_LINK_CREATED,
  PAYMENT_LINK_EVENTS,
  PAYMENT_LINK_EXPIRED,
  PAYMENT_LINK_OPENED,
  PAYMENT_LINK_PAID,
  PAYOUT_APPROVED,
  PAYOUT_EVENTS,
  PAYOUT_FAILED,
  PAYOUT_PAID,
  PAYOUT_SENT,
  PAYOUT_SUBMITTED,
  REFUND_PROPOSED,
  SAVED_CARD_EVENTS,
  SUBSCRIPTION_CANCELLED,
  SUBSCRIPTION_CREATED,
  SUBSCRIPTION_EVENTS,
  SUBSCRIPTION_RENEWAL_FAILED,
  SUBSCRIPTION_RENEWED,
} from "../application/events/event-names";
export type {
  PaymentEventName,
  PaymentLinkEventName,
  PayoutEventName,
  SavedCardEventName,
  SubscriptionEventName,
} from "../application/events/event-names";
export type {
  AttentionNews,
  DisputeDueNews,
  PaymentLinkNews,
  PaymentNews,
  PayoutNews,
  RefundProposalNews,
  SavedCardNews,
  SubscriptionNews,
} from "../application/events/event-schema";
export { BALANCE_DUE } from "../application/orders/announce-balance";
export type { BalanceDue } from "../application/orders/announce-balance";
export { PAYMENT_EXPIRING } from "../application/worker/remind-of-expiry";
export type { PaymentExpiring } from "../application/worker/remind-of-expiry";
