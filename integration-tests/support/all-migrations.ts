import { readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { Migration } from "@medusajs/framework/mikro-orm/migrations";
import type { MigrationClass } from "./own-database";

/** All migrations of a module, in order: a new one is in the tests without being named. */
const folderOf = (module: string): string => join(__dirname, "../../src/modules", module, "migrations");

const isMigration = (value: unknown): value is MigrationClass =>
  typeof value === "function" && value.prototype instanceof Migration;

export async function allMigrations(module = "acquiring"): Promise<MigrationClass[]> {
  const folder = folderOf(module);
  const names = readdirSync(folder).filter((name) => /^Migration\d+\.ts$/.test(name));
  // Not `import()`: it would ask Node for a module of TypeScript where ts-node compiles what is required.
  const load = createRequire(__filename);
  return names.sort().flatMap((name) => Object.values<unknown>(load(join(folder, name))).filter(isMigration));
}
