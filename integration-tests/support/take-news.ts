import type { MedusaContainer } from "@medusajs/framework/types";
import { workerOf } from "../../src/application/worker/worker-loop";
import { resolveLedger } from "../../src/application/resolve-ledger";

/** Longer than any test. */
const NEVER_MS = 3_600_000;

/**
 * From now on the store takes up a notification as soon as it has stored it, as one in mode
 * `shared` does; what others store, and what is due by the clock, it does when a test says so.
 */
export function takeNewsAtOnce(container: MedusaContainer): void {
  const look = (): Promise<number> => Promise.resolve(NEVER_MS);
  resolveLedger(container).bell.begin({ ...workerOf(container), look }, false);
}
