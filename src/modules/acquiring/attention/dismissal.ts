import { MedusaError } from "@medusajs/framework/utils";
import type { Knex } from "@medusajs/framework/mikro-orm/knex";
import { detectCardData } from "../checkout/detect-card-data";
import type { ClearedReason } from "../domain/attention-kinds";
import { recordAction } from "../ledger/journal";
import { runTransaction } from "../runtime/run-transaction";

export interface DismissalRecord {
  readonly id: string;
  readonly actorId: string;
  /** How it was solved; 1 to 500 characters. */
  readonly note: string;
  /** Closed only if it still says this; default: whatever it says. */
  readonly message?: string | undefined;
}

interface Dismissed {
  readonly id: string;
  readonly kind: string;
  readonly message: string;
  readonly subject: string;
  readonly attempt_id: string | null;
  readonly cleared_at: Date | null;
  readonly cleared_reason: ClearedReason | null;
  readonly cleared_by: string | null;
  readonly cleared_note: string | null;
  readonly updated_at: Date;
}

const LONGEST_NOTE = 500;

export async function dismissOpenItem(
  pg: Knex,
  { id, actorId, note, message }: DismissalRecord,
  now: Date,
): Promise<void> {
  const text = note.trim();
  if (text === "" || text.length > LONGEST_NOTE) {
    throw new MedusaError(
      MedusaError.Types.INVALID_DATA,
      `Enter a note of 1 to ${String(LONGEST_NOTE)} characters that says how the issue was solved.`,
    );
  }
  if (detectCardData({ note: text }) !== null) {
    throw new MedusaError(MedusaError.Types.INVALID_DATA, "The note contains a card number. Nothing was stored.");
  }
  await runTransaction(pg, async (trx) => {
    const [item] = await trx<Dismissed>("acquiring_attention_item")
      .where({ id, cleared_at: null, ...(message !== undefined && { message }) })
      .update({
        cleared_at: now,
        cleared_reason: "dismissed",
        cleared_by: actorId,
        cleared_note: text,
        updated_at: now,
      })
      .returning(["kind", "subject", "attempt_id"]);
    if (!item) {
      const open = await trx<Dismissed>("acquiring_attention_item").where({ id, cleared_at: null }).first("message");
      if (open)
        throw new MedusaError(MedusaError.Types.NOT_ALLOWED, `Not closed: the item has changed. ${open.message}`);
      throw new MedusaError(MedusaError.Types.NOT_FOUND, `There is no open attention item ${id}.`);
    }
    await recordAction(trx, {
      attemptId: item.attempt_id,
      action: "attention_dismissed",
      actor: "admin",
      actorId,
      note: text,
      details: { item: id, kind: item.kind, subject: item.subject },
      at: now,
    });
  });
}
