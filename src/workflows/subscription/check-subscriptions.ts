import type { MedusaContainer } from "@medusajs/framework/types";
import { ContainerRegistrationKeys } from "@medusajs/framework/utils";
import { createStep, createWorkflow, StepResponse, WorkflowResponse } from "@medusajs/framework/workflows-sdk";
import type { ContractRow } from "../../modules/acquiring_subscription/rows";
import { acquiringCheckAttemptsWorkflow } from "../check-attempts";
import { concurrently, projectionsAtOnce } from "../concurrently";
import { ledgerOf } from "../ledger-of";
import { followContract } from "./follow-contract";
import { subscriptionsOf } from "./subscriptions-of";
import { messageOf } from "./work-task";

/**
 * Looks at every contract whose time has come: the gateway is asked about a hundred at
 * once, what it says is followed, and a charge that should have come and has not is shown
 * to a person. A page at a time, so that memory does not grow with the number of contracts.
 */
const PAGE = 100;

export interface SubscriptionCheck {
  /** Contracts that were looked at. */
  readonly looked: number;
  readonly pages: number;
}

const acquiringCheckSubscriptionsStep = createStep(
  "acquiring-check-subscriptions",
  async (_input: Record<string, never>, { container }) => new StepResponse(await checkSubscriptions(container)),
);

export const acquiringCheckSubscriptionsWorkflow = createWorkflow(
  "acquiring-check-subscriptions",
  (input: Record<string, never>) => new WorkflowResponse(acquiringCheckSubscriptionsStep(input)),
);

async function checkSubscriptions(container: MedusaContainer): Promise<SubscriptionCheck> {
  const { contracts } = subscriptionsOf(container);
  const { rounds } = ledgerOf(container);
  let looked = 0;
  let pages = 0;
  let after: { at: Date; id: string } | null = null;
  while (!rounds.isOver) {
    const page: ContractRow[] = await contracts.due(PAGE, after);
    const last = page.at(-1);
    if (!last?.next_check_at) break;
    await checkContracts(container, page, true);
    after = { at: last.next_check_at, id: last.id };
    looked += page.length;
    pages += 1;
  }
  await contracts.prune();
  return { looked, pages };
}

/** `ask`: the gateway first, about all of them in one question. One contract that fails keeps the others from nothing. */
export async function checkContracts(
  container: MedusaContainer,
  page: readonly ContractRow[],
  ask: boolean,
): Promise<void> {
  const ledger = ledgerOf(container);
  const logger = container.resolve(ContainerRegistrationKeys.LOGGER);
  const ids = page.flatMap(({ attempt_id: id }) => id ?? []);
  if (ask) {
    const { result } = await acquiringCheckAttemptsWorkflow(container).run({ input: { ids } });
    for (const { id, message } of result) logger.error(`acquiring.work_failed id=${id} error=${message}`);
  }
  await concurrently(page, projectionsAtOnce(ledger.poolSize()), {
    // Also when nothing moved: time did.
    work: (contract) => followContract(container, contract),
    onError: ({ id }, error) => logger.error(`acquiring.work_failed id=${id} error=${messageOf(error)}`),
  });
}
