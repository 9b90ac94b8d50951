import { closeSync, openSync, writeSync } from "node:fs";
import knex from "knex";
import type { Knex } from "knex";
import { openStore } from "../src/cli/open-store";
import { createProgress } from "../src/cli/progress";
import { reconcileBooks } from "../src/workflows/reconcile/reconcile-books";
import type { Standing } from "../integration-tests/support/corruptions";
import { corruptions } from "../integration-tests/support/corruptions";
import { mirrorIntoMedusa } from "../integration-tests/support/mirror-into-medusa";

/**
 * The reconciliation over many payments: are exactly the seeded differences found,
 * how long does it take, and does memory stay where it was? `seed` fills ledger,
 * Medusa and the simulator's book; `compare` opens the store like the command does
 * and compares. Started by `scripts/bench-reconcile.cjs`.
 */
const MEMORY_MB = 64;
const MB = 1_048_576;
/** Payments 1…n, ten kinds of standing by the last digit. */
const STANDING: readonly Standing[] = [
  "captured",
  "captured",
  "captured",
  "captured",
  "captured",
  "authorised",
  "authorised",
  "refunded",
  "voided",
  "declined",
];
const zero = `'{"value":"0","precision":20}'::jsonb`;

const idOf = (index: number): string => `acqatt_${String(index).padStart(26, "0")}`;
const orderNoOf = (index: number): string => `acq_${String(index).padStart(26, "0")}`;
const minorOf = (index: number): number => 1_000 + (index % 9_000);

async function seedLedger(pg: Knex, count: number): Promise<void> {
  const raw = (value: string): string => `jsonb_build_object('value', (${value})::text, 'precision', 20)`;
  const money = (name: string, on: string): string => `CASE WHEN ${on} THEN amount ELSE 0 END AS ${name}`;
  await pg.raw(
    `INSERT INTO acquiring_payment_attempt (id, account, provider_id, mode, session_id, cart_id, order_no, currency,
       requested, raw_requested, authorised, raw_authorised, captured, raw_captured, refunded, raw_refunded, refund_pending, raw_refund_pending,
       state, gateway_payment_id, version, projected_version, project_failures, checks, reversal_tries, created_at, updated_at)
     SELECT 'acqatt_' || number, 'main', 'pp_acquiring-card_main', 'card', 'payses_' || number, 'cart_' || number, 'acq_' || number, 'EUR',
       amount, ${raw("amount")}, authorised, ${raw("authorised")}, captured, ${raw("captured")}, refunded, ${raw("refunded")}, 0, ${zero},
       state, '1' || right(number, 19), 1, 1, 0, 0, 0, at, at
     FROM (SELECT *, ${money("authorised", "digit <> 9")}, ${money("captured", "digit < 5 OR digit = 7")},
             CASE WHEN digit = 7 THEN 300 ELSE 0 END AS refunded,
             CASE WHEN digit < 5 OR digit = 7 THEN 'captured' WHEN digit = 8 THEN 'voided' WHEN digit = 9 THEN 'declined' ELSE 'authorised' END AS state
           FROM (SELECT lpad(i::text, 26, '0') AS number, 1000 + i % 9000 AS amount, i % 10 AS digit,
                   now() - interval '1 day' - (i % 2500000) * interval '1 second' AS at
                 FROM generate_series(1, ?::integer) AS i) AS made) AS folded`,
    [count],
  );
  const operation = (kind: string, sequence: number, amount: string, on: string): string =>
    `INSERT INTO acquiring_operation (id, attempt_id, kind, sequence, idempotency_key, amount, raw_amount, currency, status, actor, sent_at, concluded_at, booked)
     SELECT 'acqop_' || '${kind}' || right(id, 20), id, '${kind}', ${String(sequence)}, '${kind}_' || id, ${amount}, ${raw(amount)}, 'EUR',
       CASE WHEN state = 'declined' THEN 'declined' ELSE 'settled' END, 'admin', created_at, created_at, true
     FROM acquiring_payment_attempt WHERE ${on}`;
  await pg.raw(operation("authorise", 1, "requested", "TRUE"));
  await pg.raw(operation("capture", 2, "captured", "captured > 0"));
  await pg.raw(operation("refund", 3, "refunded", "refunded > 0"));
  await pg.raw(operation("void", 2, "authorised", "state = 'voided'"));
}

/** The simulator's file, a line per payment: no array of a hundred thousand in memory. */
function writeBook(file: string, count: number): void {
  const book = openSync(file, "w");
  const at = new Date(Date.now() - 86_400_000).toISOString();
  writeSync(book, `{"counter":${String(count)},"aheadMs":0,"effects":{},"orders":[],"tokens":[],"transactions":[`);
  for (let index = 1; index <= count; index += 1) {
    const standing = STANDING[index % 10] ?? "captured";
    const amount = String(minorOf(index));
    const isCaptured = standing === "captured" || standing === "refunded";
    const operationId = `acqop_refund${orderNoOf(index).slice(-20)}`;
    const refund = {
      reference: `7${String(index)}`,
      amount: "300",
      reason: operationId,
      at,
      processedAt: at,
      failed: false,
    };
    const transaction = {
      transaction_id: `1${orderNoOf(index).slice(-19)}`,
      order_no: orderNoOf(index),
      ordered: amount,
      amount,
      currency: "EUR",
      card_mask: "411111******1111",
      notify_url: null,
      created_at: at,
      effects: {},
      state: isCaptured ? "captured" : standing,
      result_info: standing === "declined" ? "R0001:Declined" : "0000:Success",
      risk_action: "ACCEPT",
      risk_score: "12",
      captures: isCaptured ? [{ amount, at }] : [],
      refunds: standing === "refunded" ? [refund] : [],
      notifications: [],
    };
    writeSync(book, `${index === 1 ? "" : ","}\n${JSON.stringify(transaction)}`);
  }
  writeSync(book, "]}");
  closeSync(book);
}

/** The seeded differences as `kind payment`, one per place; spread over all payments, and each way at least once if there are enough. */
function placed(
  count: number,
  differences: number,
): { readonly id: string; readonly corruption: (typeof corruptions)[number] }[] {
  const stride = Math.floor(count / (differences + 1) / 10) * 10;
  return Array.from({ length: differences }, (_, place) => {
    const corruption = corruptions[place % corruptions.length];
    if (!corruption || stride === 0) throw new Error("There are too few payments for so many differences.");
    return { id: idOf((place + 1) * stride + STANDING.indexOf(corruption.on)), corruption };
  });
}

async function seed(count: number, differences: number, file: string): Promise<void> {
  const pg = knex({ client: "pg", connection: process.env.DATABASE_URL ?? "" });
  await seedLedger(pg, count);
  await mirrorIntoMedusa(pg);
  for (const { id, corruption } of placed(count, differences)) {
    for (const sql of corruption.sql) await pg.raw(sql, { id });
  }
  await pg.raw("ANALYZE");
  await pg.destroy();
  writeBook(file, count);
}

const collect = (): number => {
  globalThis.gc?.();
  return process.memoryUsage().rss;
};

async function compare(count: number, differences: number): Promise<boolean> {
  if (!globalThis.gc) throw new Error("Run it with --expose-gc.");
  const store = await openStore(process.cwd());
  const expected = placed(count, differences).map(({ id, corruption }) => `${corruption.kind} ${id}`);
  const found: string[] = [];
  const progress = createProgress(process.stderr, "payments");
  const before = collect();
  let highest = before;
  let pages = 0;
  const started = process.hrtime.bigint();
  const request = { account: null, from: null, to: null, apply: false, by: "bench" };
  const summary = await reconcileBooks(store.container, request, {
    difference: ({ kind, attemptId }) => found.push(`${kind} ${String(attemptId)}`),
    progress: (done, total) => {
      progress.at(done, total);
      pages += 1;
      if (pages % 10 === 0) highest = Math.max(highest, collect());
    },
  });
  progress.end();
  highest = Math.max(highest, collect());
  const ms = (process.hrtime.bigint() - started) / 1_000_000n;
  await store.close();
  const missed = expected.filter((each) => !found.includes(each));
  const invented = found.filter((each) => !expected.includes(each));
  const grown = Math.round((highest - before) / MB);
  console.log(`payments compared  ${String(summary.examined)}`);
  console.log(
    `differences        ${String(found.length)} found, ${String(expected.length)} seeded, ${String(missed.length)} missed, ${String(invented.length)} invented`,
  );
  for (const each of [...missed.map((one) => `missed ${one}`), ...invented.map((one) => `invented ${one}`)].slice(
    0,
    20,
  ))
    console.log(`  ${each}`);
  console.log(
    `time               ${String(ms)} ms, ${String((BigInt(summary.examined) * 1_000n) / (ms || 1n))} payments a second`,
  );
  console.log(
    `memory             ${String(Math.round(before / MB))} MB before, grew by at most ${String(grown)} MB (limit ${String(MEMORY_MB)})`,
  );
  return missed.length === 0 && invented.length === 0 && summary.examined === count && grown < MEMORY_MB;
}

const [step, count = "100000", differences = "37", file = ""] = process.argv.slice(2);
const numbers = [Number.parseInt(count, 10), Number.parseInt(differences, 10)] as const;
(step === "seed" ? seed(...numbers, file).then(() => true) : compare(...numbers)).then(
  (isGood) => process.exit(isGood ? 0 : 1),
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
