import { parseArgs } from "node:util";
import { examine } from "./doctor/index";
import type { Finding } from "./doctor/finding";
import { runCommand } from "./command";

export const HELP = `medusa-payment-acquiring doctor [options]

Checks the store in this folder: options and keys, the payment module, CORS and
return URLs, the database, migrations and regions, the notification URL, the
gateway and its clock, and whether its responses can be read, with a query for
the ledger's newest payment. It changes nothing, and sends nothing that could
move money.

  --offline        skip the checks that need the network
  --json           print the findings as JSON
  --help           show this help

Exit codes: 0 no check failed, 1 a check failed, 2 invalid usage.`;

const OPTIONS = {
  offline: { type: "boolean", default: false },
  json: { type: "boolean", default: false },
  help: { type: "boolean", default: false },
} as const;

const read = (args: string[]) => parseArgs({ args, options: OPTIONS, strict: true });

export async function run(argv: readonly string[]): Promise<number> {
  return runCommand(argv, { help: HELP, read }, async ({ values }) => {
    const findings = await examine({
      folder: process.cwd(),
      isOffline: values.offline,
      isProduction: process.env.NODE_ENV === "production",
      now: () => new Date(),
      env: process.env,
    });
    console.log(values.json ? JSON.stringify(findings, null, 2) : table(findings));
    return findings.some(({ status }) => status === "fail") ? 1 : 0;
  });
}

export function table(findings: readonly Finding[]): string {
  const width = Math.max(...findings.map(({ check }) => check.length));
  const lines = findings.flatMap(({ check, status, message, remedy }) => [
    `${status.padEnd(4)}  ${check.padEnd(width)}  ${message}`,
    ...(remedy === null ? [] : [`${" ".repeat(6 + width)}  -> ${remedy}`]),
  ]);
  const count = (status: Finding["status"]): number => findings.filter((each) => each.status === status).length;
  const skipped = count("skip") === 0 ? "" : `, ${String(count("skip"))} skipped`;
  const sum = `${String(count("ok"))} ok, ${String(count("warn"))} to check, ${String(count("fail"))} failed${skipped}`;
  // Foreign texts must not control the terminal.
  return [...lines, sum].map((line) => line.replace(/\p{Cc}+/gu, " ")).join("\n");
}
