import type { Knex } from "@medusajs/framework/mikro-orm/knex";
import { disputeMessage } from "../domain/disputes";
import { recordAction } from "../ledger/journal";
import { runTransaction } from "../runtime/run-transaction";
import type { DisputeView } from "./dispute-records";
import { attemptOfDispute } from "./dispute-records";

/** What people enter about a dispute. It changes no amount and nothing at the gateway. */
export interface DisputeChange {
  /** The one that was read. */
  readonly version: number;
  readonly dueAt: Date | null;
  readonly isAnswered: boolean;
  readonly note: string | null;
}

const TABLE = "acquiring_dispute_case";

/** Returns false if another version was saved meanwhile. */
export async function saveDisputeCase(
  pg: Knex,
  dispute: DisputeView,
  { change, actorId, at }: { readonly change: DisputeChange; readonly actorId: string; readonly at: Date },
): Promise<boolean> {
  const { version, dueAt, isAnswered, note } = change;
  const answered = isAnswered
    ? { answered_at: dispute.answeredAt ?? at, answered_by: dispute.answeredBy ?? actorId }
    : { answered_at: null, answered_by: null };
  const row = { ...answered, due_at: dueAt, note, version: version + 1, updated_at: at };
  return runTransaction(pg, async (trx) => {
    const saved =
      version === 0
        ? await trx(TABLE)
            .insert({ id: dispute.id, attempt_id: dispute.attemptId, ...row, created_at: at })
            .onConflict()
            .ignore()
            .returning<{ id: string }[]>("id")
        : await trx(TABLE).where({ id: dispute.id, version }).update(row).returning<{ id: string }[]>("id");
    if (saved.length === 0) return false;
    await recordAction(trx, {
      attemptId: dispute.attemptId,
      action: "dispute_changed",
      actor: "admin",
      actorId,
      ...(note === null ? {} : { note }),
      details: { dispute: dispute.id, due_at: dueAt?.toISOString() ?? null, answered: isAnswered },
      at,
    });
    if (dispute.status === "open") await showDueDate(trx, dispute.attemptId, dueAt ?? dispute.reportedDueAt);
    return true;
  });
}

const showDueDate = async (trx: Knex, attemptId: string, dueAt: Date | null): Promise<void> => {
  await trx("acquiring_attention_item")
    .where({ kind: "dispute", subject: attemptId, cleared_at: null, deleted_at: null })
    .update({ message: disputeMessage(dueAt?.toISOString()) });
};

/** Who took the evidence package out of the store. */
export async function recordEvidenceDownload(
  pg: Knex,
  taken: { readonly disputeId: string; readonly format: string; readonly actorId: string; readonly at: Date },
): Promise<void> {
  const { disputeId, format, actorId, at } = taken;
  await recordAction(pg, {
    ...{ attemptId: attemptOfDispute(disputeId), action: "dispute_evidence_downloaded", actor: "admin", actorId, at },
    details: { dispute: disputeId, format },
  });
}

export interface DisputeAudit {
  readonly action: "dispute_changed" | "dispute_evidence_downloaded";
  readonly actor_id: string | null;
  readonly at: Date;
  readonly details: {
    readonly due_at?: string | null;
    readonly answered?: boolean;
    readonly note?: string;
    readonly format?: string;
  };
}

/** What people did, the oldest first. */
export const disputeAudits = ({ id, attemptId }: DisputeView, pg: Knex): Promise<DisputeAudit[]> =>
  pg("acquiring_audit_record")
    .where({ attempt_id: attemptId, deleted_at: null })
    .whereIn("action", ["dispute_changed", "dispute_evidence_downloaded"])
    .whereRaw("details->>'dispute' = ?", [id])
    .orderBy(["at", "id"])
    .select<DisputeAudit[]>("action", "actor_id", "at", "details");
