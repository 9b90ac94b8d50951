/** The workflows that a store may run or hook into by itself. */
export { acquiringApplyNotificationWorkflow } from "./apply-notification";
export { acquiringCheckAttemptWorkflow } from "./check-attempt";
export { acquiringProjectAttemptWorkflow } from "./project-attempt";
