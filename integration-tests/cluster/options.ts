/** The words of the command line. Throws, in one sentence, what it cannot read. */
export interface Options {
  readonly seed: number;
  /** How long there is load, in seconds. */
  readonly seconds: number;
  /** How many shoppers are at it at any moment. */
  readonly shoppers: number;
  /** The pause between two deaths, in seconds: half to one and a half times as long. */
  readonly every: number;
  readonly verbose: boolean;
}

const NUMBERS = { seed: 1, seconds: 60, shoppers: 6, every: 6 };
type Name = keyof typeof NUMBERS;

const isName = (word: string): word is Name => Object.hasOwn(NUMBERS, word);

export function optionsOf(args: readonly string[]): Options {
  const given = { ...NUMBERS };
  let verbose = false;
  for (let index = 0; index < args.length; index += 1) {
    const name = args[index]?.replace(/^--/, "") ?? "";
    if (name === "verbose") verbose = true;
    else if (!isName(name))
      throw new Error(`--${name} is not known; there are --${Object.keys(NUMBERS).join(", --")}, --verbose.`);
    else {
      const value = args[(index += 1)] ?? "";
      if (!/^[1-9]\d{0,5}$/.test(value)) throw new Error(`--${name} is a whole number above zero.`);
      given[name] = Number.parseInt(value, 10);
    }
  }
  return { ...given, verbose };
}
