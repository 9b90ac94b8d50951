import { nextPeriod } from "./contract-acts";
import type { Lane } from "./lane";
import type { Story } from "./story";

/**
 * Brings a story to rest: no faults any more, the clock goes from one due thing to the
 * next with a round of work at each, until nothing is due but questions that were asked
 * in vain again and again.
 */
const MINUTE = 60_000;
/** Every notification that was late, held back or sent again has arrived after so long. */
const LONGEST_NOTIFICATION_MS = 180 * MINUTE;
/** No story needs so many. */
const MOST_ROUNDS = 80;

export interface Rested {
  readonly log: readonly string[];
  readonly crashed: boolean;
}

export async function comeToRest(
  lane: Lane,
  cartId: string,
  { toldInTheEnd, plan, loss, dialect = "" }: Pick<Story, "toldInTheEnd" | "plan" | "loss" | "dialect">,
): Promise<Rested> {
  const log: string[] = [];
  let crashed = false;
  let isTold = false;
  await lane.control("tape", {}, "DELETE");
  if (plan) crashed = await endPeriods(lane);
  // Nothing else may be due of what the database still knows.
  if (loss) await lane.tellAll({ name: "recover" });
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const next = await nextDue(lane, cartId);
    if (next === null && isTold) break;
    if (next === null) {
      isTold = true;
      await lane.advance(LONGEST_NOTIFICATION_MS);
      if (toldInTheEnd) await tellAgain(lane, cartId);
      if (loss) await lane.tellAll({ name: "recover" });
      if (dialect.includes(UNMAPPED)) await mapCodes(lane, cartId, dialect);
      continue;
    }
    // The longer it takes, the greater the steps.
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

const UNMAPPED = "unmapped-codes";

/** The owner has listed the codes that nobody knew: the same answers can be read now, and an admin asks once more. */
async function mapCodes(lane: Lane, cartId: string, dialect: string): Promise<void> {
  const readable = dialect.split(",").filter((trait) => trait !== UNMAPPED);
  await lane.control("settings", { dialect: readable.join(",") || "off" });
  await lane.ask(0, { name: "check-all", cartId });
}

/** True when nobody had died. */
async function isWholeAgain(lane: Lane): Promise<boolean> {
  if (lane.isWhole) return true;
  await lane.tellAll({ name: "arm", point: null, times: 0 });
  await lane.revive();
  return false;
}

/** Longer than the grace for a charge that has not come, a look a day. */
const QUIET_DAYS = 4;

/** The gateway makes every charge that was agreed, or is over; then some days pass with the looks that every store has. */
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
 * When the first thing is due, in ms since 1970; null: nothing is. A question that was
 * answered eight times without news, and a projection that failed as often, go on in
 * life; here they would never end.
 */
async function nextDue({ pg }: Lane, cartId: string): Promise<number | null> {
  const { rows } = await pg.raw<{ rows: { due: Date | null }[] }>(
    `WITH first AS (SELECT id FROM acquiring_payment_attempt WHERE cart_id = :cartId)
     SELECT LEAST(MIN(CASE WHEN checks < 8 OR state = 'action_required' OR unknown_since > next_check_at - interval '20 minutes' THEN next_check_at END),
                  MIN(CASE WHEN project_failures < 8 THEN project_after END),
                  MIN(CASE WHEN reversal_tries < 8 THEN reverse_at END),
                  MIN(subscription_due_at),
                  (SELECT MIN(GREATEST(task.due_at, task.lease_until)) FROM acquiring_contract_task task
                   JOIN acquiring_contract contract ON contract.id = task.contract_id
                   WHERE contract.cart_id = :cartId AND task.failures < 8),
                  (SELECT MIN(next_try_at) FROM acquiring_inbox_event WHERE status = 'pending')) AS due
     FROM acquiring_payment_attempt WHERE id IN (SELECT id FROM first) OR renewal_of IN (SELECT id FROM first)`,
    { cartId },
  );
  return rows[0]?.due?.getTime() ?? null;
}

/** The gateway says once more how everything stands: what was lost is told after all. */
async function tellAgain(lane: Lane, cartId: string): Promise<void> {
  const rows: { order_no: string }[] = await lane
    .pg("acquiring_payment_attempt")
    .where({ cart_id: cartId })
    .select("order_no");
  for (const { order_no } of rows) await lane.control("notify", { order_no });
}
