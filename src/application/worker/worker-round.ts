import type { MedusaContainer } from "@medusajs/framework/types";
import { ContainerRegistrationKeys } from "@medusajs/framework/utils";
import { acquiringApplyNotificationWorkflow } from "../../workflows/apply-notification";
import { abandonedBulkCaptures, beginBulkCapture } from "../dashboard/bulk-capture";
import { acquiringCheckAttemptsWorkflow } from "../../workflows/check-attempts";
import { AT_ONCE } from "../map-with-concurrency";
import { resolveLedger } from "../resolve-ledger";
import { errorMessage } from "../safe-error-text";
import { followPayouts } from "../payouts/work-payouts";
import { acquiringProjectAttemptWorkflow } from "../../workflows/project-attempt";
import { remindOfExpiry } from "./remind-of-expiry";
import { acquiringReverseAttemptWorkflow } from "../../workflows/reverse-attempt";
import { acquiringFollowSubscriptionWorkflow } from "../../workflows/subscription/follow-subscription";
import { resolveSubscriptions } from "../subscriptions/subscriptions-of";
import { workTask } from "../subscriptions/work-task";
import { forEachDue } from "../for-each-due";

/**
 * One round of background work: inbox, questions, contracts, payouts, projections, reversals, in
 * that order, because each may make the next one due. Items of one kind do not depend on each
 * other and run several at a time. One that fails does not stop the others; it stays due
 * and says so in the log. When the store stops, what has not begun stays due.
 */
export interface Work {
  /** Something came into the inbox: take that, and what follows from it; nothing else when there is nothing in it. */
  readonly isNews?: boolean;
  /** At most this many of each kind in one round; twenty times as many questions, since a query holds many. */
  readonly limit?: number;
}

const LIMIT = 50;
const QUESTIONS_FOR_ONE = 20;

/** Pages of questions in one round: the other work of the round has its turn now and then. Our choice. */
const MOST_PAGES = 20;

export async function workerRound(container: MedusaContainer, work: Work): Promise<void> {
  await resolveLedger(container).rounds.run(() => runRound(container, work));
}

/** Not waited for: a thousand captures take longer than a round. */
async function takeUpBulkCaptures(container: MedusaContainer): Promise<void> {
  for (const id of await abandonedBulkCaptures(container)) beginBulkCapture(container, id);
}

/** Answers whether there was anything in it. What does not fit into one round is taken by the next, or by another worker. */
async function readInbox(container: MedusaContainer, { isNews = false, limit = LIMIT }: Work): Promise<boolean> {
  const ledger = resolveLedger(container);
  let taken = 0;
  for (;;) {
    const ids = await ledger.takeInbox(limit);
    taken += ids.length;
    await forEachDue(container, ids, {
      atOnce: AT_ONCE,
      run: (id) => acquiringApplyNotificationWorkflow(container).run({ input: { id } }),
    });
    if (!isNews || ids.length < limit || ledger.rounds.isOver) return taken > 0;
  }
}

async function runRound(container: MedusaContainer, work: Work): Promise<void> {
  const { isNews = false, limit = LIMIT } = work;
  const ledger = resolveLedger(container);
  const wasThere = await readInbox(container, work);
  if (isNews) {
    if (wasThere) beginFollowUp(container, limit);
    return;
  }
  await askAll(container, limit * QUESTIONS_FOR_ONE);
  await followUp(container, limit);
  await takeUpBulkCaptures(container);
  await forEachDue(container, await ledger.due("reverse", limit), {
    atOnce: AT_ONCE,
    run: (id) => acquiringReverseAttemptWorkflow(container).run({ input: { id } }),
  });
  await forEachDue(container, await ledger.due("remind", limit), {
    atOnce: AT_ONCE,
    run: (id) => remindOfExpiry(container, id),
  });
}

/**
 * Not waited for, so that the next news is taken up meanwhile; the store waits for it before it stops. Several rounds
 * take news side by side: what follows from it is looked for once for all of them.
 */
function beginFollowUp(container: MedusaContainer, limit: number): void {
  const { followUps, rounds } = resolveLedger(container);
  rounds
    .run(() => followUps.add(() => followUp(container, limit)))
    .catch((error: unknown) => {
      const logger = container.resolve(ContainerRegistrationKeys.LOGGER);
      logger.error(`acquiring.work_failed work=follow error=${errorMessage(error)}`);
    });
}

/** What the ledger's changes make necessary elsewhere. */
async function followUp(container: MedusaContainer, limit: number): Promise<void> {
  await followSubscriptions(container, limit);
  await followPayouts(container, limit);
  await projectAll(container, limit);
}

/** Page by page, as long as each is full of others; what is due a second time is in another's hands, or waits for its time. */
async function projectAll(container: MedusaContainer, page: number): Promise<void> {
  const ledger = resolveLedger(container);
  const seen = new Set<string>();
  for (let pages = 0; pages < MOST_PAGES && !ledger.rounds.isOver; pages += 1) {
    const ids = await ledger.due("project", page);
    const fresh = ids.filter((id) => !seen.has(id));
    for (const id of fresh) seen.add(id);
    await forEachDue(container, fresh, {
      run: (id) => acquiringProjectAttemptWorkflow(container).run({ input: { id } }),
    });
    if (ids.length < page || fresh.length === 0) return;
  }
}

/** Contracts follow the ledger; then what that makes necessary is done, so that the projection finds the orders. */
async function followSubscriptions(container: MedusaContainer, limit: number): Promise<void> {
  await forEachDue(container, await resolveLedger(container).due("subscription", limit), {
    run: (id) => acquiringFollowSubscriptionWorkflow(container).run({ input: { id } }),
  });
  await forEachDue(container, await resolveSubscriptions(container).tasks.due(limit), {
    run: (id) => task(container, id),
  });
}

async function task(container: MedusaContainer, id: string): Promise<void> {
  const outcome = await workTask(container, id);
  if (outcome.kind !== "failed") return;
  const logger = container.resolve(ContainerRegistrationKeys.LOGGER);
  logger.error(`acquiring.work_failed id=${id} error=${outcome.message}`);
}

/**
 * Page by page, as long as each is full: after a crash there may be many thousands. What is still due after its page was
 * not asked, because the gateway does not answer; it waits for the next round, and so does the rest.
 */
async function askAll(container: MedusaContainer, page: number): Promise<void> {
  const ledger = resolveLedger(container);
  let asked = new Set<string>();
  for (let pages = 0; pages < MOST_PAGES && !ledger.rounds.isOver; pages += 1) {
    const ids = await ledger.due("check", page);
    if (ids.some((id) => asked.has(id))) return;
    await ask(container, ids);
    if (ids.length < page) return;
    asked = new Set(ids);
  }
}

async function ask(container: MedusaContainer, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const logger = container.resolve(ContainerRegistrationKeys.LOGGER);
  try {
    const { result } = await acquiringCheckAttemptsWorkflow(container).run({ input: { ids } });
    for (const { id, message } of result) logger.error(`acquiring.work_failed id=${id} error=${message}`);
  } catch (error) {
    logger.error(`acquiring.work_failed work=check error=${errorMessage(error)}`);
  }
}
