/** The workflows that a store may run or hook into by itself. */
export { acquiringApplyNotificationWorkflow } from "./apply-notification";
export { acquiringCheckAttemptWorkflow } from "./check-attempt";
export { acquiringDecideOperationWorkflow } from "./decide-operation";
export { acquiringProjectAttemptWorkflow } from "./project-attempt";
export { acquiringReverseAttemptWorkflow } from "./reverse-attempt";
export { PAYMENT_EXPIRING } from "./remind-of-expiry";
export type { PaymentExpiring } from "./remind-of-expiry";
