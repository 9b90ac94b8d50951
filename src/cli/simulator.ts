import { parseUrl } from "../application/parse-url";
import { randomBytes } from "node:crypto";
import { parseArgs } from "node:util";
import { startSimulator } from "../simulator";
import { runCommand, UsageError } from "./command";
import { placeForBooks } from "./simulator-data";

const HELP = `medusa-payment-acquiring simulator [options]

A stateful gateway on this machine, with test cards, notifications and a page that
lists all transactions. It listens on 127.0.0.1 and never moves real money.

  --port N             port to listen on (default 9090; 0: any free port)
  --host ADDRESS       address to listen on (default 127.0.0.1); everyone who can reach it controls it
  --public-url URL     the URL for browsers (default: the address it listens on)
  --merchant-id N      default 100001
  --account-id N       default 100001001
  --signing-key KEY    default: the environment's ACQUIRING_SIMULATOR_KEY, else a new one, printed
  --data FILE          keep all data in this file between starts; a file that medusa develop
                       would watch is kept in the store's .medusa/simulator instead
  --capture-mode MODE  manual (default) or automatic
  --payout-amount-unit UNIT
                       minor (default) or major: the unit of payout amounts
  --help               show this help`;

const OPTIONS = {
  port: { type: "string", default: "9090" },
  host: { type: "string", default: "127.0.0.1" },
  "public-url": { type: "string" },
  "merchant-id": { type: "string", default: "100001" },
  "account-id": { type: "string", default: "100001001" },
  "signing-key": { type: "string" },
  data: { type: "string" },
  "capture-mode": { type: "string", default: "manual" },
  "payout-amount-unit": { type: "string", default: "minor" },
  help: { type: "boolean", default: false },
} as const;

const read = (args: string[]) => parseArgs({ args, options: OPTIONS, strict: true });

type Values = ReturnType<typeof read>["values"];

export async function runSimulator(argv: readonly string[]): Promise<number> {
  return runCommand(argv, { help: HELP, read }, ({ values }) => simulate(values));
}

async function simulate(values: Values): Promise<number> {
  const mode = values["capture-mode"];
  const port = /^\d{1,5}$/.test(values.port) ? Number.parseInt(values.port, 10) : Number.NaN;
  if (!(port <= 65_535) || (mode !== "manual" && mode !== "automatic")) {
    throw new UsageError("--port takes a number from 0 to 65535, --capture-mode takes manual or automatic.");
  }
  const amountUnit = values["payout-amount-unit"];
  if (amountUnit !== "minor" && amountUnit !== "major") {
    throw new UsageError("--payout-amount-unit takes minor or major.");
  }
  const publicUrl = values["public-url"];
  if (publicUrl !== undefined && !isOrigin(publicUrl)) {
    throw new UsageError("--public-url takes a URL like http://gateway.local:9090.");
  }
  const books = values.data ? placeForBooks(values.data, process.cwd()) : null;
  if (books?.note) console.log(books.note);
  const given = values["signing-key"] ?? process.env.ACQUIRING_SIMULATOR_KEY;
  const signingKey = given ?? randomBytes(16).toString("hex");
  if (given === undefined) console.log(`signing key ${signingKey}`);
  const simulator = await startSimulator({
    host: values.host,
    port,
    merchantId: values["merchant-id"],
    accountId: values["account-id"],
    signingKeys: [signingKey],
    captureMode: mode,
    payouts: { amountUnit },
    ...(publicUrl === undefined ? {} : { publicUrl }),
    ...(books === null ? {} : { dataFile: books.file }),
  });
  console.log(`simulator listening on ${simulator.url}`);
  await new Promise<void>((resolve) => {
    process.once("SIGINT", resolve);
    process.once("SIGTERM", resolve);
  });
  await simulator.close();
  return 0;
}

const isOrigin = (text: string): boolean => parseUrl(text) !== null && /^https?:\/\/[^/]+$/.test(text);
