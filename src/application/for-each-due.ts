import type { MedusaContainer } from "@medusajs/framework/types";
import { ContainerRegistrationKeys } from "@medusajs/framework/utils";
import { connectionsAtOnce } from "../modules/acquiring/runtime/connection-budget";
import { mapWithConcurrency } from "./map-with-concurrency";
import { errorMessage } from "./safe-error-text";
import { resolveLedger } from "./resolve-ledger";

interface EachWork {
  readonly run: (id: string) => Promise<unknown>;
  /** Left out: as many as may hold several connections to the database each. */
  readonly atOnce?: number;
}

/**
 * Background work on each of these, several at a time. What fails says so in the log and stays due, and so does what
 * has not begun when the store stops.
 */
export async function forEachDue(
  container: MedusaContainer,
  ids: readonly string[],
  { run, atOnce }: EachWork,
): Promise<void> {
  const logger = container.resolve(ContainerRegistrationKeys.LOGGER);
  const ledger = resolveLedger(container);
  await mapWithConcurrency(ids, atOnce ?? connectionsAtOnce(ledger.poolSize()), {
    work: async (id) => (ledger.rounds.isOver ? undefined : run(id)),
    onError: (id, error) => logger.error(`acquiring.work_failed id=${id} error=${errorMessage(error)}`),
  });
}
