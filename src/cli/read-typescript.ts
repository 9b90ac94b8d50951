import { createRequire } from "node:module";
import { join } from "node:path";

/** A store that was not built has a configuration in TypeScript; its own ts-node reads it, as under Medusa's command. */
export function readTypeScript(folder: string): void {
  if (require.extensions[".ts"]) return;
  try {
    createRequire(join(folder, "package.json"))("ts-node/register/transpile-only");
  } catch {
    // A built store has none and needs none; if the configuration is TypeScript all the same, loading it says so.
  }
}
