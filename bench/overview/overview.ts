import { ContainerRegistrationKeys } from "@medusajs/framework/utils";
import { overview as overviewOf } from "../../src/application/dashboard/view/overview";
import { OverviewFilters } from "../../src/api-schema/admin";
import { foldOverview, overviewDifferences } from "../../src/modules/acquiring/overview/fold";
import type { Bench, Benchmark, Figure } from "../harness/benchmark";
import { figureOf } from "../harness/interleave";
import type { LedgerStage } from "../ledger/ledger-stage";
import { overLedger } from "../ledger/ledger-stage";
import { DAYS, insertPayments } from "./payments";

/**
 * The dashboard's overview of 90 days and the 90 days before, with a million payments in these days: the answer of the
 * route's use case, and what it takes to compute the figures.
 */
const PAYMENTS = 1_000_000;
const ANSWERS = 30;
const MOST_MS = 300;

export const overview: Benchmark = {
  name: "overview",
  says: "the overview of 90 days and the 90 before, with a million payments in them; and computing its figures",
  isLong: true,
  run: overLedger(measure),
};

async function measure(bench: Bench, stage: LedgerStage): Promise<readonly Figure[]> {
  const { pg } = stage;
  const count = bench.count ?? (bench.isShort ? 2_000 : PAYMENTS);
  const service = stage.service();
  const now = new Date();
  const fold = (): Promise<number> => foldOverview(pg, { now: () => now, isStopping: () => false });
  bench.progress(`Creating ${String(count)} payments …`);
  await insertPayments(pg, count, now);
  await pg.raw(
    "INSERT INTO acquiring_overview_due (id, day) SELECT 'bench ' || day, day FROM (SELECT DISTINCT date_trunc('day', created_at, 'UTC') AS day FROM acquiring_payment_attempt) AS days",
  );
  bench.progress("Computing the figures …");
  const all = await timed(fold);
  await pg.raw("ANALYZE acquiring_overview_day");
  await pg("acquiring_overview_due").insert({ id: "bench", day: dayOf(now) });
  const oneDay = await timed(fold);
  await pg.raw(
    "CREATE TABLE sales_channel AS SELECT DISTINCT sales_channel_id AS id, sales_channel_id AS name FROM acquiring_payment_attempt",
  );
  // @ts-expect-error -- a container with what is resolved
  const container: Parameters<typeof overviewOf>[0] = {
    resolve: (name: string) => (name === ContainerRegistrationKeys.PG_CONNECTION ? pg : service),
  };
  const filters = OverviewFilters.parse({ from: textOf(now, DAYS / 2 - 1), to: textOf(now, 0) });
  const answers: number[] = [];
  for (let each = 0; each <= ANSWERS; each += 1) answers.push(await timed(() => overviewOf(container, filters)));
  const wrong = await overviewDifferences(pg, () => now);
  const rows = await pg("acquiring_overview_day").count<{ count: string }[]>("* AS count");
  return [
    figureOf(answers.slice(1), { name: "answer", unit: "ms", atMost: MOST_MS }),
    figureOf([wrong?.length ?? -1], { name: "days that differ from the ledger", unit: "", atMost: 0 }),
    figureOf([all], { name: `computing the figures of ${String(count)} payments`, unit: "ms" }),
    figureOf([oneDay], { name: "computing one day", unit: "ms" }),
    figureOf([Number(rows[0]?.count ?? 0)], { name: "rows with figures", unit: "" }),
  ];
}

const DAY_MS = 86_400_000;
const dayOf = (at: Date): Date => new Date(at.getTime() - (at.getTime() % DAY_MS));
const textOf = (at: Date, before: number): string =>
  new Date(at.getTime() - before * DAY_MS).toISOString().slice(0, 10);

async function timed(work: () => Promise<unknown>): Promise<number> {
  const since = performance.now();
  await work();
  return performance.now() - since;
}
