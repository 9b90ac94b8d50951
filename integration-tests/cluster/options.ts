/** Parses the command line. Throws one sentence on invalid arguments. */
export interface Options {
  readonly seed: number;
  /** Duration of the load in seconds. */
  readonly seconds: number;
  /** Number of concurrent customers. */
  readonly customers: number;
  /** Average pause between two kills in seconds; the actual one is half to one and a half times as long. */
  readonly every: number;
  readonly verbose: boolean;
}

const NUMBERS = { seed: 1, seconds: 60, customers: 6, every: 6 };
/** The short run: a death of each kind is likely, not certain. */
const SHORT = { seconds: 15, customers: 4, every: 4 };
type Name = keyof typeof NUMBERS;

const isName = (word: string): word is Name => Object.hasOwn(NUMBERS, word);

export function optionsOf(args: readonly string[]): Options {
  const given = { ...NUMBERS };
  let verbose = false;
  for (let index = 0; index < args.length; index += 1) {
    const name = args[index]?.replace(/^--/, "") ?? "";
    if (name === "verbose") verbose = true;
    else if (name === "ci") Object.assign(given, SHORT);
    else if (!isName(name))
      throw new Error(`Unknown option --${name}; available: --${Object.keys(NUMBERS).join(", --")}, --ci, --verbose.`);
    else {
      const value = args[(index += 1)] ?? "";
      if (!/^[1-9]\d{0,5}$/.test(value)) throw new Error(`--${name} is a whole number above zero.`);
      given[name] = Number.parseInt(value, 10);
    }
  }
  return { ...given, verbose };
}
