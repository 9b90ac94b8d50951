import { joinLease } from "../../src/modules/acquiring/runtime/lease";
import { nextPeriod } from "./subscription-acts";
import type { Lane } from "./lane";
import type { Story } from "./story";
import { ATTEMPTS_OF_STORY, attemptsOfStory } from "./story-attempts";

/**
 * Brings a story to rest: without faults, the clock moves from one due item to the next with a round of work each,
 * until only status checks without progress are due.
 */
const MINUTE = 60_000;
/** Every late, held or repeated notification has arrived after this time. */
const LONGEST_NOTIFICATION_MS = 180 * MINUTE;
/** More rounds than any story needs. */
const MOST_ROUNDS = 80;

export interface Rested {
  readonly log: readonly string[];
  readonly crashed: boolean;
}

export async function comeToRest(
  lane: Lane,
  cartId: string,
  {
    toldInTheEnd,
    plan,
    loss,
    fulfilment,
    dialect = "",
  }: Pick<Story, "toldInTheEnd" | "plan" | "loss" | "dialect" | "fulfilment">,
): Promise<Rested> {
  const log: string[] = [];
  let crashed = false;
  let isTold = false;
  /** The policy looks at each payment once an hour, and its captures and refunds may make further ones due. */
  let looks = fulfilment ? LOOKS : 0;
  await lane.control("tape", {}, "DELETE");
  if (plan) crashed = await endPeriods(lane);
  // After a loss, only what the database still contains may be due.
  if (loss) await lane.tellAll({ name: "recover" });
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const next = await nextDue(lane, cartId);
    if (next === null && isTold && looks === 0) break;
    if (next === null && isTold) {
      looks -= 1;
      await lane.advance(61 * MINUTE);
      for (const name of ["find-unbegun", "work", "watch-refunds", "work"] as const) await lane.ask(looks, { name });
      continue;
    }
    if (next === null) {
      isTold = true;
      await lane.advance(LONGEST_NOTIFICATION_MS);
      // A job of every ten minutes.
      await lane.ask(round, { name: "find-unbegun" });
      if (toldInTheEnd) await tellAgain(lane, cartId);
      if (loss) await lane.tellAll({ name: "recover" });
      if (dialect.includes(UNMAPPED)) await mapCodes(lane, cartId, dialect);
      continue;
    }
    // Steps grow with the number of rounds.
    const least = round < 8 ? 0 : (round - 7) * 5 * MINUTE;
    await lane.advance(Math.max(next - lane.nowMs, least, 0));
    if (loss) await lane.tellAll({ name: "recover" });
    const heard = await lane.ask(round, { name: "work" });
    if (heard.kind === "refused") log.push(`work: ${heard.error.slice(0, 200)}`);
    if (await isWholeAgain(lane)) continue;
    crashed = true;
    log.push("a process died at work and was started again");
  }
  return { log, crashed };
}

const LOOKS = 3;

const UNMAPPED = "unmapped-codes";

/** The codes that were unmapped are configured now: the same answers become readable, and an admin checks again. */
async function mapCodes(lane: Lane, cartId: string, dialect: string): Promise<void> {
  const readable = dialect.split(",").filter((trait) => trait !== UNMAPPED);
  await lane.control("settings", { dialect: readable.join(",") || "off" });
  await lane.ask(0, { name: "check-all", cartId });
}

/** True if no process had died. */
async function isWholeAgain(lane: Lane): Promise<boolean> {
  if (lane.isWhole) return true;
  await lane.tellAll({ name: "arm", point: null, times: 0 });
  await lane.revive();
  return false;
}

/** Longer than the grace period for a missing charge, checked daily. */
const QUIET_DAYS = 4;

/** The gateway makes all agreed charges, or ends them; then some days pass with the usual checks. */
async function endPeriods(lane: Lane): Promise<boolean> {
  let crashed = false;
  let quiet = 0;
  for (let round = 0; round < MOST_ROUNDS && quiet < QUIET_DAYS; round += 1) {
    const isDue = await nextPeriod(lane, 1);
    if (!isDue) {
      quiet += 1;
      await lane.advance(24 * 60 * MINUTE);
    }
    await lane.ask(round, { name: "look" });
    if (!(await isWholeAgain(lane))) crashed = true;
  }
  return crashed;
}

/**
 * When the next item is due, in ms since 1970; null: none. A status check without news and a projection that failed,
 * each eight times, are ignored, because they would never end.
 */
async function nextDue({ pg, nowMs }: Lane, cartId: string): Promise<number | null> {
  const { rows } = await pg.raw<{ rows: { due: Date | null }[] }>(
    `WITH first AS (${ATTEMPTS_OF_STORY})
     SELECT LEAST(MIN(CASE WHEN checks < 8 OR state = 'action_required' OR unknown_since > next_check_at - interval '20 minutes' THEN next_check_at END),
                  MIN(CASE WHEN project_failures < 8 THEN project_after END),
                  MIN(CASE WHEN reversal_tries < 8 THEN reverse_at END),
                  MIN(subscription_due_at),
                  (SELECT MIN(GREATEST(task.due_at, CAST(:now AS timestamptz) + (lease.leased_until - clock_timestamp())))
                   FROM acquiring_subscription_task task
                   JOIN acquiring_subscription subscription ON subscription.id = task.subscription_id
                   ${joinLease("subscription-task", "task.id")}
                   WHERE subscription.cart_id = :story AND task.due_at IS NOT NULL AND task.failures < 8),
                  (SELECT MIN(next_try_at) FROM acquiring_inbox_event WHERE status = 'pending')) AS due
     FROM acquiring_payment_attempt WHERE id IN (SELECT id FROM first) OR renewal_of IN (SELECT id FROM first)`,
    { story: cartId, now: new Date(nowMs) },
  );
  return rows[0]?.due?.getTime() ?? null;
}

/** The gateway sends its current state again, so that lost notifications arrive after all. */
async function tellAgain(lane: Lane, cartId: string): Promise<void> {
  const rows: { order_no: string }[] = await lane
    .pg("acquiring_payment_attempt")
    .whereIn("id", attemptsOfStory(lane.pg, cartId))
    .select("order_no");
  for (const { order_no } of rows) await lane.control("notify", { order_no });
}
