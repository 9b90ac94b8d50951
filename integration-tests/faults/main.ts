import { Lane } from "./lane";
import { playStory } from "./play";
import { drawStory } from "./story";

/** `npm run faults`: plays many stories and says for each wrong one how to play it again. */
interface Options {
  readonly seed: number;
  readonly runs: number;
  readonly run: number | null;
  readonly processes: number;
  readonly crashEvery: number;
  readonly verbose: boolean;
}

function optionsOf(args: readonly string[]): Options {
  const valueOf = (name: string): string | undefined => {
    const at = args.indexOf(`--${name}`);
    return at < 0 ? undefined : args[at + 1];
  };
  const whole = (name: string, fallback: number): number => {
    const text = valueOf(name);
    if (text === undefined) return fallback;
    if (!/^\d{1,9}$/.test(text)) throw new Error(`--${name} is a whole number.`);
    return Number.parseInt(text, 10);
  };
  const run = valueOf("run");
  return {
    seed: whole("seed", 1),
    runs: whole("runs", 200),
    run: run === undefined ? null : whole("run", 0),
    processes: whole("processes", 1),
    crashEvery: whole("crash-every", 30),
    verbose: args.includes("--verbose"),
  };
}

async function main(): Promise<number> {
  const options = optionsOf(process.argv.slice(2));
  const databaseUrl = process.env.FAULTS_DATABASE_URL ?? "";
  const { seed, processes, crashEvery } = options;
  const lane = await Lane.open(databaseUrl, processes);
  const seeded = await lane.ask(0, { name: "seed" });
  if (seeded.kind !== "done") throw new Error(`The shop could not be seeded. ${JSON.stringify(seeded)}`);
  const runs = options.run === null ? Array.from({ length: options.runs }, (_, index) => index) : [options.run];
  let failed = 0;
  const startedAt = process.hrtime.bigint();
  try {
    for (const run of runs) {
      const story = drawStory(seed, run, crashEvery);
      const { violations, crashed, log } = await playStory(lane, story);
      if (violations.length > 0) failed += 1;
      if (violations.length > 0 || options.verbose) {
        console.log(
          `${violations.length > 0 ? "FAILED" : "ok"} seed ${seed} run ${run} ${story.mode}${story.crash ? ` crash at ${story.crash.point}${crashed ? "" : " (not reached)"}` : ""}`,
        );
        for (const line of log) console.log(`    ${line}`);
        for (const line of violations) console.log(`  ! ${line}`);
      }
    }
  } finally {
    if (options.verbose) console.log(lane.outputs);
    await lane.close();
  }
  const seconds = Number((process.hrtime.bigint() - startedAt) / 1_000_000n) / 1_000;
  console.log(`${(runs.length / seconds).toFixed(2)} runs/s`);
  console.log(`${runs.length - failed} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
