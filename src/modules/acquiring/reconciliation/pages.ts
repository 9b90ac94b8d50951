import type { Knex } from "@medusajs/framework/mikro-orm/knex";
import type { PaymentFact } from "../../../gateway/model/facts";
import type { AttemptRow, OperationRow } from "../ledger/rows/attempt-row";
import { identitiesBeside } from "../ledger/rows/attempt-row";

/** The attempts that a run compares. */
export interface Range {
  readonly accounts: readonly string[];
  /** Attempts that began at or after. */
  readonly from: Date;
  /** Attempts that began before. */
  readonly to: Date;
}

/** The columns that a comparison needs. */
const ATTEMPT = [
  "id",
  "account",
  "gateway_identity",
  "mode",
  "session_id",
  "cart_id",
  "order_no",
  "wire_order_no",
  "currency",
  "requested",
  "authorised",
  "captured",
  "refunded",
  "refund_pending",
  "state",
  "gateway_payment_id",
  "returned_at",
  "hold_reason",
  "hold_decision",
  "disputes",
  "subscription",
  "renewal_of",
  "imported_at",
  "recurring_id",
  "recurring",
  "is_late",
  "reverse_at",
  "reversal_reason",
  "project_after",
  "project_failures",
  "created_at",
] as const satisfies readonly (keyof AttemptRow)[];
const OPERATION = [
  "id",
  "attempt_id",
  "kind",
  "idempotency_key",
  "amount",
  "status",
  "gateway_reference",
  "sent_at",
  "action",
] as const satisfies readonly (keyof OperationRow)[];

export interface ExaminedRow extends Pick<AttemptRow, (typeof ATTEMPT)[number]> {
  readonly updated_at: Date;
}
export type ExaminedOperation = Pick<OperationRow, (typeof OPERATION)[number]>;

export interface Examined {
  readonly row: ExaminedRow;
  readonly operations: readonly ExaminedOperation[];
}

export async function countAttempts(pg: Knex, range: Range): Promise<number> {
  const [counted] = await within(pg, range).count<{ count: string }[]>({ count: "*" });
  return Number.parseInt(counted?.count ?? "0", 10);
}

export async function readAttempts(pg: Knex, ids: readonly string[]): Promise<Examined[]> {
  const rows = await pg("acquiring_payment_attempt")
    .select<ExaminedRow[]>(...ATTEMPT, "updated_at")
    .whereIn("id", ids)
    .orderBy(["created_at", "id"]);
  return withOperations(pg, rows);
}

export async function knownCharges(
  pg: Knex,
  first: Pick<AttemptRow, "account" | "gateway_identity">,
  charges: readonly PaymentFact[],
): Promise<ReadonlySet<string>> {
  if (charges.length === 0) return new Set();
  const rows = await pg("acquiring_payment_attempt")
    .select<{ id: string }[]>("gateway_payment_id as id")
    .where({ account: first.account, deleted_at: null })
    .whereIn("gateway_identity", identitiesBeside(first))
    .whereIn(
      "gateway_payment_id",
      charges.flatMap(({ gatewayPaymentId }) => gatewayPaymentId ?? []),
    );
  return new Set(rows.map(({ id }) => id));
}

const within = (pg: Knex, { accounts, from, to }: Range): Knex.QueryBuilder =>
  pg("acquiring_payment_attempt")
    .whereIn("account", accounts)
    .where("created_at", ">=", from)
    .where("created_at", "<", to)
    .whereNull("deleted_at");

async function withOperations(pg: Knex, rows: readonly ExaminedRow[]): Promise<Examined[]> {
  const ids = rows.map(({ id }) => id);
  const operations = await pg("acquiring_operation")
    .select<ExaminedOperation[]>(...OPERATION)
    .whereIn("attempt_id", ids)
    .where({ deleted_at: null })
    .orderBy("sequence");
  const byAttempt = new Map<string, ExaminedOperation[]>();
  for (const operation of operations) {
    const own = byAttempt.get(operation.attempt_id);
    if (own) own.push(operation);
    else byAttempt.set(operation.attempt_id, [operation]);
  }
  return rows.map((row) => ({ row, operations: byAttempt.get(row.id) ?? [] }));
}
