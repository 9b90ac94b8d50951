import type { Knex } from "knex";
import type { Command } from "../faults/commands";
import { StoreChild } from "../faults/store-child";
import { freePort } from "../support/shop";

/**
 * After the load: the gateway's time and one store's go on together from one due thing to the
 * next, hours of it in seconds, until nothing is due any more. It is the store of the fault
 * stories, over the database that the cluster left.
 */
export interface Control {
  post(call: string, body: object): Promise<void>;
  /** What the gateway's clock shows, in ms since 1970. */
  nowMs(): Promise<number>;
}

const MINUTE = 60_000;
/** Every notification that was late, held back or sent again has arrived after so long. */
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
): Promise<Resting> {
  const child = await StoreChild.start(await freePort(), { ...env, MEDUSA_WORKER_MODE: "server" });
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

/** Answers how many rounds it took. */
async function comeToRest({ pg, control, ask }: Scene): Promise<number> {
  await control.post("settings", { clock: "virtual" });
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
    // The longer it takes, the greater the steps.
    const least = round < 100 ? 0 : (round - 99) * MINUTE;
    await advance(Math.max(due - nowMs, least, 0));
    await ask({ name: "work" });
  }
  throw new Error("It does not come to rest: something is due again and again.");
}

/** As in the fault stories, of all payments: what was asked or tried eight times in vain is not waited for. */
async function nextDue(pg: Knex): Promise<number | null> {
  const { rows } = await pg.raw<{ rows: { due: Date | null }[] }>(
    `SELECT LEAST(MIN(CASE WHEN checks < 8 OR state = 'action_required' OR unknown_since > next_check_at - interval '20 minutes' THEN next_check_at END),
                  MIN(CASE WHEN project_failures < 8 THEN project_after END),
                  MIN(CASE WHEN reversal_tries < 8 THEN reverse_at END),
                  (SELECT MIN(next_try_at) FROM acquiring_inbox_event WHERE status = 'pending')) AS due
     FROM acquiring_payment_attempt`,
  );
  return rows[0]?.due?.getTime() ?? null;
}
