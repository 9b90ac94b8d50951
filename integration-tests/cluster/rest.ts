import type { Knex } from "knex";
import { freePort } from "../../scripts/postgres.cjs";
import type { Command } from "../faults/commands";
import { StoreChild } from "../faults/store-child";
import { ageLeases } from "../support/age-leases";

/**
 * After the load: moves the gateway's and one store's time from one due item to the next until nothing is due. Uses the
 * store process of the fault tests on the cluster's database.
 */
export interface Control {
  post(call: string, body: object): Promise<void>;
  /** The gateway's clock in ms since 1970. */
  nowMs(): Promise<number>;
}

const MINUTE = 60_000;
/** Every late, held or repeated notification has arrived after this time. */
const LONGEST_NOTIFICATION_MS = 180 * MINUTE;
const MOST_ROUNDS = 400;

export interface Resting {
  readonly port: number;
  comeToRest(): Promise<number>;
  close(): Promise<void>;
}

export async function openRest(
  { pg, control }: { readonly pg: Knex; readonly control: Control },
  env: Readonly<Record<string, string>>,
  root?: string,
): Promise<Resting> {
  const child = await StoreChild.start(await freePort(), { ...env, MEDUSA_WORKER_MODE: "server" }, root);
  const ask = async (command: Command): Promise<void> => {
    const heard = await child.ask(command);
    if (heard.kind === "died") throw new Error(`The store that brings everything to rest died.\n${child.output}`);
  };
  return {
    port: child.port,
    comeToRest: () => comeToRest({ pg, control, ask }),
    close: () => child.stop(),
  };
}

interface Scene {
  readonly pg: Knex;
  readonly control: Control;
  readonly ask: (command: Command) => Promise<void>;
}

/** Returns the number of rounds. */
async function comeToRest({ pg, control, ask }: Scene): Promise<number> {
  await control.post("settings", { clock: "virtual" });
  // No other process is left to release it.
  await ageLeases(pg, "subscription-task");
  let nowMs = await control.nowMs();
  const advance = async (ms: number): Promise<void> => {
    nowMs += ms;
    await ask({ name: "time", nowMs });
    await control.post("clock", { ms });
    await ask({ name: "settle" });
  };
  await advance(0);
  let isTold = false;
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const due = await nextDue(pg);
    if (due === null && isTold) return round;
    if (due === null) {
      isTold = true;
      await advance(LONGEST_NOTIFICATION_MS);
      continue;
    }
    // Steps grow with the number of rounds.
    const least = round < 100 ? 0 : (round - 99) * MINUTE;
    await advance(Math.max(due - nowMs, least, 0));
    await ask({ name: "work" });
  }
  throw new Error("No rest reached: items keep becoming due.");
}

/** As in the fault tests, for all payments: what failed eight times is not waited for. */
async function nextDue(pg: Knex): Promise<number | null> {
  const { rows } = await pg.raw<{ rows: { due: Date | null }[] }>(
    `SELECT LEAST(MIN(CASE WHEN checks < 8 OR state = 'action_required' OR unknown_since > next_check_at - interval '20 minutes' THEN next_check_at END),
                  MIN(CASE WHEN project_failures < 8 THEN project_after END),
                  MIN(CASE WHEN reversal_tries < 8 THEN reverse_at END),
                  (SELECT MIN(due_at) FROM acquiring_subscription_task WHERE failures < 8),
                  (SELECT MIN(next_try_at) FROM acquiring_inbox_event WHERE status = 'pending')) AS due
     FROM acquiring_payment_attempt`,
  );
  return rows[0]?.due?.getTime() ?? null;
}
