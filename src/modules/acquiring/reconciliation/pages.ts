import type { Knex } from "@medusajs/framework/mikro-orm/knex";
import type { PaymentFact } from "../../../gateway/facts";
import type { AttemptRow, OperationRow } from "../ledger/rows";

/**
 * The ledger's attempts for a reconciliation, in pages by key: however many there
 * are, one page is in memory, and rows that are added meanwhile move nothing.
 * Reads only.
 */
export interface Range {
  readonly accounts: readonly string[];
  /** Attempts that began at or after. */
  readonly from: Date;
  /** Attempts that began before. */
  readonly to: Date;
}

export interface ExaminedRow extends AttemptRow {
  readonly updated_at: Date;
}

/** One attempt with its operations. */
export interface Examined {
  readonly row: ExaminedRow;
  readonly operations: readonly OperationRow[];
}

interface CursorRow extends ExaminedRow {
  /** Text, since a `Date` has no microseconds and would step over rows or read them twice. */
  readonly cursor: string;
}

export async function countAttempts(pg: Knex, range: Range): Promise<number> {
  const [counted] = await within(pg, range).count<{ count: string }[]>({ count: "*" });
  return Number.parseInt(counted?.count ?? "0", 10);
}

/** Pages of at most `size` attempts, oldest first. */
export async function* attemptPages(pg: Knex, range: Range, size: number): AsyncGenerator<readonly Examined[]> {
  let last: CursorRow | undefined;
  do {
    const query = within(pg, range)
      .select<CursorRow[]>("*", pg.raw("created_at::text AS cursor"))
      .orderBy(["created_at", "id"])
      .limit(size);
    const rows = await (last
      ? query.whereRaw("(created_at, id) > (?::timestamptz, ?)", [last.cursor, last.id])
      : query);
    if (rows.length > 0) yield await withOperations(pg, rows);
    last = rows.length === size ? rows.at(-1) : undefined;
  } while (last);
}

/** These attempts as they are now. */
export async function readAttempts(pg: Knex, ids: readonly string[]): Promise<Examined[]> {
  const rows = await pg<ExaminedRow>("acquiring_payment_attempt").whereIn("id", ids).orderBy(["created_at", "id"]);
  return withOperations(pg, rows);
}

/** Which of these payment sessions the ledger has an attempt of. */
export async function knownSessions(pg: Knex, sessionIds: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await pg("acquiring_payment_attempt")
    .distinct<{ session_id: string }[]>("session_id")
    .whereIn("session_id", sessionIds)
    .where({ deleted_at: null });
  return new Set(rows.map(({ session_id }) => session_id));
}

/** Which of these charges the ledger has, by the gateway's number. */
export async function knownCharges(
  pg: Knex,
  account: string,
  charges: readonly PaymentFact[],
): Promise<ReadonlySet<string>> {
  if (charges.length === 0) return new Set();
  const rows = await pg("acquiring_payment_attempt")
    .select<{ id: string }[]>("gateway_payment_id as id")
    .where({ account, deleted_at: null })
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
  const operations = await pg<OperationRow>("acquiring_operation")
    .whereIn("attempt_id", ids)
    .where({ deleted_at: null })
    .orderBy("sequence");
  const byAttempt = new Map<string, OperationRow[]>();
  for (const operation of operations) {
    const own = byAttempt.get(operation.attempt_id);
    if (own) own.push(operation);
    else byAttempt.set(operation.attempt_id, [operation]);
  }
  return rows.map((row) => ({ row, operations: byAttempt.get(row.id) ?? [] }));
}
