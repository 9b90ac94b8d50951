import type { MedusaContainer } from "@medusajs/framework/types";
import { ContainerRegistrationKeys } from "@medusajs/framework/utils";
import type { BulkEnd, BulkItemRow, Command, CommandResult } from "../../modules/acquiring";
import {
  abandonedBulkRuns,
  bulkRun,
  dashboardKey,
  endBulkItem,
  finishBulkRun,
  minorOf,
  waitingBulkItems,
} from "../../modules/acquiring";
import type AcquiringModuleService from "../../modules/acquiring/service";
import { actionOutcome } from "./change-payment";
import { resolveLedger } from "../resolve-ledger";
import { errorMessage } from "../safe-error-text";
import { projectAttempt } from "../orders/project-attempt";
import { forEachDue } from "../for-each-due";

/**
 * Works through a bulk capture in the background of this process, in chunks: the items of a chunk start together, so
 * that the gate can send full batch requests. Each item's result is committed immediately, and Medusa's rows follow. If
 * the process dies, another one continues; requests already sent keep the item's idempotency key and are not sent
 * again.
 */
const CHUNK = 150;

export async function abandonedBulkCaptures(container: MedusaContainer): Promise<string[]> {
  return abandonedBulkRuns(resolveLedger(container).attempts.connection);
}

/** Runs without being awaited. Does nothing if another process works on the run. */
export function beginBulkCapture(container: MedusaContainer, id: string): void {
  const logger = container.resolve(ContainerRegistrationKeys.LOGGER);
  resolveLedger(container)
    .drain.run(() => workThroughRun(container, id))
    .catch((error: unknown) => {
      logger.error(`acquiring.bulk_failed run=${id} error=${errorMessage(error)}; it is taken up again`);
    });
}

/** If the lease is lost, another process takes the run; that is safe because each item has its key. */
async function workThroughRun(container: MedusaContainer, id: string): Promise<void> {
  const ledger = resolveLedger(container);
  const pg = ledger.attempts.connection;
  const lease = await ledger.leases.take("bulk-capture", id);
  if (!lease) return;
  try {
    while (!ledger.drain.isOver) {
      const items = await waitingBulkItems(pg, id, CHUNK);
      if (items.length === 0) return await finishBulkRun(pg, id, ledger.now());
      await captureChunk(container, id, items);
    }
  } finally {
    await lease.release();
  }
}

async function captureChunk(container: MedusaContainer, runId: string, items: readonly BulkItemRow[]): Promise<void> {
  const ledger = resolveLedger(container);
  const pg = ledger.attempts.connection;
  const run = await bulkRun(pg, runId);
  const captures = await capturesOf(ledger, items, run?.created_by ?? "");
  const results = ledger.commands.carryOutAll(captures.map(({ command }) => command));
  const ended = results.map(async (result, index) => {
    const capture = captures[index];
    if (capture) await endBulkItem(pg, capture.item, endOf(capture.command, await result), ledger.now());
  });
  const failed = (await Promise.allSettled(ended)).find(({ status }) => status === "rejected");
  const ids = captures.map(({ command }) => command.attemptId);
  await forEachDue(container, ids, {
    work: "projection",
    run: (id) => projectAttempt(container, id),
  });
  if (failed?.status === "rejected") throw failed.reason;
}

interface ItemCapture {
  readonly item: BulkItemRow;
  readonly command: Command;
}

/** Items not captured yet. An item started by an earlier process yields the same command with the same key. */
async function capturesOf(
  ledger: AcquiringModuleService,
  items: readonly BulkItemRow[],
  actorId: string,
): Promise<readonly ItemCapture[]> {
  const ids = items.map(({ attempt_id: id }) => id);
  const attempts = new Map((await ledger.attempts.attemptsByIds(ids)).map((attempt) => [attempt.id, attempt]));
  const operations = await ledger.attempts.operationsOfMany(ids);
  return items.map((item) => {
    const attempt = attempts.get(item.attempt_id);
    const key = dashboardKey("capture", item.id);
    const known = operations.get(item.attempt_id)?.find(({ idempotency_key }) => idempotency_key === key);
    const left = attempt ? minorOf(attempt.authorised) - minorOf(attempt.captured) : 0n;
    const amount = known ? minorOf(known.amount) : left;
    return { item, command: { attemptId: item.attempt_id, kind: "capture", amount, key: item.id, actorId } };
  });
}

export function endOf({ amount }: Command, result: CommandResult): BulkEnd {
  const outcome = result.kind === "misused" ? "refused" : actionOutcome[result.kind];
  const reason = "reason" in result ? result.reason : { code: null, message: null };
  return { amount, outcome, code: reason.code, message: reason.message };
}
