import { closeSync, openSync, writeSync } from "node:fs";
import knex from "knex";
import { openStore } from "../src/cli/store/open-store";
import { createProgress } from "../src/cli/progress";
import { reconcileBooks } from "../src/application/reconciliation/reconcile-books";
import { fillBooks, minorOf, orderNoOf, placed, REFUNDED, refundOf, standingOf, transactionOf } from "./reconcile/fill";

/**
 * Reconciliation of many payments: whether exactly the seeded differences are found, its duration, and its memory.
 * `seed` fills the ledger, Medusa and the simulator's data; `compare` opens the store like the CLI and compares.
 * Started by `scripts/bench-reconcile.cjs`.
 */
const MEMORY_MB = 64;
const MB = 1_048_576;

/** The simulator's file, a line per payment, without an array of a hundred thousand in memory. */
function writeBook(file: string, count: number): void {
  const book = openSync(file, "w");
  const at = new Date(Date.now() - 86_400_000).toISOString();
  writeSync(book, `{"counter":${String(count)},"aheadMs":0,"effects":{},"orders":[],"tokens":[],"transactions":[`);
  for (let index = 1; index <= count; index += 1) {
    const standing = standingOf(index);
    const amount = String(minorOf(index));
    const isCaptured = standing === "captured" || standing === "refunded";
    const refund = {
      reference: `7${String(index)}`,
      amount: String(REFUNDED),
      reason: refundOf(index),
      at,
      processedAt: at,
      failed: false,
    };
    const transaction = {
      transaction_id: transactionOf(index),
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

async function seed(count: number, differences: number, file: string): Promise<void> {
  const pg = knex({ client: "pg", connection: process.env.DATABASE_URL ?? "" });
  await fillBooks(pg, count, differences);
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
