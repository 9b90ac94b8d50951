import { MedusaError } from "@medusajs/framework/utils";
import { startTimer } from "../../../gateway/batching/batcher";

/**
 * Gives up waiting for the database while the sender of a notification still
 * listens. A database that is down or locked does not refuse: its clients wait,
 * for a minute and more, and whoever waits for them goes away without an answer.
 * What was begun may still be done later; storing the same bytes twice is one row.
 */

/** In ms of real time. How long the gateway waits for us is not known; our choice. */
export const DB_TIMEOUT_MS = 5_000;

export class DbTimeout extends MedusaError {
  constructor() {
    super(MedusaError.Types.UNEXPECTED_STATE, "The database did not respond in time.");
  }
}

/** The answer, or `DbTimeout` after `DB_TIMEOUT_MS`. */
export async function withDbTimeout<T>(work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const callOff = startTimer(DB_TIMEOUT_MS, () => {
      // A busy process looks at its clock first: an answer that lies in the socket is read before it counts as missing.
      setImmediate(() => setImmediate(() => reject(new DbTimeout())));
    });
    void work.then(resolve, reject).finally(callOff);
  });
}
