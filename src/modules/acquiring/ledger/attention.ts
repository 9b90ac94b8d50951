import { generateEntityId } from "@medusajs/framework/utils";
import type { Knex } from "@medusajs/framework/mikro-orm/knex";

/** Raises and clears attention items. An item is raised once per kind and subject while it is open; more of the same count, and the newest words stand. */
export interface Raise {
  readonly account: string;
  readonly kind: string;
  /** Attempt id, order number or account key. */
  readonly subject: string;
  readonly attemptId: string | null;
  readonly message: string;
}

export async function raiseAttention(pg: Knex, item: Raise, now: Date): Promise<void> {
  await pg.raw(
    `INSERT INTO acquiring_attention_item (id, account, kind, subject, attempt_id, message, count, raised_at, created_at, updated_at)
     VALUES (?, ?, ?, ?, ?, ?, 1, ?, ?, ?)
     ON CONFLICT (kind, subject) WHERE cleared_at IS NULL AND deleted_at IS NULL
     DO UPDATE SET count = acquiring_attention_item.count + 1, message = EXCLUDED.message, updated_at = EXCLUDED.updated_at`,
    [
      generateEntityId(undefined, "acqatn"),
      item.account,
      item.kind,
      item.subject,
      item.attemptId,
      item.message,
      now,
      now,
      now,
    ],
  );
}

export async function clearAttention(pg: Knex, kind: string, subject: string, now: Date): Promise<void> {
  await pg("acquiring_attention_item")
    .where({ kind, subject, cleared_at: null })
    .update({ cleared_at: now, updated_at: now });
}

/** Clears the items of a kind that were not raised anew since then: what is watched regularly, and was quiet. */
export async function clearUnrenewed(pg: Knex, kind: string, since: Date, now: Date): Promise<void> {
  await pg("acquiring_attention_item")
    .where({ kind, cleared_at: null })
    .where("updated_at", "<=", since)
    .update({ cleared_at: now, updated_at: now });
}
