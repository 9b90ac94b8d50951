import { spawnSync } from "node:child_process";
import type { SubscriptionPoint } from "./subscription-crash";
import { subscriptionPoints } from "./subscription-crash";
import type { SubscriptionDeaths } from "./subscription-story";
import type { StoryPoint } from "./crash-story";
import { storyPoints } from "./crash-story";
import type { Deaths } from "./story";
import { LOSS_EVERY } from "./story";

/** Parses the command line. Throws one sentence on invalid arguments. */
export const storyKinds = ["payment", "subscription", "link", "fulfilment"] as const;
export type StoryKind = (typeof storyKinds)[number];

export interface Options {
  readonly seed: number;
  readonly runs: number;
  /** Only stories of this kind; null: one of each other kind per five payment stories. */
  readonly kind: StoryKind | null;
  /** Number of the first run, for every kind. */
  readonly from: number;
  /** Only this run. */
  readonly run: number | null;
  /** Store processes per database: one or two. */
  readonly processes: number;
  /** Number of stories played side by side, each with its own database and gateway. */
  readonly lanes: number;
  readonly deaths: Deaths;
  readonly subscriptionDeaths: SubscriptionDeaths;
  readonly verbose: boolean;
  /** Which third of the failpoints the short list covers. */
  readonly sample: number;
  /** The short list, for every change. */
  readonly ci: boolean;
}

const NUMBERS = [
  "seed",
  "runs",
  "run",
  "from",
  "sample",
  "processes",
  "lanes",
  "crash-every",
  "pause-every",
  "account-every",
  "loss-every",
];

export function optionsOf(args: readonly string[]): Options {
  const given = new Map<string, number>();
  let verbose = false;
  let ci = false;
  let at: StoryPoint | null = null;
  let subscriptionAt: SubscriptionPoint | null = null;
  let pauseAt: StoryPoint | null = null;
  let kind: StoryKind | null = null;
  for (let index = 0; index < args.length; index += 1) {
    const name = args[index]?.replace(/^--/, "") ?? "";
    if (name === "verbose") verbose = true;
    else if (name === "ci") ci = true;
    else if (name === "kind") kind = oneOf(storyKinds, name, args[(index += 1)]);
    else if (name === "pause-at") pauseAt = oneOf(storyPoints, name, args[(index += 1)]);
    else if (name === "crash-at") {
      const point = oneOf([...storyPoints, ...subscriptionPoints], name, args[(index += 1)]);
      at = storyPoints.find((known) => known === point) ?? null;
      subscriptionAt = subscriptionPoints.find((known) => known === point) ?? null;
    } else if (!NUMBERS.includes(name))
      throw new Error(
        `Unknown option --${name}; available: --${NUMBERS.join(", --")}, --kind, --crash-at, --pause-at, --ci, --verbose.`,
      );
    else {
      const value = args[(index += 1)] ?? "";
      if (!/^\d{1,9}$/.test(value)) throw new Error(`--${name} is a whole number.`);
      given.set(name, Number.parseInt(value, 10));
    }
  }
  const run = given.get("run") ?? null;
  const every = given.get("crash-every") ?? 30;
  // A run number without a kind means a payment story.
  const named = subscriptionAt ? "subscription" : at || pauseAt || run !== null ? "payment" : null;
  return {
    run,
    kind: kind ?? named,
    ci,
    verbose: verbose || run !== null,
    seed: given.get("seed") ?? 1,
    sample: given.get("sample") ?? ofCommit(),
    from: given.get("from") ?? 0,
    runs: given.get("runs") ?? 200,
    processes: Math.min(2, Math.max(1, given.get("processes") ?? (ci ? 2 : 1))),
    lanes: run === null ? Math.max(1, given.get("lanes") ?? 2) : 1,
    deaths: {
      at,
      every: pauseAt === null ? (at === null ? every : 1) : 0,
      pauseAt,
      lossEvery: given.get("loss-every") ?? LOSS_EVERY,
      accountEvery: given.get("account-every") ?? 60,
      pauseEvery: pauseAt === null ? (given.get("pause-every") ?? 30) : 1,
    },
    // There are few of them, so one in five dies.
    subscriptionDeaths: { at: subscriptionAt, every: subscriptionAt === null ? Math.ceil(every / 6) : 1 },
  };
}

/** Depends on the commit; constant without one. */
function ofCommit(): number {
  const { status, stdout } = spawnSync("git", ["rev-parse", "HEAD"], { encoding: "utf8" });
  return status === 0 ? Number.parseInt(stdout.slice(0, 6), 16) : 0;
}

function oneOf<T extends string>(known: readonly T[], name: string, text = ""): T {
  const found = known.find((each) => each === text);
  if (found) return found;
  throw new Error(`--${name} is one of ${known.join(", ")}.`);
}
