import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "@medusajs/framework/zod";
import { contractPoints } from "./contract-crash";
import { drawContractStory } from "./contract-story";
import { storyPoints } from "./crash-story";
import type { Options } from "./options";
import type { Story } from "./story";
import { drawStory } from "./story";

/**
 * Which stories are played, in which order: first those that once found a mistake,
 * kept whole so that no change of how stories are drawn changes them; then the drawn
 * ones. The short list for every change dies at every third crash point that is not killed at elsewhere, and the commit
 * says with which it begins, so that three changes in a row go through most of them: `http/crash.spec` has both sides of each write's send, and
 * `promises/one-effect` the moment before anything of it is written.
 */
const FREE_RUNS_OF_CI = 2;
/** Beside those in which a process dies while a renewal becomes an order; `promises/one-effect` kills around the request that ends a contract. */
const CONTRACTS_OF_CI = 1;
/** A process stands still there, between its committed row and the send. */
const PAUSES_OF_CI = ["capture:before-send", "refund:before-send"] as const;
const KILLED_ELSEWHERE =
  /^(authorise|capture|void|refund):(before|after)-send$|^(authorise|capture|void|refund|review):before-commit$/;

export function playlistOf(options: Options): Story[] {
  const { seed, sample, runs, from, run, kind, deaths, contractDeaths, ci } = options;
  const payment = (each: number): Story => drawStory(seed, each, deaths);
  const contract = (each: number): Story => drawContractStory(seed, each, contractDeaths);
  if (run !== null) return [kind === "contract" ? contract(run) : payment(run)];
  if (ci) return [...corpus(), ...shortList(seed, sample)];
  if (kind === "contract") return range(runs).slice(from).map(contract);
  const contracts =
    kind === null
      ? range(Math.ceil(runs / CONTRACT_EVERY))
          .slice(Math.ceil(from / CONTRACT_EVERY))
          .map(contract)
      : [];
  return [...corpus(), ...range(runs).slice(from).map(payment), ...contracts];
}

/** A story of a contract takes longer than one of a payment. */
const CONTRACT_EVERY = 5;

const DEATHS_EVERY = 3;

function shortList(seed: number, sample: number): Story[] {
  const sampled = <T>(all: readonly T[]): T[] =>
    all.filter((_, index) => index % DEATHS_EVERY === sample % DEATHS_EVERY);
  const fatal = sampled(
    range(storyPoints.length).filter((each) => !KILLED_ELSEWHERE.test(storyPoints[each] ?? "")),
  ).map((each) => drawStory(seed, each, { every: 1, at: null }));
  const first = storyPoints.length;
  const pauses = PAUSES_OF_CI.map((pauseAt, each) =>
    drawStory(seed, each, { every: 0, at: null, pauseEvery: 1, pauseAt }),
  );
  const free = range(FREE_RUNS_OF_CI).map((each) => drawStory(seed, each + first, { every: 0, at: null }));
  const renewals = contractPoints.filter((point) => point.startsWith("renewal:"));
  const contracts = [
    ...sampled(renewals).map((at, each) => plainly(drawContractStory(seed, each, { every: 1, at }))),
    ...range(CONTRACTS_OF_CI).map((each) => drawContractStory(seed, each + renewals.length, { every: 0, at: null })),
  ];
  return [...[...fatal, ...pauses].map(plainly), ...free, lossy(seed), ...contracts];
}

/** A process has to come to its point: what a gateway words so that nobody can read it may keep it from there. */
const plainly = (story: Story): Story => ({ ...story, dialect: "off" });

/** The first in which the database loses commits. */
function lossy(seed: number): Story {
  for (let run = 100; ; run += 1) {
    const story = drawStory(seed, run, { every: 0, at: null });
    if (story.loss && story.loss.keptAt < story.steps.length) return story;
  }
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
