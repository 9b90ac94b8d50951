import type { MedusaContainer } from "@medusajs/framework/types";
import { workerOf } from "../../src/application/worker/worker-loop";
import { resolveLedger } from "../../src/application/resolve-ledger";

/** Longer than any test. */
const NEVER_MS = 3_600_000;

/**
 * From now on the store processes a notification as soon as it has stored it, as in mode `shared`; messages stored by
 * others and work due by the clock still run on demand.
 */
export function processNotificationsAtOnce(container: MedusaContainer): void {
  const poll = (): Promise<number> => Promise.resolve(NEVER_MS);
  resolveLedger(container).wakeup.begin({ ...workerOf(container), poll }, false);
}
