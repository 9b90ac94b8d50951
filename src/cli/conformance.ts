import { randomBytes } from "node:crypto";
import { userInfo } from "node:os";
import { parseArgs } from "node:util";
import type { GatewayAccount } from "../gateway/model/account";
import { runConformance, stories } from "../application/dashboard/run-conformance";
import type { Played } from "./conformance/judge";
import { judge, merged } from "./conformance/judge";
import { conformanceRefusal } from "./conformance/refusal";
import { CommandError, runCommand, UsageError } from "./command";
import { chosenAccount, configuredStore } from "./configured";
import { openStore } from "./store/open-store";

export const HELP = `medusa-payment-acquiring conformance [options]

Makes payments of 1.00 EUR at a test account of the gateway, or at the simulator:
authorise and void; authorise, capture and refund; the same in parts; a declined card.
After each step it queries the gateway, and reports where the profile is wrong, with
the options to paste. The payments are recorded in the ledger, without an order. Run it
in the store's folder.

  --account KEY          the account (default: the only one); it needs sandbox: true
  --approved-card N      a test card that is approved (default 4111111111111111)
  --declined-card N      a test card that is declined (default 4000000000000002)
  --this-is-a-test       required if it looks like production: with
                         NODE_ENV=production, or with a URL that does not look like a
                         test system
  --json                 print JSON
  --help                 show this help

Exit codes: 0 no difference, 1 a difference or a failure, 2 invalid usage.`;

const OPTIONS = {
  account: { type: "string" },
  "approved-card": { type: "string" },
  "declined-card": { type: "string", default: "4000000000000002" },
  "this-is-a-test": { type: "boolean", default: false },
  json: { type: "boolean", default: false },
  help: { type: "boolean", default: false },
} as const;

const read = (args: string[]) => parseArgs({ args, options: OPTIONS, strict: true });

type Values = ReturnType<typeof read>["values"];

interface ScenarioCards {
  readonly account: string;
  readonly approved: string | undefined;
  readonly declined: string;
}

export async function run(argv: readonly string[]): Promise<number> {
  return runCommand(argv, { help: HELP, read }, ({ values }) => conform(values));
}

async function conform(values: Values): Promise<number> {
  const { "approved-card": approved, "declined-card": declined } = values;
  if (![approved ?? declined, declined].every((card) => /^\d{12,19}$/.test(card))) {
    throw new UsageError("A test card is a number of 12 to 19 digits.");
  }
  const account = chosenAccount(await configuredStore(), values.account);
  const refusal = conformanceRefusal(account, values["this-is-a-test"], process.env.NODE_ENV === "production");
  if (refusal !== null) throw new UsageError(refusal);
  const played = await play({ account: account.key, approved, declined });
  return tell(account, played, values.json);
}

async function play({ account, approved, declined }: ScenarioCards): Promise<readonly Played[]> {
  const store = await openStore(process.cwd());
  try {
    const key = randomBytes(8).toString("hex");
    const played: Played[] = [];
    for (const story of stories) {
      const cardNumber = story === "decline" ? declined : approved;
      const card = cardNumber === undefined ? {} : { cardNumber };
      const request = { account, story, key, actorId: `cli:${userInfo().username}`, ...card };
      const result = await runConformance(store.container, request);
      if (result.kind === "refused") throw new CommandError(result.message);
      played.push(result);
    }
    return played;
  } finally {
    await store.close();
  }
}

function tell({ key, profile }: GatewayAccount, played: readonly Played[], isJson: boolean): number {
  const disagreements = judge(profile, played);
  const patch = merged(disagreements);
  if (isJson) {
    console.log(JSON.stringify({ account: key, disagreements, patch }, null, 2));
    return Number(disagreements.length > 0);
  }
  for (const { story, steps } of played) {
    console.log(`${story}: ${steps.map(({ step, outcome }) => `${step} ${outcome}`).join(", ")}`);
  }
  for (const { story, step, says } of disagreements)
    console.log(`! ${story}, ${step}: ${says.replace(/\p{Cc}+/gu, " ")}`);
  if (patch !== null) console.log(`\nAdd to accounts.${key}:\n\nprofile: ${JSON.stringify(patch, null, 2)},`);
  if (disagreements.length === 0) console.log("The gateway behaves as the profile says.");
  return Number(disagreements.length > 0);
}
