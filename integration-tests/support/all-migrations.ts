import { readdirSync } from "node:fs";
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
  const modules = await Promise.all(names.sort().map(async (name): Promise<object> => import(join(folder, name))));
  return modules.flatMap((module) => Object.values(module).filter(isMigration));
}
