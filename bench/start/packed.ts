import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { z } from "@medusajs/framework/zod";
import { ROOT } from "../harness/databases";

/** What `npm pack` would send: its size, and runtime dependencies that no file uses. */
export interface Packed {
  readonly bytes: number;
  readonly unused: readonly string[];
}

const run = promisify(execFile);
const List = z.array(z.object({ size: z.number(), files: z.array(z.object({ path: z.string() })) })).min(1);
const Manifest = z.object({ dependencies: z.record(z.string(), z.string()) });

const npm = process.platform === "win32" ? "npm.cmd" : "npm";

/** Into `.medusa`. */
export async function build(): Promise<void> {
  await run(npm, ["run", "build"], { cwd: ROOT, maxBuffer: 16 * 1024 * 1024 });
}

export async function packed(): Promise<Packed> {
  const words = ["pack", "--dry-run", "--json", "--ignore-scripts"];
  const { stdout } = await run(npm, words, { cwd: ROOT, maxBuffer: 16 * 1024 * 1024 });
  const [list] = List.parse(JSON.parse(stdout));
  const { dependencies } = Manifest.parse(JSON.parse(await readFile(join(ROOT, "package.json"), "utf8")));
  const unused = new Set(Object.keys(dependencies));
  for (const { path } of list?.files ?? []) {
    if (!/\.[cm]?js$/.test(path)) continue;
    const text = await readFile(join(ROOT, path), "utf8");
    for (const name of unused) if (asksFor(text, name)) unused.delete(name);
  }
  return { bytes: list?.size ?? Number.NaN, unused: [...unused] };
}

/** `require("name")`, `createRequire(file)("name")`, `.resolve("name/file")`, `from "name/part"`, `import("name")`, with any quotes. */
const asksFor = (text: string, name: string): boolean =>
  new RegExp(
    `(?:require\\(|\\)\\(|\\.resolve\\(|from\\s*|import\\s*\\(?)\\s*["'\`]${name.replaceAll(".", "\\.")}(?:/[^"'\`]*)?["'\`]`,
  ).test(text);
