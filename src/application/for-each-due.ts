import type { MedusaContainer } from "@medusajs/framework/types";
import { connectionsAtOnce } from "../modules/acquiring";
import { mapWithConcurrency } from "./map-with-concurrency";
import type { WorkKind } from "./log-failed-work";
import { logFailedWork } from "./log-failed-work";
import { resolveLedger } from "./resolve-ledger";

interface EachWork {
  readonly work: WorkKind;
  readonly run: (id: string) => Promise<unknown>;
  /** Default: what the pool allows if each item may hold several connections. */
  readonly atOnce?: number;
  /** It follows from a request, which is answered after the stop signal as well. */
  readonly isOfRequest?: boolean;
}

/** Background work on each item. A failure is logged and stays due, as do items not started at shutdown. */
export async function forEachDue(
  container: MedusaContainer,
  ids: readonly string[],
  { work, run, atOnce, isOfRequest = false }: EachWork,
): Promise<void> {
  const ledger = resolveLedger(container);
  await mapWithConcurrency(ids, atOnce ?? connectionsAtOnce(ledger.attempts.poolSize), {
    work: async (id) => (!isOfRequest && ledger.drain.isOver ? undefined : run(id)),
    onError: (id, error) => logFailedWork(container, { work, id }, error),
  });
}
