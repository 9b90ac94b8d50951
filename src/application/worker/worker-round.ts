import type { MedusaContainer } from "@medusajs/framework/types";
import { ContainerRegistrationKeys } from "@medusajs/framework/utils";
import { abandonedBulkCaptures, beginBulkCapture } from "../dashboard/bulk-capture";
import { AT_ONCE } from "../map-with-concurrency";
import { resolveLedger } from "../resolve-ledger";
import type { FailedWork } from "../log-failed-work";
import { logFailedWork, workFields } from "../log-failed-work";
import { capturePolicyRound } from "../capture-policy/policy-round";
import { followPayouts } from "../payouts/work-payouts";
import { emitEvents } from "../events/emit-events";
import { projectAttempt } from "../orders/project-attempt";
import { remindOfExpiry } from "./remind-of-expiry";
import { followSubscription } from "../subscriptions/follow-subscription";
import { resolveSubscriptions } from "../renewals/subscriptions-of";
import { workTask } from "../subscriptions/work-task";
import { forEachDue } from "../for-each-due";

/**
 * One round of background work: inbox, status checks, capture policy, subscriptions, payouts, projections, events, bulk captures,
 * reversals, reminders, in this order, because each may make the next due. Items of one kind are independent and run concurrently. A failure is logged and
 * stays due, as does everything not started at shutdown.
 */
export interface Work {
  /** Woken by the inbox: process it and what follows from it; do nothing if it is empty. */
  readonly isWakeup?: boolean;
  /** Maximum number of each kind per page; a hundred times as many status checks, since one query holds many. */
  readonly limit?: number;
  /**
   * After that many ms the round goes on without what waits for the store's handlers or for Medusa: it ends by itself, and is not begun again
   * before. Default: the round waits for it.
   */
  readonly patienceMs?: number;
}

const LIMIT = 50;
const CHECKS_PER_ITEM = 100;

/** Pages of status checks per round, so that other work is not delayed. Our choice. */
const MOST_PAGES = 20;
/** The same of status checks. Between two pages the gateway waits for us, so these are large. Our choice. */
const MOST_CHECK_PAGES = 4;

export async function workerRound(container: MedusaContainer, work: Work): Promise<void> {
  await resolveLedger(container).drain.run(() => runRound(container, work));
}

/** Not awaited: a thousand captures take longer than a round. */
async function resumeBulkCaptures(container: MedusaContainer): Promise<void> {
  for (const id of await abandonedBulkCaptures(container)) beginBulkCapture(container, id);
}

/** Returns whether the inbox had messages. The rest is left to the next round, or another worker. */
async function processInbox(container: MedusaContainer, { isWakeup = false, limit = LIMIT }: Work): Promise<boolean> {
  const ledger = resolveLedger(container);
  let taken = 0;
  for (;;) {
    const ids = await ledger.takeInbox(limit);
    taken += ids.length;
    // A whole page at once: they share statements, and the ledger limits what each does alone.
    await forEachDue(container, ids, {
      work: "notification",
      atOnce: limit,
      run: (id) => ledger.applyInbox(id),
    });
    if (!isWakeup || ids.length < limit || ledger.drain.isOver) return taken > 0;
  }
}

async function runRound(container: MedusaContainer, work: Work): Promise<void> {
  const { isWakeup = false, limit = LIMIT } = work;
  const ledger = resolveLedger(container);
  const hadMessages = await processInbox(container, work);
  if (isWakeup) {
    if (hadMessages) beginFollowUp(container, work);
    return;
  }
  await checkAll(container, limit * CHECKS_PER_ITEM);
  await capturePolicyRound(container);
  await atMost(container, work, { work: "follow_up", run: () => followUp(container, work) });
  await resumeBulkCaptures(container);
  await forEachDue(container, await ledger.due("reverse", limit), {
    work: "reversal",
    atOnce: AT_ONCE,
    run: (id) => ledger.autoReversal.reverse(id),
  });
  await forEachDue(container, await ledger.due("remind", limit), {
    work: "reminder",
    atOnce: AT_ONCE,
    run: (id) => remindOfExpiry(container, id),
  });
}

/** Not awaited, so that the next message is processed meanwhile. Concurrent rounds share one follow-up. */
function beginFollowUp(container: MedusaContainer, work: Work): void {
  const { followUps, drain: rounds } = resolveLedger(container);
  rounds
    .run(() => followUps.add(() => followUp(container, work)))
    .catch((error: unknown) => logFailedWork(container, { work: "follow_up" }, error));
}

async function followUp(container: MedusaContainer, work: Work): Promise<void> {
  const { limit = LIMIT } = work;
  await followSubscriptions(container, work);
  await followPayouts(container, limit);
  await projectAll(container, limit);
  await emitEvents(container);
}

/** Page by page while each full page contains new items; an item due twice is in another worker's hands or waits. */
async function projectAll(container: MedusaContainer, page: number): Promise<void> {
  const ledger = resolveLedger(container);
  const seen = new Set<string>();
  for (let pages = 0; pages < MOST_PAGES && !ledger.drain.isOver; pages += 1) {
    const ids = await ledger.due("project", page);
    const unseen = ids.filter((id) => !seen.has(id));
    for (const id of unseen) seen.add(id);
    await forEachDue(container, unseen, {
      work: "projection",
      run: (id) => projectAttempt(container, id),
    });
    if (ids.length < page || unseen.length === 0) return;
  }
}

/** Subscriptions first, then their tasks, so that the projection finds the orders. */
async function followSubscriptions(container: MedusaContainer, work: Work): Promise<void> {
  const { limit = LIMIT } = work;
  await forEachDue(container, await resolveLedger(container).due("subscription", limit), {
    work: "subscription",
    run: (id) => followSubscription(container, id),
  });
  await forEachDue(container, await resolveSubscriptions(container).tasks.due(limit), {
    work: "subscription_task",
    run: (id) => atMost(container, work, { work: "subscription_task", id, run: () => runTask(container, id) }),
  });
}

async function runTask(container: MedusaContainer, id: string): Promise<void> {
  const outcome = await workTask(container, id);
  if (outcome.kind === "failed") logFailedWork(container, { work: "subscription_task", id }, outcome);
}

interface NamedWork extends FailedWork {
  readonly run: () => Promise<void>;
}

/** What outlasts its round, by the ledger of this process. */
const running = new WeakMap<object, Set<string>>();

async function atMost(container: MedusaContainer, { patienceMs }: Work, named: NamedWork): Promise<void> {
  const { run } = named;
  if (patienceMs === undefined) return run();
  const name = workFields(named);
  const ledger = resolveLedger(container);
  const logger = container.resolve(ContainerRegistrationKeys.LOGGER);
  const names = running.get(ledger) ?? new Set<string>();
  running.set(ledger, names);
  if (names.has(name)) return;
  names.add(name);
  // The shutdown waits for it, too.
  const work = ledger.drain.run(run).finally(() => names.delete(name));
  await new Promise<void>((resolve, reject) => {
    let isLate = false;
    const callOff = ledger.startTimer(patienceMs, () => {
      isLate = true;
      logger.warn(`acquiring.work_slow ${name} seconds=${String(patienceMs / 1000)}`);
      resolve();
    });
    work
      .then(resolve, (error: unknown) => {
        if (!isLate) return reject(error as Error);
        logFailedWork(container, named, error);
      })
      .finally(callOff);
  });
}

/** Page by page: a crash can leave many thousands. An item still due after its page means no answer: stop for now. */
async function checkAll(container: MedusaContainer, page: number): Promise<void> {
  const ledger = resolveLedger(container);
  let checked = new Set<string>();
  for (let pages = 0; pages < MOST_CHECK_PAGES && !ledger.drain.isOver; pages += 1) {
    const ids = await ledger.due("check", page);
    if (ids.some((id) => checked.has(id))) return;
    await check(container, ids);
    if (ids.length < page) return;
    checked = new Set(ids);
  }
}

async function check(container: MedusaContainer, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  try {
    for (const broken of await resolveLedger(container).checkAttempts(ids))
      logFailedWork(container, { work: "status_check", id: broken.id }, broken);
  } catch (error) {
    logFailedWork(container, { work: "status_check" }, error);
  }
}
