import { closeSync, openSync, writeSync } from "node:fs";
import type { MedusaContainer } from "@medusajs/framework/types";
import knex from "knex";
import { openStore } from "../src/cli/store/open-store";
import acquiringSubscriptions from "../src/jobs/acquiring-subscriptions";

/**
 * The daily check of many subscriptions: number of requests, duration and memory. `seed` fills the ledger, the
 * subscriptions and the simulator's data; `check` opens the store, makes every subscription due once, and runs the job
 * until none is. Started by `scripts/bench-subscriptions.cjs`.
 */
const MEMORY_MB = 32;
const MB = 1_048_576;
const AMOUNT = 1_200;

const numberOf = (index: number): string => String(index).padStart(26, "0");
const orderNoOf = (index: number): string => `acq_${numberOf(index)}`;
const recurringIdOf = (index: number): string => `SUB${String(index).padStart(20, "0")}`;
/** Charge 1 is the first payment. */
const transactionIdOf = (index: number, charge: number): string =>
  `1${String(charge).padStart(4, "0")}${String(index).padStart(15, "0")}`;

const json = (value: string): string => `jsonb_build_object('value', (${value})::text, 'precision', 20)`;
const zero = json("0");

async function seedTables(count: number, charges: number): Promise<void> {
  const pg = knex({ client: "pg", connection: process.env.DATABASE_URL ?? "" });
  const ATTEMPTS = `INSERT INTO acquiring_payment_attempt (id, account, provider_id, mode, session_id, cart_id, order_no, currency,
     requested, raw_requested, authorised, raw_authorised, captured, raw_captured, refunded, raw_refunded, refund_pending, raw_refund_pending,
     state, gateway_payment_id, version, projected_version, project_failures, checks, reversal_tries, created_at, updated_at,
     subscription, recurring_id, recurring, renewal_of, wire_order_no)`;
  const money = `${String(AMOUNT)}, ${json(String(AMOUNT))}`;
  const amounts = `${money}, ${money}, ${money}, 0, ${zero}, 0, ${zero}`;
  const terms = `jsonb_build_object('reference', 'acqsub_' || n, 'name', 'Coffee', 'interval', 'month', 'intervalCount', 1, 'billingCycles', NULL,
     'promotionCycles', NULL, 'startsOn', NULL, 'endsOn', NULL, 'priceId', NULL, 'currency', 'EUR', 'minor', '${String(AMOUNT)}')`;
  const said = `jsonb_build_object('subscriptionName', 'Coffee', 'period', '1 month', 'nextChargeRaw', NULL, 'nextChargeOn', NULL, 'nextChargeAt', NULL,
     'status', 'active', 'saidAt', to_char(now(), 'YYYY-MM-DD"T"HH24:MI:SS"Z"'))`;
  const numbers = "(SELECT lpad(i::text, 26, '0') AS n, i FROM generate_series(1, ?::integer) AS i) AS made";
  await pg.raw(
    `${ATTEMPTS} SELECT 'acqatt_' || n, 'main', 'pp_acquiring-card_main', 'card', 'payses_' || n, 'cart_' || n, 'acq_' || n, 'EUR', ${amounts},
       'captured', '10001' || right(n, 15), 1, 1, 0, 0, 0, now() - interval '${String(charges)} months', now(), ${terms}, 'SUB' || right(n, 20), ${said}, NULL, NULL
     FROM ${numbers}`,
    [count],
  );
  for (let charge = 2; charge <= charges; charge += 1) {
    const id = String(charge).padStart(4, "0");
    await pg.raw(
      `${ATTEMPTS} SELECT 'acqatt_${id}' || n, 'main', 'pp_acquiring-card_main', 'card', 'payses_${id}' || n, NULL, 'acq_${id}' || right(n, 22), 'EUR', ${amounts},
         'captured', '1${id}' || right(n, 15), 1, 1, 0, 0, 0, now() - interval '${String(charges - charge + 1)} months', now(), NULL, NULL, NULL, 'acqatt_' || n, 'acq_' || n
       FROM ${numbers}`,
      [count],
    );
  }
  await pg.raw(
    `INSERT INTO acquiring_subscription (id, attempt_id, session_id, account, recurring_id, state, email, cart_id, order_id, variant_id, quantity, currency, amount, raw_amount,
       name, interval, interval_count, anchor, next_charge_at, next_check_at, gateway_status, reported_at, overdue, paid_charges, created_at, updated_at)
     SELECT 'acqsub_' || n, 'acqatt_' || n, 'payses_' || n, 'main', 'SUB' || right(n, 20), 'active', 'ada@example.test', 'cart_' || n, 'order_' || n, 'variant_1', 1, 'EUR', ${money},
       'Coffee', 'month', 1, now() - interval '${String(charges)} months', now() + interval '14 days', now() + interval '1 day', 'active', now(), false, ${String(charges)}, now(), now()
     FROM ${numbers}`,
    [count],
  );
  for (let charge = 1; charge <= charges; charge += 1) {
    const id = String(charge).padStart(4, "0");
    await pg.raw(
      `INSERT INTO acquiring_charge (id, subscription_id, number, attempt_id, state, currency, amount, raw_amount, gateway_payment_id, charged_at, order_state, created_at, updated_at)
       SELECT 'acqchg_${id}' || n, 'acqsub_' || n, ${String(charge)}, 'acqatt_${charge === 1 ? "" : id}' || n, 'paid', 'EUR', ${money}, '1${id}' || right(n, 15),
         now() - interval '${String(charges - charge + 1)} months', 'made', now(), now() FROM ${numbers}`,
      [count],
    );
  }
  await pg.raw("ANALYZE");
  await pg.destroy();
}

/** The simulator's file, a line per payment, without large structures in memory. */
function writeBook(file: string, count: number, charges: number): void {
  const book = openSync(file, "w");
  const at = new Date(Date.now() - 86_400_000).toISOString();
  const next = new Date(Date.now() + 14 * 86_400_000).toISOString();
  writeSync(book, `{"counter":${String(count)},"aheadMs":0,"effects":{},"orders":[],"tokens":[],"transactions":[`);
  for (let index = 1; index <= count; index += 1) {
    for (let charge = 1; charge <= charges; charge += 1) {
      const transaction = {
        transaction_id: transactionIdOf(index, charge),
        order_no: orderNoOf(index),
        ordered: String(AMOUNT),
        amount: String(AMOUNT),
        currency: "EUR",
        mode: charge === 1 ? "card" : "renewal",
        card_mask: "411111******1111",
        notify_url: null,
        created_at: at,
        effects: {},
        recurring_id: recurringIdOf(index),
        renewal: charge === 1 ? null : charge,
        state: "captured",
        result_info: "0000:Success",
        risk_action: "ACCEPT",
        risk_score: "12",
        captures: [{ amount: String(AMOUNT), at }],
        refunds: [],
        notifications: [],
      };
      writeSync(book, `${index === 1 && charge === 1 ? "" : ","}\n${JSON.stringify(transaction)}`);
    }
  }
  writeSync(book, `],"subscriptions":[`);
  for (let index = 1; index <= count; index += 1) {
    const subscription = {
      recurring_id: recurringIdOf(index),
      order_no: orderNoOf(index),
      currency: "EUR",
      created_at: at,
      terms: {
        name: "Coffee",
        amount: String(AMOUNT),
        interval: "month",
        every: 1,
        start: null,
        end: null,
        cycles: null,
        promotion: null,
        priceId: "",
      },
      anchor: at,
      state: "active",
      place: charges,
      cycle: charges,
      next_at: next,
      prepared: false,
      charges: Array.from({ length: charges }, (_none, nth) => transactionIdOf(index, nth + 1)),
      missed: [],
      scripts: [],
      cancels: [],
    };
    writeSync(book, `${index === 1 ? "" : ","}\n${JSON.stringify(subscription)}`);
  }
  writeSync(book, "]}");
  closeSync(book);
}

/** Heap after a garbage collection, and resident memory of the process. */
interface Memory {
  readonly heap: number;
  readonly resident: number;
}

function collect(): Memory {
  globalThis.gc?.();
  const { heapUsed: heap, rss: resident } = process.memoryUsage();
  return { heap, resident };
}

const larger = (one: Memory, other: Memory): Memory => ({
  heap: Math.max(one.heap, other.heap),
  resident: Math.max(one.resident, other.resident),
});

/** Number of order numbers of each query so far. */
async function queries(): Promise<number[]> {
  const answer = await fetch(`${process.env.ACQUIRING_BASE_URL ?? ""}/_control/requests`);
  const { requests }: { requests: { operation: string; item_count: number }[] } = JSON.parse(await answer.text());
  return requests.filter(({ operation }) => operation === "retrievalTrans").map((request) => request.item_count);
}

async function dueIn(pg: knex.Knex): Promise<number> {
  const rows = await pg("acquiring_subscription").where("next_check_at", "<=", pg.fn.now()).count("id");
  return Number(rows[0]?.count ?? 0);
}

/** Makes these due and runs the job until none is; returns peak memory and the number of runs. */
async function look(
  store: Store,
  range: readonly [from: number, to: number],
): Promise<{ highest: Memory; runs: number }> {
  const { pg, container } = store;
  await pg("acquiring_subscription")
    .whereBetween("id", [`acqsub_${numberOf(range[0])}`, `acqsub_${numberOf(range[1])}`])
    .update({ next_check_at: pg.raw("now() - interval '1 minute'") });
  let highest = collect();
  let runs = 0;
  const watching = setInterval(() => (highest = larger(highest, collect())), 5_000);
  for (let due = await dueIn(pg); due > 0;) {
    await acquiringSubscriptions(container);
    runs += 1;
    const left = await dueIn(pg);
    if (left === due) throw new Error(`The job leaves ${String(left)} subscriptions due.`);
    due = left;
  }
  clearInterval(watching);
  return { highest: larger(highest, collect()), runs };
}

interface Store {
  readonly container: MedusaContainer;
  readonly pg: knex.Knex;
}

/** The first of them warm up the process: loading and compiling once is not growth. */
const WARM_UP = 500;

async function check(count: number): Promise<boolean> {
  if (!globalThis.gc) throw new Error("Run it with --expose-gc.");
  const opened = await openStore(process.cwd());
  const pg = knex({ client: "pg", connection: process.env.DATABASE_URL ?? "" });
  const store = { container: opened.container, pg };
  const cold = collect();
  await look(store, [1, WARM_UP]);
  const [warm, askedBefore] = [collect(), (await queries()).length];
  const started = process.hrtime.bigint();
  const { highest, runs } = await look(store, [1, count]);
  const ms = Number((process.hrtime.bigint() - started) / 1_000_000n);
  const asked = (await queries()).slice(askedBefore);
  const [{ attempts, records }] = (
    await pg.raw(
      "SELECT (SELECT count(*) FROM acquiring_payment_attempt)::int AS attempts, (SELECT count(*) FROM acquiring_subscription WHERE state = 'active' AND NOT overdue)::int AS subscriptions",
    )
  ).rows;
  await pg.destroy();
  await opened.close();
  const grown = { heap: highest.heap - warm.heap, resident: highest.resident - warm.resident };
  const ids = asked.reduce((sum, each) => sum + each, 0);
  const mb = (bytes: number): string => `${String(Math.round(bytes / MB))} MB`;
  console.log(`subscriptions          ${String(count)} looked at, ${String(records)} active and in time afterwards`);
  console.log(`payments           ${String(attempts)} in the ledger afterwards`);
  console.log(
    `queries            ${String(asked.length)}, ${String(ids)} order numbers, at most ${String(Math.max(0, ...asked))} in one`,
  );
  console.log(
    `time               ${String(ms)} ms in ${String(runs)} runs of the job, ${String(Math.round((count * 1_000) / Math.max(1, ms)))} subscriptions a second`,
  );
  console.log(
    `memory in use      ${mb(cold.heap)} opened, ${mb(warm.heap)} after ${String(WARM_UP)} subscriptions, grew by at most ${mb(grown.heap)} (limit ${String(MEMORY_MB)} MB)`,
  );
  console.log(
    `memory resident    ${mb(cold.resident)} opened, ${mb(warm.resident)} after ${String(WARM_UP)} subscriptions, grew by at most ${mb(grown.resident)}`,
  );
  return records === count && grown.heap < MEMORY_MB * MB;
}

async function seed(count: number, charges: number, file: string): Promise<boolean> {
  await seedTables(count, charges);
  writeBook(file, count, charges);
  return true;
}

const [step, count = "10000", charges = "3", file = ""] = process.argv.slice(2);
const records = Number.parseInt(count, 10);
(step === "seed" ? seed(records, Number.parseInt(charges, 10), file) : check(records)).then(
  (isGood) => process.exit(isGood ? 0 : 1),
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
