import { Semaphore } from "./semaphore";

/** Callers that hold a connection and request more could deadlock: each takes one slot first, and never a second. */

/** Maximum connections of one holder: its lock, Medusa's transaction, and the ledger's inside it. */
const CONNECTIONS_OF_A_HOLDER = 3;
/** More at once are not faster. Our choice. */
const MOST = 8;

/** Leaves at least one connection of the pool for callers that need only one; at least one slot. */
export const connectionsAtOnce = (poolSize: number): number =>
  Math.max(1, Math.min(MOST, Math.floor((poolSize - 1) / CONNECTIONS_OF_A_HOLDER)));

/** The slots of one process. A failure of one holder does not reject the others. */
export const createConnectionBudget = (poolSize: number): Semaphore =>
  new Semaphore(connectionsAtOnce(poolSize), () => false);
