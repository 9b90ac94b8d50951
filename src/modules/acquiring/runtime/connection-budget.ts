import { Semaphore } from "./semaphore";

/**
 * Who holds a connection to the database and needs more of them before it gives that one
 * back. Too many of those at once take the whole pool, and then each waits for the others
 * for ever; so all of a process, whatever began them, take turns here first. One that
 * holds a turn must not ask for another.
 */

/** One of them holds up to this many: its lock, Medusa's transaction, and the ledger's inside it. */
const CONNECTIONS_OF_A_HOLDER = 3;
/** More at once make nothing faster. Our choice. */
const MOST = 8;

/** So few that one connection of the pool is always left for who needs no more than one; at least one. */
export const connectionsAtOnce = (poolSize: number): number =>
  Math.max(1, Math.min(MOST, Math.floor((poolSize - 1) / CONNECTIONS_OF_A_HOLDER)));

/** The turns of one process. What one of them fails with is no reason to turn the others away. */
export const createConnectionBudget = (poolSize: number): Semaphore =>
  new Semaphore(connectionsAtOnce(poolSize), () => false);
