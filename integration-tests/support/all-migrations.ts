import { readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { Migration } from "@medusajs/framework/mikro-orm/migrations";
import type { MigrationClass } from "./own-database";

/** All migrations of a module in order, without naming them. */
const folderOf = (module: string): string => join(__dirname, "../../src/modules", module, "migrations");

const isMigration = (value: unknown): value is MigrationClass =>
  typeof value === "function" && value.prototype instanceof Migration;

export async function allMigrations(module = "acquiring"): Promise<MigrationClass[]> {
  const folder = folderOf(module);
  const names = readdirSync(folder).filter((name) => /^Migration\d+\.ts$/.test(name));
  // `import()` would make Node load TypeScript; `require` is compiled by ts-node.
  const load = createRequire(__filename);
  return names.sort().flatMap((name) => Object.values<unknown>(load(join(folder, name))).filter(isMigration));
}
