import { z } from "@medusajs/framework/zod";
import type AcquiringModuleService from "../../src/modules/acquiring/service";
import type { Bench, Benchmark, Measured } from "../harness/benchmark";
import { figureOf, ratioOf, sideOf } from "../harness/interleave";
import type { LedgerStage } from "../ledger/ledger-stage";
import { overLedger } from "../ledger/ledger-stage";

/** This benchmark's gateway: latency and concurrency. */
const LATENCY_MS = 500;
const PARALLEL = 4;
const HELD = 50;
/** Sequential captures take the same time each, so a part is measured and scaled up. */
const PART = 10;

const Counted = z.object({ requests: z.number(), items: z.number(), doubled: z.number() });

export const captures1000: Benchmark = {
  name: "captures-1000",
  says: "1,000 captures that begin together, against one by one with as many requests at once and the same latency",
  run: overLedger(measure),
};

async function measure(bench: Bench, stage: LedgerStage) {
  const count = bench.isShort ? 100 : 1_000;
  await stage.gateway.ask("behave", { latencyMs: LATENCY_MS, parallel: PARALLEL });
  const together = stage.service();
  const oneByOne = stage.service({ batch: { maxItems: 1 } });
  const requests: number[] = [];
  const played = await bench.interleave({
    a: async () => {
      const said = await timed(stage, await stage.authorised(count), (ids) =>
        Promise.all(ids.map((id) => capture(together, id))),
      );
      requests.push(said.requests ?? 0);
      return said;
    },
    b: async () => {
      const part = count / PART;
      const said = await timed(stage, await stage.authorised(part), (ids) => {
        const left = ids.values();
        const work = async (): Promise<void> => {
          for (const id of left) await capture(oneByOne, id);
        };
        return Promise.all(Array.from({ length: PARALLEL }, work));
      });
      return { ...said, ms: (said.ms ?? 0) * PART };
    },
  });
  const wanted = Math.ceil(count / HELD);
  const ideal = Math.ceil(wanted / PARALLEL) * LATENCY_MS;
  const inverse = ratioOf(
    { rounds: played.rounds.map(({ a, b, again }) => ({ a: faster(a), b: faster(b), again: faster(again) })) },
    "perSecond",
    { name: "times as fast as one by one", atLeast: 10 },
  );
  const times = played.rounds.flatMap(({ a, again }) => [(a.ms ?? 0) / ideal, (again.ms ?? 0) / ideal]);
  return [
    figureOf(requests, { name: "requests", unit: "", atLeast: wanted, atMost: wanted }),
    inverse,
    figureOf(times, { name: `of ceil(${String(wanted)} / ${String(PARALLEL)}) × latency`, unit: "×", atMost: 1.1 }),
    sideOf(played, "a", { key: "ms", name: "together", unit: "ms" }),
    sideOf(played, "a", { key: "cpuMs", name: "processor time together", unit: "ms" }),
  ];
}

const faster = ({ ms = 0 }: Measured): Measured => ({ perSecond: 1_000 / ms });

async function capture(service: AcquiringModuleService, attemptId: string): Promise<void> {
  const idempotencyKey = `capture_${attemptId}`;
  const result = await service.gate.run({
    attemptId,
    kind: "capture",
    amount: 4_000n,
    idempotencyKey,
    actor: "admin",
    actorId: null,
  });
  if (result.kind !== "settled") throw new Error(`A capture ended as ${result.kind}.`);
}

async function timed(
  stage: LedgerStage,
  ids: readonly string[],
  work: (ids: readonly string[]) => Promise<unknown>,
): Promise<Measured> {
  await stage.gateway.ask("counted");
  const cpu = process.cpuUsage();
  const begun = performance.now();
  await work(ids);
  const ms = performance.now() - begun;
  const { user, system } = process.cpuUsage(cpu);
  const { requests, items, doubled } = Counted.parse(await stage.gateway.ask("counted"));
  if (doubled > 0 || items !== ids.length)
    throw new Error(`Of ${String(ids.length)} captures ${String(items)} were sent.`);
  return { ms, cpuMs: (user + system) / 1_000, requests };
}
