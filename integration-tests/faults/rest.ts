import type { Lane } from "./lane";

/**
 * Brings a story to rest: no faults any more, the clock goes from one due thing to the
 * next with a round of work at each, until nothing is due or days have passed.
 */
const HOUR = 3_600_000;
/** What is asked about for ever (a code nobody knows) is followed for so many rounds, over some days. */
const MOST_ROUNDS = 60;

export async function comeToRest(
  lane: Lane,
  cartId: string,
  toldInTheEnd: boolean,
): Promise<{ log: string[]; crashed: boolean }> {
  const log: string[] = [];
  let crashed = false;
  await lane.control("tape", {}, "DELETE");
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const next = await nextDue(lane, cartId);
    if (next === null && round > 0) break;
    if (round === 3 && toldInTheEnd) await tellAgain(lane, cartId);
    const pause = Math.max(0, (next ?? lane.nowMs) - lane.nowMs);
    await lane.advance(Math.max(pause, leastPause(round)));
    const heard = await lane.ask(round, { name: "work" });
    if (heard.kind === "refused") log.push(`work: ${heard.error.slice(0, 200)}`);
    if (!lane.isWhole) {
      crashed = true;
      log.push("a process died at work and was started again");
      await lane.tellAll({ name: "arm", point: null, times: 0 });
      await lane.revive();
    }
  }
  return { log, crashed };
}

/** The longer it takes, the greater the steps. */
function leastPause(round: number): number {
  if (round < 12) return 0;
  if (round < 30) return HOUR / 6;
  return round < 45 ? HOUR : 6 * HOUR;
}

/** When the first thing is due, in ms since 1970; null: nothing is. */
async function nextDue({ pg }: Lane, cartId: string): Promise<number | null> {
  const { rows } = await pg.raw<{ rows: { due: Date | null }[] }>(
    `SELECT LEAST(
       (SELECT MIN(LEAST(next_check_at, project_after, reverse_at)) FROM acquiring_payment_attempt WHERE cart_id = ?),
       (SELECT MIN(next_try_at) FROM acquiring_inbox_event WHERE status = 'pending')) AS due`,
    [cartId],
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
