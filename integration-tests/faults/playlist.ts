import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "@medusajs/framework/zod";
import { storyPoints } from "./crash-story";
import type { Options } from "./options";
import type { Story } from "./story";
import { drawStory } from "./story";

/**
 * Which stories are played, in which order: first those that once found a mistake,
 * kept whole so that no change of how stories are drawn changes them; then the drawn
 * ones. The short list for every change dies once at every crash point that
 * is not killed at elsewhere: `http/crash.spec` has both sides of each write's send, and
 * `promises/one-effect` the moment before anything of it is written.
 */
const FREE_RUNS_OF_CI = 4;
const KILLED_ELSEWHERE =
  /^(authorise|capture|void|refund):(before|after)-send$|^(authorise|capture|void|refund|review):before-commit$/;

export function playlistOf({ seed, runs, run, deaths, ci }: Options): Story[] {
  if (run !== null) return [drawStory(seed, run, deaths)];
  if (!ci) return [...corpus(), ...range(runs).map((each) => drawStory(seed, each, deaths))];
  const fatal = range(storyPoints.length)
    .filter((each) => !KILLED_ELSEWHERE.test(storyPoints[each] ?? ""))
    .map((each) => drawStory(seed, each, { every: 1, at: null }));
  const first = storyPoints.length;
  const free = range(FREE_RUNS_OF_CI).map((each) => drawStory(seed, each + first, { every: 0, at: null }));
  return [...corpus(), ...fatal, ...free];
}

const range = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

const Kept = z.array(z.object({ why: z.string(), story: z.custom<Story>((value) => isStory(value)) }));

function corpus(): Story[] {
  const kept: unknown = JSON.parse(readFileSync(join(__dirname, "corpus.json"), "utf8"));
  return Kept.parse(kept).map(({ story }) => story);
}

/** The file is our own, written from what a failing run printed: this only tells a story from a slip of the hand. */
const isStory = (value: unknown): boolean =>
  z
    .object({ seed: z.number(), run: z.number(), steps: z.array(z.object({ acts: z.array(z.looseObject({})) })) })
    .safeParse(value).success;
