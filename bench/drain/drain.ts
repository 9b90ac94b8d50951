import { mapWithConcurrency } from "../../src/application/map-with-concurrency";
import type { Bench, Benchmark, Measured } from "../harness/benchmark";
import { addressOf, dropDatabase, ledgerTables, makeDatabase } from "../harness/databases";
import { ratioOf, sideOf } from "../harness/interleave";
import type { Ledger } from "../harness/ledger";
import { openLedger } from "../harness/ledger";
import { message } from "../notify/messages";

/**
 * Processing waiting notifications in an inbox with a million processed ones, compared with an otherwise empty inbox.
 * The messages are about unknown payments: this measures the database, not the gateway.
 */
const HANDLED = 1_000_000;
const PENDING = 10_000;
/** As the worker: a whole page at once. */
const PAGE = 50;

/** In SQL: rows as they are after processing. */
const FILL = `
  INSERT INTO acquiring_inbox_event (id, account, source, digest, content_type, body, signature, order_no, status, result, tries, deliveries, received_at, applied_at, created_at, updated_at)
  SELECT 'acqin_' || lpad(i::text, 26, '0'), 'main', 'notify', md5(i::text) || md5((-i)::text), 'application/x-www-form-urlencoded', repeat(md5(i::text), 12), 'matched',
    'acq_' || lpad(i::text, 26, '0'), 'applied', 'query', 0, 1, at, at, at, at
  FROM (SELECT i, now() - interval '60 days' + i * interval '5 seconds' AS at FROM generate_series(1, ?::integer) AS i) AS made`;

const ADD = `
  INSERT INTO acquiring_inbox_event (id, account, source, digest, content_type, body, signature, order_no, status, tries, deliveries, next_try_at, received_at, created_at, updated_at)
  SELECT 'acqin_pending' || lpad(n::text, 20, '0'), 'main', 'notify', 'pending' || n, 'application/x-www-form-urlencoded', body, 'matched',
    order_no, 'pending', 0, 1, now(), now(), now(), now()
  FROM json_to_recordset(CAST(? AS json)) AS given (n integer, body text, order_no text)`;

async function play({ service, pg }: Ledger, bodies: string): Promise<Measured> {
  await pg.raw(ADD, [bodies]);
  const started = performance.now();
  let count = 0;
  for (;;) {
    const ids = await service.takeInbox(PAGE);
    if (ids.length === 0) break;
    count += ids.length;
    await mapWithConcurrency(ids, PAGE, {
      work: (id) => service.applyInbox(id),
      onError: (id, error) => {
        throw new Error(`${id} could not be handled.`, { cause: error });
      },
    });
  }
  const ms = performance.now() - started;
  await pg.raw("DELETE FROM acquiring_inbox_event WHERE id LIKE 'acqin_pending%'");
  await pg.raw("TRUNCATE acquiring_attention_item");
  await pg.raw("VACUUM (ANALYZE) acquiring_inbox_event");
  return { perSecond: (count * 1_000) / ms };
}

const pending = (count: number): string =>
  JSON.stringify(
    Array.from({ length: count }, (_, n) => {
      const orderNo = `acq_9${String(n).padStart(25, "0")}`;
      return { n, body: Buffer.from(message(n, orderNo)).toString("base64"), order_no: orderNo };
    }),
  );

async function run(bench: Bench): ReturnType<Benchmark["run"]> {
  const emptyUrl = addressOf(bench.databaseUrl, "acquiring_bench_drain_empty");
  await makeDatabase(emptyUrl);
  for (const url of [bench.databaseUrl, emptyUrl]) await ledgerTables(url);
  const [full, empty] = [openLedger(bench.databaseUrl), openLedger(emptyUrl)];
  try {
    bench.progress("filling the inbox");
    await full.pg.raw(FILL, [bench.isShort ? 10_000 : HANDLED]);
    await full.pg.raw("VACUUM (ANALYZE) acquiring_inbox_event");
    const bodies = pending(bench.isShort ? 200 : (bench.count ?? PENDING));
    const played = await bench.interleave({ a: () => play(full, bodies), b: () => play(empty, bodies) });
    return [
      ratioOf(played, "perSecond", { name: "handled a second", atLeast: 0.9 }),
      sideOf(played, "a", { key: "perSecond", name: "beside a million handled", unit: "/s", atLeast: 2_000 }),
    ];
  } finally {
    await full.close();
    await empty.close();
    await dropDatabase(emptyUrl);
  }
}

export const drain: Benchmark = {
  name: "drain",
  says: "10,000 waiting notifications handled beside 1,000,000 handled ones, against an inbox with nothing else in it",
  run,
};
