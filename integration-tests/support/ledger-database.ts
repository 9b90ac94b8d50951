import { allMigrations } from "./all-migrations";
import type { OwnDatabase } from "./own-database";
import { ownDatabase } from "./own-database";

/** A database of the spec's own with all of the ledger's tables, created by the current migrations. */
export const ledgerDatabase = async (name: string): Promise<OwnDatabase> => ownDatabase(name, await allMigrations());
