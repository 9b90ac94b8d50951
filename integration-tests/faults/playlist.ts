import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "@medusajs/framework/zod";
import { subscriptionPoints } from "./subscription-crash";
import { drawFulfilmentStory } from "./fulfilment-story";
import { drawSubscriptionStory } from "./subscription-story";
import { storyPoints } from "./crash-story";
import { drawPayableStory, payablePoints } from "./payable-story";
import type { Options } from "./options";
import type { Story } from "./story";
import { drawStory } from "./story";

/**
 * The stories to play, in order: recorded stories that once found a bug, independent of how stories are drawn; then
 * drawn ones. The short list covers every fifth failpoint that no other test kills at, starting at one derived from the
 * commit, so that five changes cover most of them: `http/crash.spec` has both sides of each send,
 * `promises/one-effect` the moment before the first write.
 */
const FREE_RUNS_OF_CI = 2;
/**
 * Besides those in which a process dies while a renewal becomes an order; `promises/one-effect` covers cancellations.
 */
const CONTRACTS_OF_CI = 1;
const LINKS_OF_CI = 1;
/** Another one with each commit. They restart the processes, with their own options. */
const FULFILMENTS_OF_CI = 2;
/** A process is paused there, between its committed row and the send. */
const PAUSES_OF_CI = ["capture:before-send", "refund:before-send"] as const;
const KILLED_ELSEWHERE =
  /^(authorise|capture|void|refund):(before|after)-send$|^(authorise|capture|void|refund|review):before-commit$/;

export function playlistOf(options: Options): Story[] {
  const { seed, sample, runs, from, run, kind, deaths, subscriptionDeaths, ci } = options;
  const payment = (each: number): Story => drawStory(seed, each, deaths);
  const subscription = (each: number): Story => drawSubscriptionStory(seed, each, subscriptionDeaths);
  const link = (each: number): Story => drawPayableStory(seed, each, deaths);
  const fulfilment = (each: number): Story => drawFulfilmentStory(seed, each, deaths);
  if (run !== null) return [{ payment, subscription, link, fulfilment }[kind ?? "payment"](run)];
  if (ci) return [...corpus(), ...shortList(seed, sample)];
  if (kind === "subscription") return range(runs).slice(from).map(subscription);
  if (kind === "link") return range(runs).slice(from).map(link);
  if (kind === "fulfilment") return range(runs).slice(from).map(fulfilment);
  const others = (draw: (each: number) => Story): Story[] =>
    kind === null
      ? range(Math.ceil(runs / OTHER_EVERY))
          .slice(Math.ceil(from / OTHER_EVERY))
          .map(draw)
      : [];
  return [
    ...corpus(),
    ...range(runs).slice(from).map(payment),
    ...others(subscription),
    ...others(link),
    ...others(fulfilment),
  ];
}

/** The other kinds of stories take longer than a payment story. */
const OTHER_EVERY = 5;

const DEATHS_EVERY = 5;

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
  const renewals = subscriptionPoints.filter((point) => point.startsWith("renewal:"));
  const subscriptions = [
    ...sampled(renewals).map((at, each) => plainly(drawSubscriptionStory(seed, each, { every: 1, at }))),
    ...range(CONTRACTS_OF_CI).map((each) =>
      drawSubscriptionStory(seed, each + renewals.length, { every: 0, at: null }),
    ),
  ];
  return [
    ...[...fatal, ...pauses].map(plainly),
    ...free,
    lossy(seed),
    ...subscriptions,
    ...links(seed, sample),
    ...range(FULFILMENTS_OF_CI).map((each) =>
      drawFulfilmentStory(seed, (sample % 1_000) + each, { every: 0, at: null, lossEvery: 0 }),
    ),
  ];
}

/** One of a link's payment in which a process dies, and one without. */
function links(seed: number, sample: number): Story[] {
  const at = payablePoints[sample % payablePoints.length] ?? null;
  return [
    plainly(drawPayableStory(seed, 0, { every: 1, at })),
    ...range(LINKS_OF_CI).map((each) => drawPayableStory(seed, each + 1, { every: 0, at: null, lossEvery: 0 })),
  ];
}

/** An unreadable dialect could keep a process from reaching its failpoint. */
const plainly = (story: Story): Story => ({ ...story, dialect: "off" });

/** The first story of the seed in which the database loses commits. */
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

/** The file is ours; this only catches typing mistakes. */
const isStory = (value: unknown): boolean =>
  z
    .object({ seed: z.number(), run: z.number(), steps: z.array(z.object({ acts: z.array(z.looseObject({})) })) })
    .safeParse(value).success;
