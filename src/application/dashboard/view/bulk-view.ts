import type { MedusaContainer } from "@medusajs/framework/types";
import { MedusaError } from "@medusajs/framework/utils";
import type { BulkCapture, BulkItem, BulkRun } from "../../../api-schema/admin";
import { createCurrency, createMoney, toMajor } from "../../../gateway/model/money";
import type { BulkItemRow, BulkRunRow } from "../../../modules/acquiring";
import {
  bulkAttemptIds,
  bulkCounts,
  bulkRun,
  endedBulkItems,
  latestBulkRuns,
  minorOf,
  openBulkRun,
} from "../../../modules/acquiring";
import { beginBulkCapture } from "../bulk-capture";
import { resolveLedger } from "../../resolve-ledger";
import { paymentActionsOf } from "./actions-view";
import { namesOf, ordersOfAttempts } from "../../orders/load-medusa-orders";
import { shapeRow } from "./payment-rows";

const LATEST = 10;

/** Commits the run, starts it, and returns before anything is sent. The same key again returns the same run. */
export async function startBulkCapture(
  container: MedusaContainer,
  { key, payment_ids: given }: BulkCapture,
  actorId: string,
): Promise<BulkRun> {
  const ledger = resolveLedger(container);
  const pg = ledger.attempts.connection;
  const ids = [...new Set(given)];
  const known = new Set((await ledger.attempts.attemptsByIds(ids)).map(({ id }) => id));
  const missing = ids.find((id) => !known.has(id));
  if (missing !== undefined) {
    throw new MedusaError(MedusaError.Types.INVALID_DATA, `payment_ids: there is no payment ${missing}.`);
  }
  const { row, isNew } = await openBulkRun(pg, { key, createdBy: actorId, attemptIds: ids }, ledger.now());
  if (!isNew && (await bulkAttemptIds(pg, row.id)).join() !== ids.join()) {
    throw new MedusaError(
      MedusaError.Types.INVALID_DATA,
      "key: already used for another operation; use a new key for each operation.",
    );
  }
  if (isNew) beginBulkCapture(container, row.id);
  return viewOf(container, row, []);
}

export async function bulkView(container: MedusaContainer, id: string, after: number): Promise<BulkRun> {
  const pg = resolveLedger(container).attempts.connection;
  // Items first: an item that ends in between is already counted, and listed by the next request.
  const items = await endedBulkItems(pg, id, after);
  const row = await bulkRun(pg, id);
  if (!row) throw new MedusaError(MedusaError.Types.NOT_FOUND, `There is no bulk capture ${id}.`);
  return viewOf(container, row, await itemsOf(container, items));
}

export async function latestBulkViews(container: MedusaContainer): Promise<{ runs: BulkRun[] }> {
  const rows = await latestBulkRuns(resolveLedger(container).attempts.connection, LATEST);
  return { runs: await viewsOf(container, rows, []) };
}

async function viewOf(container: MedusaContainer, row: BulkRunRow, results: BulkItem[]): Promise<BulkRun> {
  const [view] = await viewsOf(container, [row], results);
  if (!view) throw new MedusaError(MedusaError.Types.NOT_FOUND, `There is no bulk capture ${row.id}.`);
  return view;
}

async function viewsOf(
  container: MedusaContainer,
  rows: readonly BulkRunRow[],
  results: BulkItem[],
): Promise<BulkRun[]> {
  const counts = await bulkCounts(
    resolveLedger(container).attempts.connection,
    rows.map(({ id }) => id),
  );
  const names = await namesOf(
    container,
    rows.map(({ created_by: by }) => by),
  );
  return rows.map((row) => {
    const of = (outcome: BulkItemRow["outcome"]): number =>
      counts.find((each) => each.run_id === row.id && each.outcome === outcome)?.count ?? 0;
    return {
      id: row.id,
      created_at: row.created_at.toISOString(),
      created_by: names.get(row.created_by) ?? row.created_by,
      finished_at: row.finished_at?.toISOString() ?? null,
      total: row.total,
      counts: {
        done: of("done"),
        pending: of("pending"),
        refused: of("refused"),
        unknown: of("unknown"),
        not_sent: of("not_sent"),
        waiting: of(null),
      },
      results,
    };
  });
}

async function itemsOf(container: MedusaContainer, items: readonly BulkItemRow[]): Promise<BulkItem[]> {
  const ledger = resolveLedger(container);
  const ids = items.map(({ attempt_id: id }) => id);
  const attempts = await ledger.attempts.attemptsByIds(ids);
  const byId = new Map(attempts.map((attempt) => [attempt.id, attempt]));
  const [operations, orders] = await Promise.all([
    ledger.attempts.operationsOfMany(ids),
    ordersOfAttempts(container, attempts),
  ]);
  return items.flatMap((item) => {
    const attempt = byId.get(item.attempt_id);
    if (!attempt) return [];
    const currency = createCurrency(attempt.currency);
    const { state, customer_left, amounts } = shapeRow(attempt, null);
    return {
      number: item.number ?? 0,
      payment_id: attempt.id,
      order: orders.get(attempt.id) ?? null,
      amount: item.amount === null ? null : toMajor(createMoney(minorOf(item.amount), currency)),
      currency: attempt.currency,
      outcome: item.outcome,
      message: item.message,
      now: {
        state,
        customer_left,
        amounts,
        capture: paymentActionsOf(ledger, attempt, operations.get(attempt.id) ?? []).capture,
      },
    };
  });
}
