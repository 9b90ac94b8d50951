import type { Stage } from "./boot";
import type { Knex } from "knex";

/** Whether a session waits for a lock in this database. */
export async function isSomebodyWaiting(pg: Knex): Promise<boolean> {
  const { rows } = await pg.raw<{ rows: unknown[] }>(
    "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
  );
  return rows.length > 0;
}

const PATIENCE_MS = 30_000;

/** Polls, with the event loop free in between; throws if it does not become true within half a minute. */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  const end = performance.now() + PATIENCE_MS;
  while (performance.now() < end) {
    if (await condition()) return;
    await new Promise((resolve) => setImmediate(resolve));
  }
  throw new Error("Timed out waiting for the condition.");
}

const MINUTE = 60_000;

/**
 * Moves the store's and the gateway's clock and runs what is due, twice: the first round may leave work for the next.
 */
export async function pass({ gateway, hurry, ledger }: Stage, minutes: number): Promise<void> {
  await gateway.control("clock", { ms: minutes * MINUTE });
  const moment = Date.now() + minutes * MINUTE;
  ledger.useClock(() => new Date(moment));
  await hurry();
  await hurry();
}

/** Waiting notifications are tried again, without the pause in between. */
export async function retryWaiting({ pg, work }: Pick<Stage, "pg" | "work">, times = 1): Promise<void> {
  for (let turn = 0; turn < times; turn += 1) {
    await pg("acquiring_inbox_event")
      .where({ status: "pending" })
      .update({ next_try_at: new Date(0) });
    await work();
  }
}
