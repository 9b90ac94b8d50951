import { withLanes } from "./lanes";
import { optionsOf } from "./options";
import { playStory } from "./play";
import { Report } from "./report";
import { drawStory } from "./story";

/** `npm run faults`: plays many stories and says for each wrong one how to play it again. */
async function main(): Promise<number> {
  const options = optionsOf(process.argv.slice(2));
  const { seed, processes, deaths, lanes: count, verbose } = options;
  console.log(`seed ${String(seed)}`);
  const runs = options.run === null ? Array.from({ length: options.runs }, (_, index) => index) : [options.run];
  const report = new Report(runs.length, { processes, verbose });
  await withLanes(process.env.FAULTS_DATABASE_URL ?? "", { lanes: count, processes }, async (lanes) => {
    const left = runs.values();
    await Promise.all(
      lanes.map(async (lane) => {
        for (const run of left) {
          const story = drawStory(seed, run, deaths);
          report.add(story, await playStory(lane, story));
        }
        if (verbose) console.log(lane.outputs);
      }),
    );
  });
  report.end();
  return report.failed === 0 ? 0 : 1;
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
