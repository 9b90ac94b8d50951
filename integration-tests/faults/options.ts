import type { StoryPoint } from "./crash-story";
import { storyPoints } from "./crash-story";
import type { Deaths } from "./story";

/** The words of the command line. Throws, in one sentence, what it cannot read. */
export interface Options {
  readonly seed: number;
  readonly runs: number;
  /** Only this run. */
  readonly run: number | null;
  /** Store processes over each database: one or two. */
  readonly processes: number;
  /** How many stories play side by side, each on a database and a gateway of its own. */
  readonly lanes: number;
  readonly deaths: Deaths;
  readonly verbose: boolean;
  /** The short list for every change. */
  readonly ci: boolean;
}

const NUMBERS = ["seed", "runs", "run", "processes", "lanes", "crash-every"];

export function optionsOf(args: readonly string[]): Options {
  const given = new Map<string, number>();
  let verbose = false;
  let ci = false;
  let at: StoryPoint | null = null;
  for (let index = 0; index < args.length; index += 1) {
    const name = args[index]?.replace(/^--/, "") ?? "";
    if (name === "verbose") verbose = true;
    else if (name === "ci") ci = true;
    else if (name === "crash-at") at = crashpointNamed(args[(index += 1)] ?? "");
    else if (!NUMBERS.includes(name))
      throw new Error(`--${name} is not known; there are --${NUMBERS.join(", --")}, --crash-at, --ci, --verbose.`);
    else {
      const value = args[(index += 1)] ?? "";
      if (!/^\d{1,9}$/.test(value)) throw new Error(`--${name} is a whole number.`);
      given.set(name, Number.parseInt(value, 10));
    }
  }
  const run = given.get("run") ?? null;
  return {
    run,
    ci,
    verbose: verbose || run !== null,
    seed: given.get("seed") ?? 1,
    runs: given.get("runs") ?? 200,
    processes: Math.min(2, Math.max(1, given.get("processes") ?? (ci ? 2 : 1))),
    lanes: run === null ? Math.max(1, given.get("lanes") ?? 2) : 1,
    deaths: { at, every: at === null ? (given.get("crash-every") ?? 30) : 1 },
  };
}

function crashpointNamed(text: string): StoryPoint {
  const found = storyPoints.find((name) => name === text);
  if (found) return found;
  throw new Error(`--crash-at is one of ${storyPoints.join(", ")}.`);
}
