import type { MedusaContainer } from "@medusajs/framework/types";
import type { SubscriptionRecord } from "../../modules/acquiring_subscription/rows";
import { mapWithConcurrency } from "../map-with-concurrency";
import { connectionsAtOnce } from "../../modules/acquiring";
import { resolveLedger } from "../resolve-ledger";
import { endWithOrders } from "./cancel-with-order";
import { syncSubscription } from "./sync-subscription";
import { resolveSubscriptions } from "../renewals/subscriptions-of";
import { logFailedWork } from "../log-failed-work";

const PAGE = 100;

export interface SubscriptionCheckResult {
  readonly checked: number;
  readonly pages: number;
}

/**
 * Checks every due subscription: queries the gateway about a hundred at once, applies the answers and reports missing
 * charges. Works page by page to bound memory. Without an answer the check stays due, and the round stops if the
 * gateway answers nothing. Afterwards it ends the subscriptions whose order was cancelled, if the option says so.
 */
export async function checkSubscriptions(container: MedusaContainer): Promise<SubscriptionCheckResult> {
  const { records } = resolveSubscriptions(container);
  const { drain: rounds } = resolveLedger(container);
  const silent = new Set<string>();
  let checked = 0;
  let pages = 0;
  let after: { at: Date; id: string } | null = null;
  while (!rounds.isOver) {
    const page: SubscriptionRecord[] = await records.due(PAGE, after, silent);
    const last = page.at(-1);
    if (!last?.next_check_at) break;
    const answered = await ask(container, page);
    await syncSubscriptions(container, answered);
    const speaking = new Set(answered.map(({ account }) => account));
    for (const { account } of page) if (!speaking.has(account)) silent.add(account);
    after = { at: last.next_check_at, id: last.id };
    checked += answered.length;
    pages += 1;
  }
  await endWithOrders(container);
  await records.prune();
  return { checked, pages };
}

/** Queries all of them at once. Returns those with an answer, and those whose own check failed. */
async function ask(
  container: MedusaContainer,
  page: readonly SubscriptionRecord[],
): Promise<readonly SubscriptionRecord[]> {
  const ids = page.flatMap(({ attempt_id: id }) => id ?? []);
  const { answered, broken } = await resolveLedger(container).statusChecker.checkMany(ids);
  for (const each of broken) logFailedWork(container, { work: "subscription", id: each.id }, each);
  // One that always fails for an internal reason must not block the others.
  const done = new Set([...answered, ...broken.map(({ id }) => id)]);
  return page.filter(({ attempt_id: id }) => done.has(id ?? ""));
}

export async function syncSubscriptions(
  container: MedusaContainer,
  page: readonly SubscriptionRecord[],
): Promise<void> {
  await mapWithConcurrency(page, connectionsAtOnce(resolveLedger(container).attempts.poolSize), {
    // Also without changes, because time has passed.
    work: (subscription) => syncSubscription(container, subscription),
    onError: ({ id }, error) => logFailedWork(container, { work: "subscription", id }, error),
  });
}
