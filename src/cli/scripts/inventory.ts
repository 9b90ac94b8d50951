import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, sep } from "node:path";
import { z } from "@medusajs/framework/zod";
import { CommandError } from "../command";

/** `scripts.json` in the package: the build's list of what runs in browsers. */
export const Inventory = z.object({
  package: z.string(),
  version: z.string(),
  files: z.array(z.object({ file: z.string(), bytes: z.number(), integrity: z.string(), purpose: z.string() })),
  pages: z.array(z.object({ page: z.string(), purpose: z.string(), protection: z.string() })),
});

export interface ScriptFile {
  readonly file: string;
  readonly bytes: number;
  readonly integrity: string;
}

const RUNS = /\.(?:m?js|css)$/;

/** Every script and stylesheet in a folder, with its hash as in an `integrity` attribute. */
export function hashedFiles(folder: string): readonly ScriptFile[] {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => RUNS.test(name));
  return names.sort().map((name) => {
    const bytes = readFileSync(join(folder, name));
    const integrity = `sha384-${createHash("sha384").update(bytes).digest("base64")}`;
    return { file: name.split(sep).join("/"), bytes: bytes.length, integrity };
  });
}

/** The inventory in a folder of built files. */
export function readInventory(folder: string): z.output<typeof Inventory> {
  const file = join(folder, "scripts.json");
  if (!existsSync(file)) throw new CommandError(`${file} is missing. In the repository, run npm run build first.`);
  return Inventory.parse(JSON.parse(readFileSync(file, "utf8")));
}

/** Files that are not as the inventory says: changed, missing or added. */
export function differences(folder: string, listed: readonly ScriptFile[]): readonly string[] {
  const found = new Map(hashedFiles(folder).map(({ file, integrity }) => [file, integrity]));
  const names = new Set(listed.map(({ file }) => file));
  return [
    ...listed.filter(({ file }) => !found.has(file)).map(({ file }) => `${file} is missing.`),
    ...listed
      .filter(({ file, integrity }) => found.has(file) && found.get(file) !== integrity)
      .map(({ file }) => `${file} has another hash: ${found.get(file) ?? ""}`),
    ...[...found.keys()].filter((file) => !names.has(file)).map((file) => `${file} is not in the inventory.`),
  ];
}
