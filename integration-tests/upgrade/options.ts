/** Parses the command line of `npm run upgrade`. Throws one sentence on invalid arguments. */
export interface Options {
  readonly seed: number;
  /** Duration of each stage's load in seconds. */
  readonly seconds: number;
  /** Number of concurrent customers. */
  readonly customers: number;
  readonly verbose: boolean;
}

const NUMBERS = { seed: 1, seconds: 20, customers: 4 };
type Name = keyof typeof NUMBERS;

const isName = (word: string): word is Name => Object.hasOwn(NUMBERS, word);

export function optionsOf(args: readonly string[]): Options {
  const given = { ...NUMBERS };
  let verbose = false;
  for (let index = 0; index < args.length; index += 1) {
    const name = args[index]?.replace(/^--/, "") ?? "";
    if (name === "verbose") verbose = true;
    else if (!isName(name))
      throw new Error(
        `Unknown option --${name}; available: --from, --${Object.keys(NUMBERS).join(", --")}, --verbose.`,
      );
    else {
      const value = args[(index += 1)] ?? "";
      if (!/^[1-9]\d{0,5}$/.test(value)) throw new Error(`--${name} is a whole number above zero.`);
      given[name] = Number.parseInt(value, 10);
    }
  }
  return { ...given, verbose };
}
