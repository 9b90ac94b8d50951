import fc from "fast-check";
import type { Knex } from "knex";
import { CardTestingOptions } from "../../src/options/card-testing-options";
import type {
  VelocityLimits,
  VelocityScope,
  VelocitySubjects,
} from "../../src/modules/acquiring/card-testing/velocity";
import { cardDigest, limitsFor, VelocityLimiter } from "../../src/modules/acquiring/card-testing/velocity";
import type { OwnDatabase } from "../support/own-database";
import { ledgerDatabase } from "../support/ledger-database";

/**
 * The velocity limits against a real Postgres; two pools stand for two
 * processes. Long because races, edges and the property share one database.
 */
const KEY = "golden-key-0123456789";
const HOUR = 3_600_000;
const START = Date.parse("2026-11-21T10:00:00Z");
const at = (ms: number): Date => new Date(START + ms);
const DEFAULTS = CardTestingOptions.parse({}).limits;

let database: OwnDatabase;
let pg: Knex;
let limiter: VelocityLimiter;
let other: VelocityLimiter;

beforeAll(async () => {
  database = await ledgerDatabase("velocity");
  pg = database.pool(40);
  limiter = new VelocityLimiter(pg, () => KEY);
  other = new VelocityLimiter(database.pool(40), () => KEY);
});
afterAll(() => database.close());
beforeEach(() => pg.raw("TRUNCATE acquiring_velocity"));

test("twenty test payments do not lock a developer out of a test account; with a live account five do", async () => {
  const options = CardTestingOptions.parse({});
  const paid = async (isSandbox: boolean, session: string): Promise<number> => {
    const results = [];
    for (let count = 0; count < 25; count += 1) {
      const subjects = customer({ session, cart: session, customer: session, address: isSandbox ? "192.0.2.8" : null });
      results.push(await limiter.take({ ...subjects, card: session }, limitsFor(isSandbox, options), at(count)));
    }
    return results.filter(({ kind }) => kind === "taken").length;
  };
  expect(await paid(true, "sandbox")).toBe(25);
  expect(await paid(false, "live")).toBe(5);
  expect(limitsFor(true, CardTestingOptions.parse({ sandboxFactor: 1 }))).toEqual(DEFAULTS);
});

/** A customer about whom nothing was counted yet, with what the test names. */
let customers = 0;
function customer(known: Partial<VelocitySubjects> = {}): VelocitySubjects {
  customers += 1;
  const id = String(customers);
  const account = "main";
  return { account, session: `payses_${id}`, cart: `cart_${id}`, customer: null, address: null, card: null, ...known };
}

const limits = (changed: Partial<VelocityLimits>): VelocityLimits => ({ ...DEFAULTS, ...changed });
const TAKEN = { kind: "taken" };
const refused = (scope: VelocityScope): object => ({ kind: "refused", scope });

test("of 1,000 different cards sent at once from one address, exactly the limit is accepted", async () => {
  const takes = Array.from({ length: 500 }, (_, index) =>
    [limiter, other].map((each, process) => {
      const number = `4${String(process * 500 + index).padStart(15, "0")}`;
      return each.take(customer({ address: "192.0.2.7", card: cardDigest(KEY, number) }), DEFAULTS, at(index));
    }),
  ).flat();
  const results = await Promise.all(takes);
  expect(results).toHaveLength(1_000);
  expect(results.filter(({ kind }) => kind === "taken")).toHaveLength(20);
  expect(results.filter((result) => result.kind === "refused" && result.scope === "address")).toHaveLength(980);
  const counted = await pg("acquiring_velocity").select("scope").count("* as rows").groupBy("scope").orderBy("scope");
  expect(counted).toEqual([
    { scope: "address", rows: "1" },
    { scope: "card", rows: "20" },
    { scope: "cart", rows: "20" },
    { scope: "session", rows: "20" },
  ]);
});

test("payments that share their subjects crosswise cause no deadlock", async () => {
  const of = (name: string, index: number, count: number): string => `${name}_${String(index % count)}`;
  const takes = Array.from({ length: 300 }, (_, index) =>
    (index % 2 === 0 ? limiter : other).take(
      {
        account: "main",
        session: of("payses", index, 7),
        cart: of("cart", index, 5),
        customer: of("cus", index, 4),
        address: `192.0.2.${String(index % 3)}`,
        card: of("card", index, 6),
      },
      limits({ card: { max: 1_000, windowMs: HOUR } }),
      at(index),
    ),
  );
  const taken = (await Promise.all(takes)).filter(({ kind }) => kind === "taken");
  // Seven sessions with five payments each leave 35; four customers and five carts with ten each would allow more.
  expect(taken).toHaveLength(35);
});

test.each([
  ["session", { session: "payses_one" }, 5],
  ["cart", { cart: "cart_one" }, 10],
  ["customer", { customer: "cus_one" }, 10],
  ["address", { address: "192.0.2.7" }, 20],
  ["card", { card: cardDigest(KEY, "4111111111111111") }, 5],
] as const)("by default the scope %s allows its limit per hour, then refuses", async (scope, known, max) => {
  for (let count = 0; count < max; count += 1) {
    expect(await limiter.take(customer(known), DEFAULTS, at(count))).toEqual(TAKEN);
  }
  expect(await other.take(customer(known), DEFAULTS, at(HOUR - 1))).toEqual(refused(scope));
  expect(await other.take(customer(known), DEFAULTS, at(HOUR))).toEqual(TAKEN);
});

test("the window slides: each slot is free exactly one window after it was used", async () => {
  const card = "one";
  const two = limits({ card: { max: 2, windowMs: 1_000 } });
  const take = (ms: number): Promise<object> => limiter.take(customer({ card }), two, at(ms));
  expect(await take(0)).toEqual(TAKEN);
  expect(await take(600)).toEqual(TAKEN);
  expect(await take(999)).toEqual(refused("card"));
  expect(await take(1_000)).toEqual(TAKEN);
  expect(await take(1_001)).toEqual(refused("card"));
  expect(await take(1_599)).toEqual(refused("card"));
  expect(await take(1_600)).toEqual(TAKEN);
});

test("a refused payment uses no slot, and is not counted against itself", async () => {
  const one = limits({ card: { max: 1, windowMs: 1_000 }, address: { max: 3, windowMs: HOUR } });
  const address = "192.0.2.7";
  expect(await limiter.take(customer({ address, card: "one" }), one, at(0))).toEqual(TAKEN);
  const before = await pg("acquiring_velocity").select("*").orderBy("key");
  const known = customer({ address, card: "one", customer: "cus_1" });
  for (let count = 0; count < 10; count += 1) {
    expect(await limiter.take(known, one, at(1 + count))).toEqual(refused("card"));
  }
  expect(await pg("acquiring_velocity").select("*").orderBy("key")).toEqual(before);
  expect(await limiter.take(known, one, at(1_000))).toEqual(TAKEN);
});

test("an IPv6 customer is counted by the /64 prefix, and an unreadable address is counted too", async () => {
  const one = limits({ address: { max: 1, windowMs: HOUR } });
  const from = (address: string): Promise<object> => limiter.take(customer({ address }), one, at(0));
  expect(await from("2001:db8:1:2::1")).toEqual(TAKEN);
  expect(await from("2001:db8:1:2:ffff:ffff:ffff:ffff")).toEqual(refused("address"));
  expect(await from("2001:db8:1:3::1")).toEqual(TAKEN);
  expect(await from("unknown")).toEqual(TAKEN);
  expect(await from("something else")).toEqual(refused("address"));
});

test("each account counts separately, and so do equal values of different scopes", async () => {
  const one = limits({ session: { max: 1, windowMs: HOUR }, cart: { max: 1, windowMs: HOUR } });
  const same = { session: "same", cart: "same", customer: "same", card: "same" };
  expect(await limiter.take(customer(same), one, at(0))).toEqual(TAKEN);
  expect(await limiter.take(customer({ ...same, account: "second" }), one, at(0))).toEqual(TAKEN);
  expect(await pg("acquiring_velocity").count("* as rows").first()).toEqual({ rows: "8" });
});

test("the table contains no address, session, cart, customer or card in clear text", async () => {
  const number = "4111111111111111";
  const subjects = {
    account: "main",
    session: "payses_SECRET",
    cart: "cart_SECRET",
    customer: "cus_SECRET",
    address: "198.51.100.23",
    card: cardDigest(KEY, number),
  };
  await limiter.take(subjects, DEFAULTS, at(0));
  const text = JSON.stringify(await pg("acquiring_velocity").select("*"));
  for (const clear of ["SECRET", "198.51.100", number, subjects.card]) expect(text).not.toContain(clear);
});

test("a row is deleted when its window has passed and never before; one in use is not affected", async () => {
  const long = limits({ cart: { max: 10, windowMs: 3 * HOUR } });
  const subjects = customer({ card: "one" });
  await limiter.take(subjects, long, at(0));
  await limiter.take(subjects, long, at(HOUR));
  const scopes = (): Promise<string[]> => pg("acquiring_velocity").orderBy("scope").pluck("scope");
  expect(await limiter.forget(at(2 * HOUR))).toBe(0);
  const holder = await pg.transaction();
  await holder("acquiring_velocity").where({ scope: "card" }).forUpdate();
  expect(await other.forget(at(3 * HOUR))).toBe(1);
  await holder.rollback();
  expect(await scopes()).toEqual(["card", "cart"]);
  expect(await other.forget(at(3 * HOUR))).toBe(1);
  expect(await scopes()).toEqual(["cart"]);
  expect(await other.forget(at(5 * HOUR))).toBe(1);
  expect(await scopes()).toEqual([]);
});

test("if the database fails at the last scope, no slot is used in the others and the caller gets the error", async () => {
  const noInteger = limits({ card: { max: 2 ** 40, windowMs: HOUR } });
  await limiter.take(customer({ card: "one" }), DEFAULTS, at(0));
  const before = await pg("acquiring_velocity").select("*").orderBy("key");
  await expect(limiter.take(customer({ card: "one" }), noInteger, at(0))).rejects.toThrow("out of range");
  expect(await pg("acquiring_velocity").select("*").orderBy("key")).toEqual(before);
});

interface Take {
  readonly ms: number;
  readonly address: string;
  readonly card: string | null;
  readonly atOnce: boolean;
}

const takes = fc.array(
  fc.record({
    /** In any order: the clocks of several servers differ. */
    ms: fc.integer({ min: 0, max: 400 }),
    address: fc.constantFrom("192.0.2.1", "192.0.2.2"),
    card: fc.constantFrom("one", "two", "three", null),
    /** Together with the one before it, or after it. */
    atOnce: fc.boolean(),
  }),
  { minLength: 1, maxLength: 40 },
);
const limit = fc.record({ max: fc.integer({ min: 1, max: 5 }), windowMs: fc.integer({ min: 1, max: 200 }) });

/** The most of these times that fall into one window, whichever. */
const fullest = (times: readonly number[], windowMs: number): number =>
  Math.max(0, ...times.map((from) => times.filter((time) => time >= from && time < from + windowMs).length));

test("no window of any scope ever exceeds its limit, and what fits is accepted", async () => {
  let runs = 0;
  await fc.assert(
    fc.asyncProperty(takes, limit, limit, async (sequence, address, card) => {
      runs += 1;
      const account = `account-${String(runs)}`;
      const changed = limits({ address, card });
      const taken: Take[] = [];
      for (const group of groupsOf(sequence)) {
        const before = [...taken];
        const results = await Promise.all(
          group.map((each, index) =>
            (index % 2 === 0 ? limiter : other).take(
              customer({ account, address: each.address, card: each.card }),
              changed,
              at(each.ms),
            ),
          ),
        );
        group.forEach((each, index) => results[index]?.kind === "taken" && taken.push(each));
        const [alone] = group;
        if (group.length === 1 && alone) {
          const since = (windowMs: number, same: (other: Take) => boolean): number =>
            before.filter((each) => same(each) && each.ms > alone.ms - windowMs).length;
          const addressFits = since(address.windowMs, (each) => each.address === alone.address) < address.max;
          const cardFits = alone.card === null || since(card.windowMs, (each) => each.card === alone.card) < card.max;
          const expected = !addressFits ? refused("address") : !cardFits ? refused("card") : TAKEN;
          expect(results).toEqual([expected]);
        }
      }
      for (const each of taken) {
        const times = (same: (other: Take) => boolean): number[] => taken.filter(same).map(({ ms }) => ms);
        const ofAddress = times((it) => it.address === each.address);
        expect(fullest(ofAddress, address.windowMs)).toBeLessThanOrEqual(address.max);
        if (each.card === null) continue;
        const ofCard = times((it) => it.card === each.card);
        expect(fullest(ofCard, card.windowMs)).toBeLessThanOrEqual(card.max);
      }
    }),
    { numRuns: 60 },
  );
});

function groupsOf(sequence: readonly Take[]): Take[][] {
  const groups: Take[][] = [];
  for (const each of sequence) {
    const last = groups.at(-1);
    if (each.atOnce && last) last.push(each);
    else groups.push([each]);
  }
  return groups;
}
