import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { z } from "@medusajs/framework/zod";

const Manifest = z.object({ name: z.literal("medusa-payment-acquiring"), version: z.string() });

/** The plugin's version from the nearest package.json; `unknown` if it was bundled without one. */
export function pluginVersion(folder = __dirname): string {
  const path = join(folder, "package.json");
  const manifest = existsSync(path) ? Manifest.safeParse(JSON.parse(readFileSync(path, "utf8"))).data : undefined;
  if (manifest) return manifest.version;
  const parent = dirname(folder);
  return parent === folder ? "unknown" : pluginVersion(parent);
}
