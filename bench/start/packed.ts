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

/** As `npm run build` does, into `.medusa`. */
export async function build(): Promise<void> {
  const cli = join(ROOT, "node_modules/@medusajs/cli/cli.js");
  await run(process.execPath, [cli, "plugin:build"], { cwd: ROOT });
  for (const script of ["build-browser.cjs", "bundle-server.cjs", "slim-package.cjs"])
    await run(process.execPath, [join(ROOT, "scripts", script)], { cwd: ROOT });
}

export async function packed(): Promise<Packed> {
  const npm = process.platform === "win32" ? "npm.cmd" : "npm";
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

/** `require("name")`, `createRequire(file)("name")`, `from "name/part"`, `import("name")`, with either quotes. */
const asksFor = (text: string, name: string): boolean =>
  new RegExp(
    `(?:require\\(|\\)\\(|from\\s*|import\\s*\\(?)\\s*["']${name.replaceAll(".", "\\.")}(?:/[^"']*)?["']`,
  ).test(text);
