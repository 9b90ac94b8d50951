import { MedusaError } from "@medusajs/framework/utils";
import { startTimer } from "../../../gateway/batching/batcher";

/**
 * Stops waiting for a database that is down or locked while the sender of a notification still waits. The write may
 * still happen later; storing the same bytes twice gives one row.
 */

/** In ms of real time. How long the gateway waits is not documented; our choice. */
export const DB_TIMEOUT_MS = 5_000;

export class DbTimeout extends MedusaError {
  constructor() {
    super(MedusaError.Types.UNEXPECTED_STATE, "The database did not respond in time.");
  }
}

/** The result, or `DbTimeout` after `DB_TIMEOUT_MS`. */
export async function withDbTimeout<T>(work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const callOff = startTimer(DB_TIMEOUT_MS, () => {
      // A busy process runs timers first: a response in the socket is read before it counts as missing.
      setImmediate(() => setImmediate(() => reject(new DbTimeout())));
    });
    void work.then(resolve, reject).finally(callOff);
  });
}
