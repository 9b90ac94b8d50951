import type { MedusaContainer } from "@medusajs/framework/types";
import { ContainerRegistrationKeys } from "@medusajs/framework/utils";
import { acquiringApplyNotificationWorkflow } from "./apply-notification";
import { acquiringCheckAttemptWorkflow } from "./check-attempt";
import { ledgerOf } from "./ledger-of";
import { acquiringProjectAttemptWorkflow } from "./project-attempt";
import { remindOfExpiry } from "./remind-of-expiry";
import { acquiringReverseAttemptWorkflow } from "./reverse-attempt";

/**
 * One round of background work: inbox, questions, projections, reversals, in that
 * order, because each may make the next one due. One item that fails does not stop the
 * others; it stays due and says so in the log.
 */
export interface Work {
  /** Take these notifications first, then whatever is due. */
  readonly inboxIds?: readonly string[];
  /** At most this many of each kind in one round. */
  readonly limit?: number;
}

const LIMIT = 50;

const running = new Set<Promise<void>>();

export async function workThrough(container: MedusaContainer, work: Work): Promise<void> {
  const round = runRound(container, work).finally(() => running.delete(round));
  running.add(round);
  await round;
}

/** Resolves when no round is running in this process; new ones may begin afterwards. */
export async function settleWork(): Promise<void> {
  while (running.size > 0) await Promise.allSettled(running);
}

async function runRound(container: MedusaContainer, { inboxIds, limit = LIMIT }: Work): Promise<void> {
  const ledger = ledgerOf(container);
  await each(container, inboxIds ?? (await ledger.dueInbox(limit)), (id) =>
    acquiringApplyNotificationWorkflow(container).run({ input: { id } }),
  );
  if (!inboxIds) {
    await each(container, await ledger.due("check", limit), (id) =>
      acquiringCheckAttemptWorkflow(container).run({ input: { id } }),
    );
  }
  await each(container, await ledger.due("project", limit), (id) =>
    acquiringProjectAttemptWorkflow(container).run({ input: { id } }),
  );
  if (inboxIds) return;
  await each(container, await ledger.due("reverse", limit), (id) =>
    acquiringReverseAttemptWorkflow(container).run({ input: { id } }),
  );
  await each(container, await ledger.due("remind", limit), (id) => remindOfExpiry(container, id));
}

async function each(
  container: MedusaContainer,
  ids: readonly string[],
  run: (id: string) => Promise<unknown>,
): Promise<void> {
  const logger = container.resolve(ContainerRegistrationKeys.LOGGER);
  for (const id of ids) {
    try {
      await run(id);
    } catch (error) {
      logger.error(`acquiring.work_failed id=${id} error=${messageOf(error)}`);
    }
  }
}

/** A workflow hands its error on as a plain object. */
const messageOf = (error: unknown): string =>
  typeof error === "object" && error !== null && "message" in error ? String(error.message) : "unknown";
