import { withLanes } from "./lanes";
import { optionsOf } from "./options";
import { playlistOf } from "./playlist";
import { playStory } from "./play";
import { Report } from "./report";

/** `npm run faults`: plays many stories and says for each wrong one how to play it again. */
async function main(): Promise<number> {
  const options = optionsOf(process.argv.slice(2));
  const { seed, processes, lanes: count, verbose } = options;
  console.log(`seed ${String(seed)}`);
  const stories = playlistOf(options);
  const report = new Report(stories.length, { processes, verbose, ci: options.ci });
  await withLanes(process.env.FAULTS_DATABASE_URL ?? "", { lanes: count, processes }, async (lanes) => {
    const left = stories.values();
    await Promise.all(
      lanes.map(async (lane) => {
        for (const story of left) report.add(story, await playStory(lane, story));
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
