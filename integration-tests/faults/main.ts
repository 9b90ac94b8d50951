import { withLanes } from "./lanes";
import { optionsOf } from "./options";
import { playlistOf } from "./playlist";
import type { Played } from "./play";
import { playStory } from "./play";
import { Report } from "./report";
import type { Story } from "./story";

/** Longer than any story in real time; a story that hangs must not block the rest. */
const LONGEST_MS = 300_000;

async function inTime(story: Story, played: Promise<Played>): Promise<Played> {
  const late = new Promise<never>((_, failed) => {
    const words = `Seed ${String(story.seed)} run ${String(story.run)} did not end: ${JSON.stringify(story)}`;
    setTimeout(() => failed(new Error(words)), LONGEST_MS).unref();
  });
  return Promise.race([played, late]);
}

/** `npm run faults`: plays many stories and prints for each failure how to repeat it. */
async function main(): Promise<number> {
  const options = optionsOf(process.argv.slice(2));
  const { seed, processes, lanes: count, verbose } = options;
  console.log(`seed ${String(seed)}${options.ci ? `, sample ${String(options.sample)}` : ""}`);
  const stories = playlistOf(options);
  const report = new Report(stories.length, { processes, verbose, ci: options.ci });
  await withLanes(process.env.FAULTS_DATABASE_URL ?? "", { lanes: count, processes }, async (lanes) => {
    const left = stories.values();
    await Promise.all(
      lanes.map(async (lane) => {
        for (const story of left) report.add(story, await inTime(story, playStory(lane, story)));
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
