import type { MedusaContainer } from "@medusajs/framework/types";
import { ContainerRegistrationKeys } from "@medusajs/framework/utils";
import { holdersAtOnce } from "../modules/acquiring/runtime/connection-budget";
import { concurrently } from "./map-with-concurrency";
import { messageOf } from "./safe-error-text";
import { ledgerOf } from "./resolve-ledger";

interface EachWork {
  readonly run: (id: string) => Promise<unknown>;
  /** Left out: as many as may hold several connections to the database each. */
  readonly atOnce?: number;
}

/**
 * Background work on each of these, several at a time. What fails says so in the log and stays due, and so does what
 * has not begun when the store stops.
 */
export async function workOnEach(
  container: MedusaContainer,
  ids: readonly string[],
  { run, atOnce }: EachWork,
): Promise<void> {
  const logger = container.resolve(ContainerRegistrationKeys.LOGGER);
  const ledger = ledgerOf(container);
  await concurrently(ids, atOnce ?? holdersAtOnce(ledger.poolSize()), {
    work: async (id) => (ledger.rounds.isOver ? undefined : run(id)),
    onError: (id, error) => logger.error(`acquiring.work_failed id=${id} error=${messageOf(error)}`),
  });
}
