import acquiringSubscriptions from "../../src/jobs/acquiring-subscriptions";
import { resolveSubscriptions } from "../../src/application/renewals/subscriptions-of";
import type { StoreChild } from "../faults/store-child";
import { ageLeases } from "../support/age-leases";
import { withStore } from "../support/boot";
import { Customer } from "../support/customer";
import { dieAt, startStore } from "../support/dying-store";
import { cardInput } from "../support/ada";

/**
 * Daily, weekly and monthly subscriptions on the gateway's clock, from the end of a year into a leap year.
 * Notifications are repeated, late, lost or false; two workers, with clocks ten minutes behind and a day ahead, process
 * them, and one dies while creating an order. `SUBSCRIPTION_YEAR=1`: a whole year of each.
 */
const HOUR = 3_600_000;
/** Errors of the clocks. */
const BEHIND_MS = 600_000;
const AHEAD_MS = 86_400_000;
const DAY = 24 * HOUR;
const isWholeYear = process.env.SUBSCRIPTION_YEAR === "1";
const CHARGES = { day: isWholeYear ? 366 : 16, week: isWholeYear ? 53 : 8, month: 14 } as const;
const INTERVALS = ["day", "week", "month"] as const;
/** The round in which one of the two workers dies. */
const CRASH_AT = 4;
type Interval = (typeof INTERVALS)[number];

interface GatewaySubscription {
  readonly recurring_id: string;
  readonly order_no: string;
  readonly state: string;
  readonly next_at: string | null;
  readonly terms: { readonly interval: string; readonly every: number };
}

interface GatewayCharge {
  readonly transaction_id: string;
  readonly recurring_id: string;
  readonly renewal: number | null;
  readonly state: string;
  readonly captured: string;
  readonly created_at: string;
}

interface Known {
  readonly transaction_id: string;
  readonly state: string;
  readonly charges: number;
  readonly orders: number;
  readonly paid: string | null;
}

withStore("subscription_year", (stage) => {
  /** The last 31 December, ten o'clock, before a leap year. */
  function eve(): number {
    let year = new Date().getUTCFullYear();
    while (new Date(Date.UTC(year + 1, 1, 29)).getUTCDate() !== 29) year += 1;
    return Date.UTC(year, 11, 31, 10);
  }

  async function gatewayNow(): Promise<number> {
    const { now } = await stage().gateway.control("clock", { ms: 0 });
    return Date.parse(String(now));
  }

  /** The gateway has this time; the store's clock is behind it, the other worker's a day ahead. */
  async function moveTo(moment: number, other?: StoreChild): Promise<void> {
    await stage().gateway.control("clock", { ms: Math.max(0, moment - (await gatewayNow())) });
    const behind = new Date(moment - BEHIND_MS);
    stage().ledger.useClock(() => behind);
    resolveSubscriptions(stage().container).useClock(() => behind);
    if (other?.isAlive) await other.ask({ name: "time", nowMs: moment + AHEAD_MS });
  }

  const read = async <T>(place: string): Promise<T> => {
    const answer = await fetch(`${stage().gateway.url}/_control/${place}`);
    return JSON.parse(await answer.text());
  };

  const records = async (): Promise<readonly GatewaySubscription[]> =>
    (await read<{ subscriptions: GatewaySubscription[] }>("subscriptions")).subscriptions;

  const charges = async (): Promise<readonly GatewayCharge[]> =>
    (await read<{ transactions: GatewayCharge[] }>("state")).transactions.filter(({ renewal }) => renewal !== null);

  /** A customer buys the vase with a new plan; existing subscriptions keep their terms. */
  async function subscribe(customer: Customer, interval: Interval): Promise<void> {
    const { admin, shop } = stage();
    const { body } = await admin.get("/admin/products?handle=tall-vase&fields=id,*variants").expect(200);
    const plan = { name: `A vase every ${interval}`, amounts: { eur: "100.00" }, interval, interval_count: 1 };
    await admin
      .put(`/admin/acquiring/plans/${String(body.products[0].variants[0].id)}`, {
        ...plan,
        billing_cycles: CHARGES[interval],
      })
      .expect(200);
    const checkout = await customer.checkout();
    const paid = await customer.payBy(checkout, { type: "card", card: cardInput("4111111111111111") });
    expect([paid.status, paid.body.payment?.state]).toEqual([200, "authorised"]);
    expect(await shop.complete(checkout)).toMatchObject({ type: "order" });
  }

  /** The store's state of each charge after the first. */
  async function known(): Promise<readonly Known[]> {
    const { rows } = await stage().pg.raw<{ rows: Known[] }>(
      `SELECT a.gateway_payment_id AS transaction_id, a.state,
         (SELECT count(*) FROM acquiring_charge c WHERE c.attempt_id = a.id)::int AS charges,
         (SELECT count(*) FROM acquiring_charge c JOIN "order" o ON o.id = c.order_id WHERE c.attempt_id = a.id AND o.status <> 'canceled')::int AS orders,
         (SELECT sum(p.amount) FROM acquiring_charge c JOIN order_payment_collection link USING (order_id)
            JOIN payment pay ON pay.payment_collection_id = link.payment_collection_id JOIN capture p ON p.payment_id = pay.id
            WHERE c.attempt_id = a.id AND p.deleted_at IS NULL)::text AS paid
       FROM acquiring_payment_attempt a WHERE a.renewal_of IS NOT NULL`,
    );
    return rows;
  }

  async function askGateway(): Promise<void> {
    const { pg, ledger } = stage();
    const rows: readonly { attempt_id: string }[] = await pg("acquiring_subscription").select("attempt_id");
    expect(await ledger.checkAttempts(rows.map(({ attempt_id: id }) => id))).toEqual([]);
  }

  async function attention(state: "IS NULL" | "IS NOT NULL"): Promise<readonly string[]> {
    const { rows } = await stage().pg.raw<{ rows: { kind: string }[] }>(
      `SELECT DISTINCT kind FROM acquiring_attention_item WHERE cleared_at ${state} ORDER BY kind`,
    );
    return rows.map(({ kind }) => kind);
  }

  async function day(other?: StoreChild): Promise<void> {
    const { work, container } = stage();
    await Promise.all([work(), other?.isAlive ? other.ask({ name: "work" }) : work()]);
    await acquiringSubscriptions(container);
    await work();
  }

  test(
    "24 one charge per subscription period is recorded once; a renewal becomes one order",
    async () => {
      const { gateway, shop, base, pg } = stage();
      await gateway.control("settings", { clock: "virtual", notifications: "on" });
      await gateway.control("seed", { seed: 24 });
      const began = eve();
      await moveTo(began);
      const customer = await Customer.register(base, shop, "ada-of-the-year");
      for (const interval of INTERVALS) await subscribe(customer, interval);
      await moveTo(began + HOUR);
      await day();
      const made = await records();
      const daily = {
        recurring_id: made.find(({ terms }) => terms.interval === "day" && terms.every === 1)?.recurring_id,
      };
      const weekly = { recurring_id: made.find(({ terms }) => terms.every === 7)?.recurring_id };
      await gateway.control("script-renewal", { ...daily, charge: 8, outcome: "decline" });
      await gateway.control("script-renewal", { ...daily, charge: 16, amount: "90.00" });
      await gateway.control("script-renewal", { ...weekly, charge: 3, outcome: "missed" });
      await gateway.control("tape", { random: { length: 1_000, rate: 0.5, operation: "renewal" } });

      const other = await startStore(stage());
      try {
        for (let round = 0; ; round += 1) {
          const next = (await records()).flatMap(({ next_at: at }) => (at === null ? [] : [Date.parse(at)]));
          if (next.length === 0) break;
          // The dying worker's charge is not announced, so that no other worker starts it.
          await gateway.control("settings", { notifications: round === CRASH_AT ? "off" : "on" });
          await moveTo(Math.min(...next) + HOUR, other);
          if (round === CRASH_AT) {
            await askGateway();
            await dieAt(stage(), other, {
              trigger: 'BEFORE INSERT ON "order" FOR EACH ROW',
              command: { name: "work" },
            });
            // Its lease is on the database's clock, which does not move with the gateway's.
            await ageLeases(pg, "subscription-task");
          }
          await day(other);
        }
      } finally {
        await other.kill();
      }
      for (const days of [1, 2, 4]) {
        await moveTo((await gatewayNow()) + days * DAY);
        await day();
      }

      const atGateway = await charges();
      const here = await known();
      expect(atGateway).toHaveLength(CHARGES.day + CHARGES.week + CHARGES.month - INTERVALS.length - 1);
      const expected = atGateway.map(({ transaction_id: id, state, captured }) => ({
        transaction_id: id,
        state: state === "captured" ? "captured" : "declined",
        charges: 1,
        orders: captured === "100.00" ? 1 : 0,
        paid: captured === "100.00" ? "100" : null,
      }));
      const byId = (one: { transaction_id: string }, two: { transaction_id: string }): number =>
        one.transaction_id < two.transaction_id ? -1 : 1;
      expect([...here].sort(byId)).toEqual([...expected].sort(byId));
      const { rows: orders } = await pg.raw('SELECT count(*)::int AS count FROM "order"');
      expect(orders[0].count).toBe(INTERVALS.length + expected.filter((charge) => charge.orders === 1).length);
      expect(
        daysOf(
          made.find(({ terms }) => terms.interval === "month"),
          atGateway,
        ),
      ).toEqual(monthEnds(began));
      const states = await pg.raw("SELECT interval, state, overdue FROM acquiring_subscription ORDER BY interval");
      // The gateway also counts declined and missed charges, and ends two subscriptions before all were paid.
      expect(states.rows).toEqual([
        { interval: "day", state: "cancelled", overdue: false },
        { interval: "month", state: "ended", overdue: false },
        { interval: "week", state: "cancelled", overdue: false },
      ]);
      const [open, closed] = [await attention("IS NULL"), await attention("IS NOT NULL")];
      expect(open.filter((kind) => kind.startsWith("renewal_"))).toEqual(["renewal_amount_changed"]);
      expect(closed).toContain("renewal_failed");
      expect((await gateway.state()).effects).toMatchObject({ authorise: 3, capture: 0, cancel: 0, refund: 0 });
    },
    isWholeYear ? 3_600_000 : 600_000,
  );

  const daysOf = (subscription: GatewaySubscription | undefined, all: readonly GatewayCharge[]): readonly string[] =>
    all
      .filter((charge) => charge.recurring_id === subscription?.recurring_id)
      .map(({ created_at: at }) => at.slice(0, 10));

  /** The last day of each month after the first: after short months the 31st is the 31st again. */
  const monthEnds = (began: number): string[] =>
    Array.from({ length: CHARGES.month - 1 }, (_none, nth) =>
      new Date(Date.UTC(new Date(began).getUTCFullYear() + 1, nth + 1, 0)).toISOString().slice(0, 10),
    );
});
