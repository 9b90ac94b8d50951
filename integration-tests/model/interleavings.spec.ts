import fc from "fast-check";
import { Bench } from "./bench";
import type { Process, ProcessName } from "./bench";
import { readBooks, readTransactions } from "./books";
import corpus from "./corpus.json";
import type { Race } from "./races";
import { races } from "./races";
import type { Setting } from "./setting";
import { PLAIN, setting } from "./setting";
import { Turns } from "./turns";
import { Violation, World } from "./world";

/**
 * Every race under schedules that fast-check's scheduler chooses step by step,
 * each statement and each byte on the wire being a step; now and then one of
 * the processes dies on the way. Half of MODEL_RUNS is the number of schedules
 * of each race, PROPERTY_SEED repeats them; schedules that once told something stand
 * in `corpus.json` and are played first.
 */
const RUNS = Math.ceil(parseInt(process.env.MODEL_RUNS ?? "10", 10) / 2);
const RUN_MS = 10_000;
/** A schedule takes less than a second. One that stops is reported with its seed, which Jest's own limit does not know. */
const STANDSTILL_MS = 30_000;
const NAMES: readonly ProcessName[] = ["one", "two", "three"];

let bench: Bench;
beforeAll(async () => {
  bench = await Bench.open("interleavings");
});
afterAll(() => bench.close());

interface Drawn {
  readonly scheduler: fc.Scheduler;
  readonly dies: number | null;
  readonly setting: Setting;
}

interface Played {
  readonly run: Promise<void>;
  /** Ends a run that stands still, so that it does not disturb the next. */
  readonly stop: () => void;
}

function play(race: Race, drawn: Drawn): Played {
  const turns = new Turns(bench, drawn.scheduler);
  return { run: playIn(turns, race, drawn), stop: () => turns.stop() };
}

async function playIn(turns: Turns, race: Race, { dies, setting }: Drawn): Promise<void> {
  await bench.clear(setting);
  const world = new World(bench, setting);
  await race.prepare(world, await bench.process("one"));
  const running: { process: Process; action: () => Promise<string | null> }[] = [];
  for (const name of NAMES) {
    const caller = race.callers[name];
    if (!caller) continue;
    const process = await bench.process(name);
    running.push({ process, action: () => bench.survive(process, () => caller(world, process)) });
  }
  if (dies !== null) running[0]?.process.life.dieAfter(dies);
  const ends = await turns.run(running);
  for (const { process } of running) process.life.spare();
  const answers = ends.map((end) => {
    if (end.status === "rejected") throw end.reason;
    return end.value;
  });
  await world.look("after the race");
  if (answers.every((answer) => answer !== null)) {
    const violations = race.expect(answers, await readBooks(bench, await readTransactions(bench)));
    if (violations.length > 0) throw new Violation("after the race", violations);
  }
  await world.end();
}

/** Rejects when the run stands still: with what each connection is doing and what it waits for. */
async function inTime({ run, stop }: Played): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const standstill = new Promise<void>((_resolve, reject) => {
    timer = setTimeout(() => {
      stop();
      bench.activity().then((lines) => reject(new Violation("standstill", lines)), reject);
    }, STANDSTILL_MS);
  });
  await Promise.race([run, standstill]).finally(() => clearTimeout(timer));
}

const death = fc.option(fc.nat(40), { freq: 3 });

test.each(races.map((race) => [race.name, race] as const))(
  "%s: for any order of the steps, the amounts are right",
  async (_name, race) => {
    const property = fc.asyncProperty(fc.scheduler(), death, setting, (scheduler, dies, drawn) =>
      inTime(play(race, { scheduler, dies, setting: drawn })),
    );
    // A kept schedule is set where it was found.
    const plain = fc.asyncProperty(fc.scheduler(), death, (scheduler, dies) =>
      inTime(play(race, { scheduler, dies, setting: PLAIN })),
    );
    for (const { seed, path } of corpus.schedules.filter((kept) => kept.race === race.name)) {
      await fc.assert(plain, { seed, path, numRuns: 1, endOnFailure: true });
    }
    await fc.assert(property, {
      numRuns: RUNS,
      endOnFailure: true,
    });
  },
  RUN_MS * (RUNS + 10),
);
