import { existsSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { runCommand, UsageError } from "./command";
import type { ScriptFile } from "./scripts/inventory";
import { differences, hashedFiles, readInventory } from "./scripts/inventory";

export const HELP = `medusa-payment-acquiring scripts [options]

Lists the package's files that run in customers' browsers, with their sha384 hash and
why each is needed: your inventory for PCI DSS 6.4.3. It also compares the installed
files with that list. Needs no store.

  --folder DIR     instead, list the scripts and styles of this folder with their hash:
                   the shop's own build, which contains ours
  --json           print JSON
  --help           show this help

Exit codes: 0 success, 1 an installed file is not as listed, 2 invalid usage.`;

const OPTIONS = {
  folder: { type: "string" },
  json: { type: "boolean", default: false },
  help: { type: "boolean", default: false },
} as const;

const read = (args: string[]) => parseArgs({ args, options: OPTIONS, strict: true });

type Values = ReturnType<typeof read>["values"];

export async function run(argv: readonly string[]): Promise<number> {
  return runCommand(argv, { help: HELP, read }, ({ values }) => Promise.resolve(list(values)));
}

function list({ folder, json }: Values): number {
  if (folder !== undefined) {
    if (!existsSync(folder) || !statSync(folder).isDirectory()) throw new UsageError(`There is no folder ${folder}.`);
    const files = hashedFiles(folder);
    console.log(json ? JSON.stringify({ files }, null, 2) : files.map(line).join("\n"));
    return 0;
  }
  return listPackage(browserFolder(), json);
}

/** Prints the inventory in a folder; 1 if its files are not as listed. */
export function listPackage(folder: string, isJson: boolean): number {
  const inventory = readInventory(folder);
  const problems = differences(folder, inventory.files);
  if (isJson) console.log(JSON.stringify({ ...inventory, problems }, null, 2));
  else {
    console.log(inventory.files.map((file) => `${line(file)}\n    ${file.purpose}`).join("\n"));
    for (const { page, purpose, protection } of inventory.pages)
      console.log(`${page} on this server\n    ${purpose} (${protection})`);
    for (const problem of problems) console.error(`changed: ${problem}`);
  }
  return problems.length > 0 ? 1 : 0;
}

const line = ({ file, integrity }: ScriptFile): string => `${file}  ${integrity}`;

/** In the package's own folder, whether this code runs from its source or its build. */
function browserFolder(folder = __dirname): string {
  const parent = dirname(folder);
  return existsSync(join(folder, "package.json")) || parent === folder
    ? join(folder, ".medusa/browser")
    : browserFolder(parent);
}
