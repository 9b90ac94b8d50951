import { erasePerson } from "../../src/application/privacy/erase-person";
import { exportPerson, summarisePerson } from "../../src/application/privacy/export-person";
import type { SoughtPerson } from "../../src/application/privacy/person-scope";
import type { Bench, Benchmark, Figure } from "../harness/benchmark";
import { storeTables } from "../harness/databases";
import { figureOf } from "../harness/interleave";
import type { LedgerStage } from "../ledger/ledger-stage";
import { overLedger } from "../ledger/ledger-stage";
import { insertPayments } from "../overview/payments";
import { ORDERS_EACH, emailOf, insertCustomers } from "./customers";

/**
 * One person's data found, exported and erased in a store with a million payments. What these cost depends on the size of the tables,
 * because a person is found by what Medusa knows, too: addresses in any case, guests, carts.
 */
const PAYMENTS = 1_000_000;
const FINDS = 5;
/** Each is asked for by hand, now and then. */
const MOST_MS = 30_000;
/** Of these customers all payments are captured and not disputed, so their data can be erased. */
const WHO = 7;

export const person: Benchmark = {
  name: "person",
  says: "one customer's data found, exported and erased among a million payments",
  isLong: true,
  run: overLedger(measure, storeTables),
};

async function measure(bench: Bench, { pg }: LedgerStage): Promise<readonly Figure[]> {
  const count = bench.count ?? (bench.isShort ? 2_000 : PAYMENTS);
  const now = new Date();
  bench.progress(`Creating ${String(count)} payments …`);
  await insertPayments(pg, count, now);
  bench.progress("Creating their customers, carts and orders …");
  await insertCustomers(pg, count);
  const sought: SoughtPerson = { customerId: null, email: emailOf(WHO), orderId: null };

  bench.progress("Finding …");
  const finds: number[] = [];
  for (let each = 0; each < FINDS; each += 1)
    finds.push(
      await timed(async () => {
        const { sections, refusals } = await summarisePerson(pg, sought, now);
        if (sections.payments !== ORDERS_EACH || refusals.length > 0)
          throw new Error(`Found ${JSON.stringify(sections)} ${refusals.join(" ")}`);
      }),
    );
  bench.progress("Exporting …");
  const exported = await timed(() => exportPerson(pg, { person: sought, actor: "user_1" }, now));
  bench.progress("Erasing …");
  let rows = 0;
  const erased = await timed(async () => {
    const request = { person: sought, reason: "Asked by letter.", actor: "user_1" };
    ({ rows } = await erasePerson(pg, request, () => now));
  });
  if (rows === 0) throw new Error("Nothing was erased.");
  return [
    figureOf(finds, { name: "find", unit: "ms", atMost: MOST_MS }),
    figureOf([exported], { name: "export", unit: "ms", atMost: MOST_MS }),
    figureOf([erased], { name: "erase", unit: "ms", atMost: MOST_MS }),
    figureOf([rows], { name: "rows erased", unit: "" }),
  ];
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const since = performance.now();
  await work();
  return performance.now() - since;
}
