import type { Knex } from "@medusajs/framework/mikro-orm/knex";
import type { StatusChecker } from "../status-checks/status-checker";
import type { Difference, MedusaBookPayment } from "../domain/books/differences";
import { isRowOf } from "../domain/books/differences";
import { noDetails } from "../ledger/apply-decision";
import { insertAudit } from "../ledger/journal";
import type { Ledger } from "../ledger/ledger";
import type { LockedAttempt, OperationRow } from "../ledger/rows/attempt-row";
import type { Examined } from "./pages";

/**
 * Repairs differences in existing ways: the gateway is queried and its facts pass through the reducer, and the
 * projection is made due for Medusa. It never writes an amount or a state itself, and never to the gateway. What the
 * reducer refuses stays unchanged.
 */
export interface RepairDependencies {
  readonly ledger: Ledger;
  readonly checker: StatusChecker;
  readonly now: () => Date;
}

export interface Order {
  readonly runId: string;
  readonly by: string;
  readonly differences: readonly Difference[];
  readonly payment: MedusaBookPayment | null;
}

export class Repair {
  constructor(private readonly deps: RepairDependencies) {}

  /** Applies the gateway's facts. False if it could not be queried. */
  async askGateway({ row }: Examined, order: Order): Promise<boolean> {
    const attempt = await this.deps.ledger.attempt(row.id);
    if (!attempt) return false;
    const answer = await this.deps.checker.check(attempt);
    if (answer.kind !== "answered") return false;
    await this.note(row.id, order, "ask_gateway");
    return true;
  }

  /** Makes the projection due; operations without a row in Medusa count as unrecorded again. */
  async recordInMedusa({ row }: Examined, order: Order): Promise<void> {
    const now = this.deps.now();
    await this.deps.ledger.withAttempt(row.id, async (attempt, trx) => {
      const lost = unrecorded(attempt, order.payment);
      await trx("acquiring_operation")
        .whereIn(
          "id",
          lost.map(({ id }) => id),
        )
        .update({ recorded_in_medusa: false });
      // The version grows, so that a running projection does not count.
      await trx("acquiring_payment_attempt")
        .where({ id: row.id })
        .update({ version: trx.raw("version + 1"), project_after: now, project_failures: 0 });
      await this.write(trx, row.id, order, "record_in_medusa");
    });
  }

  private async note(attemptId: string, order: Order, remedy: Difference["remedy"]): Promise<void> {
    await this.write(this.deps.ledger.connection, attemptId, order, remedy);
  }

  private async write(pg: Knex, attemptId: string, order: Order, remedy: Difference["remedy"]): Promise<void> {
    const kinds = order.differences.filter((difference) => difference.remedy === remedy).map(({ kind }) => kind);
    await insertAudit(pg, attemptId, {
      action: `reconciled_${remedy}`,
      operationId: null,
      actorId: order.by,
      context: {
        source: "query",
        actor: "system",
        now: this.deps.now(),
        inboxEventId: null,
        details: { ...noDetails, code: `${order.runId}:${kinds.join(",")}` },
        completeCartAfterMs: 0,
      },
    });
  }
}

function unrecorded({ operations }: LockedAttempt, payment: MedusaBookPayment | null): OperationRow[] {
  if (!payment) return [];
  return operations.filter((operation) => {
    if (!operation.recorded_in_medusa) return false;
    const own = { id: operation.id, idempotencyKey: operation.idempotency_key };
    const rows = operation.kind === "refund" ? payment.refunds : payment.captures;
    const isThere = rows.some((row) => isRowOf(row, own));
    switch (operation.kind) {
      case "authorise":
        return false;
      case "void":
        return operation.status === "settled" && !payment.isCancelled;
      case "capture":
        return operation.status === "settled" && !isThere;
      case "refund":
        return (operation.status === "settled" || operation.status === "pending") && !isThere;
    }
  });
}
