import type { Knex } from "knex";

/** Makes the database that stores are copied from, unless it is there. */
export function ensureTemplate(server: Knex, name: string, address: (database: string) => string): Promise<void>;
