import { createRequire } from "node:module";
import { join } from "node:path";

/** A store that was not built has a TypeScript configuration, which its own ts-node reads. */
export function readTypeScript(folder: string): void {
  if (require.extensions[".ts"]) return;
  try {
    createRequire(join(folder, "package.json"))("ts-node/register/transpile-only");
  } catch {
    // A built store does not need it; loading reports a TypeScript configuration anyway.
  }
}
