/** The workflows that a store may run or hook into by itself. */
export { acquiringApplyNotificationWorkflow } from "./apply-notification";
export { acquiringCheckAttemptWorkflow } from "./check-attempt";
export { acquiringProjectAttemptWorkflow } from "./project-attempt";
export { acquiringReconcileWorkflow } from "./reconcile";
export { acquiringReverseAttemptWorkflow } from "./reverse-attempt";
export { PAYMENT_EXPIRING } from "./remind-of-expiry";
export type { PaymentExpiring } from "./remind-of-expiry";
