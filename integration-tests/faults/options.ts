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
  /** Every how manieth run a process dies in; 0: none. */
  readonly crashEvery: number;
  readonly verbose: boolean;
}

const NUMBERS = ["seed", "runs", "run", "processes", "lanes", "crash-every"];

export function optionsOf(args: readonly string[]): Options {
  const given = new Map<string, number>();
  let verbose = false;
  for (let at = 0; at < args.length; at += 1) {
    const name = args[at]?.replace(/^--/, "") ?? "";
    if (name === "verbose") verbose = true;
    else if (!NUMBERS.includes(name))
      throw new Error(`--${name} is not known; there are --${NUMBERS.join(", --")}, --verbose.`);
    else {
      const value = args[(at += 1)] ?? "";
      if (!/^\d{1,9}$/.test(value)) throw new Error(`--${name} is a whole number.`);
      given.set(name, Number.parseInt(value, 10));
    }
  }
  const run = given.get("run") ?? null;
  return {
    run,
    verbose: verbose || run !== null,
    seed: given.get("seed") ?? 1,
    runs: given.get("runs") ?? 200,
    processes: Math.min(2, Math.max(1, given.get("processes") ?? 1)),
    lanes: run === null ? Math.max(1, given.get("lanes") ?? 2) : 1,
    crashEvery: given.get("crash-every") ?? 30,
  };
}
