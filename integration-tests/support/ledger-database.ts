import { readdirSync } from "node:fs";
import { join } from "node:path";
import { Migration } from "@medusajs/framework/mikro-orm/migrations";
import type { MigrationClass, OwnDatabase } from "./own-database";
import { ownDatabase } from "./own-database";

/** A database of a spec file's own with all of the ledger's tables, as the migrations of this version make them. */
const FOLDER = join(__dirname, "../../src/modules/acquiring/migrations");

export async function ledgerDatabase(name: string): Promise<OwnDatabase> {
  const files = readdirSync(FOLDER).filter((file) => /^Migration\d+\.ts$/.test(file));
  const modules = await Promise.all(files.sort().map((file) => import(join(FOLDER, file))));
  return ownDatabase(name, modules.flatMap((module) => Object.values(module)).filter(isMigration));
}

const isMigration = (value: unknown): value is MigrationClass =>
  typeof value === "function" && value.prototype instanceof Migration;
