import type { Knex } from "@medusajs/framework/mikro-orm/knex";

/**
 * Commits if `work` resolves. Each statement sees what was committed before it, whatever the default of the database or
 * the role is: what is checked after a lock must not be older than the lock. Within a transaction it is a savepoint.
 */
export const runTransaction = <T>(pg: Knex, work: (trx: Knex.Transaction) => Promise<T>): Promise<T> =>
  pg.transaction(work, { isolationLevel: "read committed" });
