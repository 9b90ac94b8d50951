import { parseArgs } from "node:util";
import type { OpenAssumption } from "../options/open-assumptions";
import { openAssumptions } from "../options/open-assumptions";
import { runCommand, UsageError } from "./command";
import { chosenAccount, configuredStore } from "./configured";

export const HELP = `medusa-payment-acquiring profile [options]

Lists every setting that the gateway's interface leaves open: the current value, its
origin (set, default or built in), and the confidence, from 0 to 1, that the real
gateway agrees with our default. A dash means that the interface states it, or that
it is our own choice. Run it in the store's folder.

  --account KEY    the account (default: the only one)
  --below N        only settings with a lower confidence, such as 0.7
  --json           print JSON
  --help           show this help

Exit codes: 0 success, 1 the configuration cannot be read, 2 invalid usage.`;

const OPTIONS = {
  account: { type: "string" },
  below: { type: "string" },
  json: { type: "boolean", default: false },
  help: { type: "boolean", default: false },
} as const;

const read = (args: string[]) => parseArgs({ args, options: OPTIONS, strict: true });

type Values = ReturnType<typeof read>["values"];

export async function run(argv: readonly string[]): Promise<number> {
  return runCommand(argv, { help: HELP, read }, ({ values }) => show(values));
}

async function show(values: Values): Promise<number> {
  if (values.below !== undefined && !/^(0(\.\d{1,2})?|1(\.0{1,2})?)$/.test(values.below)) {
    throw new UsageError("--below takes a number from 0 to 1.");
  }
  const configured = await configuredStore();
  const account = chosenAccount(configured, values.account);
  const points = openAssumptions(configured.config.options, account).filter(isBelow(values.below));
  console.log(values.json ? JSON.stringify(points, null, 2) : lines(points));
  return 0;
}

/** Confidences are texts such as "0.85 / 0.6"; the lowest of several counts. */
const isBelow =
  (limit: string | undefined) =>
  ({ confidence }: OpenAssumption): boolean =>
    limit === undefined ||
    (confidence?.split(" / ").some((each) => each !== "–" && inHundredths(each) < inHundredths(limit)) ?? false);

/** `0.7` and `1` as `0.70` and `1.00`, which compare as texts. */
function inHundredths(text: string): string {
  const [whole = "", fraction = ""] = text.split(".");
  return `${whole}.${fraction.padEnd(2, "0")}`;
}

function lines(points: readonly OpenAssumption[]): string {
  const width = Math.max(0, ...points.map(({ path }) => path.length));
  return points
    .map(({ path, value, source, confidence }) =>
      [path.padEnd(width), (confidence ?? "-").padEnd(13), source.padEnd(8), value].join("  "),
    )
    .join("\n");
}
