import { CartCompletionLock } from "../../src/modules/acquiring/checkout/cart-completion-lock";
import type { OwnDatabase } from "../support/own-database";
import { ledgerDatabase } from "../support/ledger-database";

/** Who may complete a cart, between processes that share nothing but Postgres. */
let database: OwnDatabase;
/** One for each process, with a pool of its own. */
let processes: CartCompletionLock[];
let logged: unknown[];

beforeAll(async () => {
  database = await ledgerDatabase("completions");
  processes = [0, 1].map(() => {
    const pause = (): Promise<void> => new Promise((next) => setImmediate(next));
    const log = (event: string, ids: Readonly<Record<string, string>>): void => void logged.push({ event, ...ids });
    return new CartCompletionLock({ connection: database.pool(4), pause, monotonicMs: () => performance.now(), log });
  });
});
beforeEach(() => (logged = []));
afterAll(() => database.close());

const LONG_MS = 30_000;

test("18 of two processes that complete one cart the second starts when the first has ended", async () => {
  const COUNT = 6;
  const pg = database.pool(COUNT);
  const happened: string[] = [];
  const complete = async (who: number): Promise<void> => {
    const turn = await processes[who % 2]?.take("cart_1", LONG_MS);
    happened.push("begins");
    // What completes a cart goes to the database and back more than once.
    for (let query = 0; query < 5; query += 1) await pg.raw("SELECT 1");
    happened.push("ends");
    await turn?.release();
  };
  await Promise.all(Array.from({ length: COUNT }, (_, who) => complete(who)));
  expect(happened).toEqual(Array.from({ length: COUNT }, () => ["begins", "ends"]).flat());
  expect(await pg("acquiring_cart_completion_lock")).toEqual([]);
  expect(logged).toEqual([]);
});

test("a caller that does not wait is refused, and other carts continue", async () => {
  const turn = await processes[0]?.take("cart_1", 0);
  expect(await processes[1]?.take("cart_1", 0)).toBeNull();
  const other = await processes[1]?.take("cart_2", 0);
  expect(other).not.toBeNull();
  await turn?.release();
  const next = await processes[1]?.take("cart_1", 0);
  expect(next).not.toBeNull();
  await Promise.all([other?.release(), next?.release()]);
});

test("a process that died blocks no other once its lease has expired, and if it resumes it rolls nothing back and reports it", async () => {
  const pg = database.pool(1);
  const stopped = await processes[0]?.take("cart_1", 0);
  await pg("acquiring_cart_completion_lock").update({ leased_until: pg.raw("clock_timestamp() - interval '1 ms'") });
  const next = await processes[1]?.take("cart_1", 0);
  expect(next).not.toBeNull();
  await stopped?.release();
  expect(logged).toEqual([{ event: "acquiring.completion_lock_lost", cart: "cart_1" }]);
  expect(await processes[0]?.take("cart_1", 0)).toBeNull();
  await next?.release();
});
