import { errorText } from "./error-text";

interface Frame<Parsed> {
  readonly help: string;
  readonly read: (args: string[]) => Parsed;
}

/** Wrong usage: the message is printed with the help, and the exit code is 2. */
export class UsageError extends Error {}

/** The full message is printed, and the exit code is 1. */
export class CommandError extends Error {}

export async function runCommand<Parsed extends { readonly values: { readonly help?: boolean } }>(
  argv: readonly string[],
  { help, read }: Frame<Parsed>,
  work: (parsed: Parsed) => Promise<number>,
): Promise<number> {
  try {
    const parsed = understood(() => read([...argv]));
    if (!parsed.values.help) return await work(parsed);
    console.log(help);
    return 0;
  } catch (error) {
    if (error instanceof UsageError) {
      console.error(`${error.message}\n\n${help}`);
      return 2;
    }
    console.error(error instanceof CommandError ? error.message : errorText(error));
    return 1;
  }
}

function understood<Parsed>(read: () => Parsed): Parsed {
  try {
    return read();
  } catch (error) {
    throw new UsageError(errorText(error));
  }
}
