import type { MedusaContainer } from "@medusajs/framework/types";
import { ContainerRegistrationKeys } from "@medusajs/framework/utils";
import { errorMessage } from "./safe-error-text";

/** What the worker and the jobs do. Operators search the log for these names, which docs/operations.md explains. */
export const workKinds = [
  "attention",
  "automatic_refund",
  "capture_policy",
  "card_testing",
  "customer_email",
  "follow_up",
  "link_event",
  "notification",
  "overview",
  "payout",
  "poll",
  "projection",
  "recovery",
  "reminder",
  "reversal",
  "saved_card",
  "staff_message",
  "status_check",
  "subscription",
  "subscription_task",
] as const;
export type WorkKind = (typeof workKinds)[number];

export interface FailedWork {
  readonly work: WorkKind;
  /** Of the item that failed; without it, the work as a whole. */
  readonly id?: string | undefined;
}

/** Without data of customers: the error's message is redacted. */
export function logFailedWork(container: MedusaContainer, failed: FailedWork, error: unknown): void {
  const logger = container.resolve(ContainerRegistrationKeys.LOGGER);
  logger.error(`acquiring.work_failed ${workFields(failed)} error=${errorMessage(error)}`);
}

/** As it is in log lines. */
export const workFields = ({ work, id }: FailedWork): string => `work=${work}${id === undefined ? "" : ` id=${id}`}`;
