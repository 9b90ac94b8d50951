import type { Knex } from "knex";

/**
 * Copies of a payment with their own IDs, sessions and order numbers. `changes`: SQL for further columns, with `n`
 * counting from 1 and `original` the payment.
 */
export async function copyAttempt(
  pg: Knex,
  id: string,
  { count, changes }: { readonly count: number; readonly changes: Readonly<Record<string, string>> },
): Promise<void> {
  const [original] = await pg("acquiring_payment_attempt").where({ id });
  const own: Readonly<Record<string, string>> = {
    id: "'acqatt_copy_' || n",
    session_id: "'payses_copy_' || n",
    order_no: "'acq_copy_' || n",
    cart_id: "'cart_copy_' || n",
    gateway_payment_id: "NULL",
    project_after: "NULL",
    next_check_at: "NULL",
    ...changes,
  };
  const columns = Object.keys(original);
  const values = columns.map((column) => own[column] ?? `original."${column}"`);
  await pg.raw(
    `INSERT INTO acquiring_payment_attempt (${columns.map((column) => `"${column}"`).join(", ")})
     SELECT ${values.join(", ")} FROM acquiring_payment_attempt AS original, generate_series(1, ?) AS n WHERE original.id = ?`,
    [count, id],
  );
  await pg.raw("ANALYZE acquiring_payment_attempt");
}

/** How long the fixed work takes on the machine for which the limits of these tests were set. */
const REFERENCE_MS = 5.5;
const STEPS = 2_000_000;

const [LEAST_TURNS, MOST_TURNS] = [5, 20];

/**
 * Time in ms of the quickest of five answers, or of up to twenty until one is within `limitMs`, to ignore other load
 * on the machine. On a machine that is slower than the one for which the limits were set it is divided by how much
 * slower the same process does a fixed piece of work.
 */
export async function quickest(limitMs: number, ask: () => Promise<unknown>): Promise<number> {
  const works = [fixedWork(), fixedWork(), fixedWork()];
  const times: number[] = [];
  const least = (): number => Math.min(...times) / Math.max(1, Math.min(...works) / REFERENCE_MS);
  while (times.length < LEAST_TURNS || (times.length < MOST_TURNS && least() >= limitMs)) {
    const begun = performance.now();
    await ask();
    times.push(performance.now() - begun);
    works.push(fixedWork());
  }
  return least();
}

function fixedWork(): number {
  const begun = performance.now();
  let sum = 0;
  for (let step = 0; step < STEPS; step += 1) sum = Math.trunc((sum * 31 + step) % 65_537);
  if (sum < 0) throw new Error("The fixed work was not done.");
  return performance.now() - begun;
}
