import { generateEntityId } from "@medusajs/framework/utils";
import type { Knex } from "@medusajs/framework/mikro-orm/knex";
import type { AttentionKind, ClearedReason } from "../domain/attention-kinds";

/** While open, an item exists once per kind and subject; repetitions are counted, and the newest message is kept. */
export interface Raise {
  readonly account: string;
  readonly kind: AttentionKind;
  /** The attempt's id; without one an order number, an account key, or a payout's, inbox row's or operation's id. */
  readonly subject: string;
  readonly attemptId: string | null;
  readonly message: string;
}

/** How the subjects of `message_not_sent` begin that are about e-mails to customers. */
export const CUSTOMER_EMAIL = "customer email ";

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

/** Clears it because its cause is gone, as reported by its source. */
export async function clearAttention(pg: Knex, kind: AttentionKind, subject: string, now: Date): Promise<void> {
  await resolveAttention(pg, { kinds: [kind], subject, reason: "solved" }, now);
}

export const wasDismissedSince = async (
  pg: Knex,
  { kind, subject }: Pick<Raise, "kind" | "subject">,
  since: Date,
): Promise<boolean> =>
  (await pg("acquiring_attention_item")
    .where({ kind, subject, cleared_reason: "dismissed" satisfies ClearedReason })
    .where("cleared_at", ">", since)
    .first("id")) !== undefined;

export async function clearAttentionOfMany(
  pg: Knex,
  kind: AttentionKind,
  subjects: readonly string[],
  now: Date,
): Promise<void> {
  if (subjects.length === 0) return;
  await pg("acquiring_attention_item")
    .where({ kind, cleared_at: null, deleted_at: null })
    .whereRaw("subject = ANY(?)", [[...subjects]])
    .update({ cleared_at: now, cleared_reason: "solved" satisfies ClearedReason, updated_at: now });
}

/** Items about messages to staff whose subject is none of these. Those about e-mails to customers stay. */
export async function clearFormerRecipients(pg: Knex, subjects: readonly string[], now: Date): Promise<void> {
  await pg("acquiring_attention_item")
    .where({ kind: "message_not_sent" satisfies AttentionKind, cleared_at: null, deleted_at: null })
    .whereRaw("subject <> ALL(CAST(? AS text[])) AND NOT starts_with(subject, ?)", [[...subjects], CUSTOMER_EMAIL])
    .update({ cleared_at: now, cleared_reason: "solved" satisfies ClearedReason, updated_at: now });
}

export async function resolveAttention(
  pg: Knex,
  solved: { readonly kinds: readonly AttentionKind[]; readonly subject: string; readonly reason: ClearedReason },
  now: Date,
): Promise<void> {
  await pg("acquiring_attention_item")
    .where({ subject: solved.subject, cleared_at: null, deleted_at: null })
    .whereIn("kind", solved.kinds)
    .update({ cleared_at: now, cleared_reason: solved.reason, updated_at: now });
}

/** What was dismissed is not told again for so long, where the cause may last. Our choice. */
const DISMISSED_MS = 31 * 86_400_000;

/** Whether a person dismissed an item that names all of these lately. */
export async function isDismissed(
  pg: Knex,
  { names, ...item }: Pick<Raise, "kind" | "subject"> & { readonly names: readonly string[] },
  now: Date,
): Promise<boolean> {
  const dismissed: string[] = await pg("acquiring_attention_item")
    .where({ ...item, cleared_reason: "dismissed", deleted_at: null })
    .where("cleared_at", ">", new Date(now.getTime() - DISMISSED_MS))
    .pluck("message");
  return dismissed.some((text) => names.every((name) => text.includes(name)));
}

/** Clears items of a kind that were not raised again since then, for conditions that are checked regularly. */
export async function clearUnrenewed(pg: Knex, kind: AttentionKind, since: Date, now: Date): Promise<void> {
  await pg("acquiring_attention_item")
    .where({ kind, cleared_at: null, deleted_at: null })
    .where("updated_at", "<=", since)
    .update({ cleared_at: now, cleared_reason: "quiet" satisfies ClearedReason, updated_at: now });
}

/** For updates of several items: locked in the order in which `concludeInbox` raises them, so that neither deadlocks. */
export const inLockOrder = (pg: Knex, ids: readonly string[]): Knex.QueryBuilder =>
  pg("acquiring_attention_item")
    .whereIn("id", [...ids])
    .orderBy(["kind", "subject"])
    .forUpdate()
    .select("id");
