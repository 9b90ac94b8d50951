import { allMigrations } from "./all-migrations";
import type { OwnDatabase } from "./own-database";
import { ownDatabase } from "./own-database";

/** A database of a spec file's own with all of the ledger's tables, as the migrations of this version make them. */
export const ledgerDatabase = async (name: string): Promise<OwnDatabase> => ownDatabase(name, await allMigrations());
