import type { Knex } from "@medusajs/framework/mikro-orm/knex";
import type { Actor, AttemptRow, OperationRow } from "./rows";

/** Everything the ledger knows of a cart's attempts, for people to read. Reads only. */
export interface EntryRow {
  readonly id: string;
  readonly attempt_id: string;
  readonly kind: string;
  readonly amount: string | null;
  readonly actor: Actor;
  readonly source: "request" | "response" | "query" | "notify" | "return";
  readonly code: string | null;
  readonly message: string | null;
  readonly occurred_at: Date;
}

export interface AttentionRow {
  readonly id: string;
  readonly attempt_id: string | null;
  readonly kind: string;
  readonly message: string;
  readonly raised_at: Date;
}

export interface AttemptReport {
  readonly attempt: AttemptRow;
  readonly operations: readonly OperationRow[];
  readonly entries: readonly EntryRow[];
  readonly attention: readonly AttentionRow[];
}

/** Newest attempt first; operations and entries in order. Four reads, however many attempts there are. */
export async function reportOfCart(pg: Knex, cartId: string): Promise<AttemptReport[]> {
  const attempts = await pg<AttemptRow>("acquiring_payment_attempt")
    .where({ cart_id: cartId, deleted_at: null })
    .orderBy("created_at", "desc");
  const ids = attempts.map(({ id }) => id);
  const operations = await pg<OperationRow>("acquiring_operation")
    .whereIn("attempt_id", ids)
    .where({ deleted_at: null })
    .orderBy("sequence");
  const entries = await pg<EntryRow>("acquiring_entry")
    .whereIn("attempt_id", ids)
    .where({ deleted_at: null })
    .orderBy("sequence");
  const attention = await pg<AttentionRow>("acquiring_attention_item")
    .whereIn("attempt_id", ids)
    .where({ deleted_at: null })
    .whereNull("cleared_at")
    .orderBy("raised_at");
  return attempts.map((attempt) => ({
    attempt,
    operations: operations.filter(({ attempt_id }) => attempt_id === attempt.id),
    entries: entries.filter(({ attempt_id }) => attempt_id === attempt.id),
    attention: attention.filter(({ attempt_id }) => attempt_id === attempt.id),
  }));
}
