import type { Knex } from "@medusajs/framework/mikro-orm/knex";
import type { OperationResolution } from "../domain/manual-resolution";
import { resolveManually } from "../domain/manual-resolution";
import type { Reason } from "../../../gateway/model/outcome";
import { applyDecision } from "../ledger/apply-decision";
import { insertAudit } from "../ledger/journal";
import type { DecisionContext } from "../ledger/apply-decision";
import { clearAttention } from "../ledger/attention-rows";
import type { Ledger } from "../ledger/ledger";
import type { OperationRow } from "../ledger/rows/attempt-row";

/** Records a person's resolution of an operation that no query can resolve, with its effects. It sends nothing. */
export interface ResolveOperation {
  readonly operationId: string;
  readonly resolution: OperationResolution;
  readonly actorId: string;
  readonly note?: string | null;
}

/** `refused`: nothing was changed, and why. */
export type ResolveResult = { readonly kind: "decided" } | { readonly kind: "refused"; readonly reason: Reason };

export interface ManualResolutionDependencies {
  readonly ledger: Ledger;
  readonly now: () => Date;
  readonly completeCartAfterMs: number;
  /** In the same transaction: what waited for this operation, such as another lost capture of the payment. */
  readonly afterDecision: (trx: Knex.Transaction, attemptId: string) => Promise<void>;
}

const refuse = (code: string, message: string): ResolveResult => ({ kind: "refused", reason: { code, message } });
const NOT_FOUND = refuse("not_found", "The ledger has no such operation.");

export class ManualResolution {
  constructor(private readonly deps: ManualResolutionDependencies) {}

  async decide({ operationId, resolution, actorId, note = null }: ResolveOperation): Promise<ResolveResult> {
    const { ledger, now, completeCartAfterMs } = this.deps;
    const row = await ledger.connection<OperationRow>("acquiring_operation").where({ id: operationId }).first();
    if (!row) return NOT_FOUND;
    const result = await ledger.withAttempt(row.attempt_id, async (attempt, trx): Promise<ResolveResult> => {
      const operation = attempt.snapshot.operations.find(({ id }) => id === operationId);
      if (!operation) return NOT_FOUND;
      const ruling = resolveManually(attempt.snapshot, operation, resolution);
      if (ruling.kind === "refused") return refuse(ruling.code, ruling.message);
      const context: DecisionContext = {
        source: "request",
        actor: "admin",
        actorId,
        note,
        now: now(),
        inboxEventId: null,
        details: { code: "decided_by_person", message: MESSAGE[resolution] },
        completeCartAfterMs,
      };
      await insertAudit(trx, attempt.row.id, { action: `decided_${resolution}`, operationId, actorId, note, context });
      await applyDecision(trx, attempt, ruling.decision, context);
      const stillUnknown = attempt.operations.some(({ id, status }) => id !== operationId && status === "unknown");
      await this.deps.afterDecision(trx, attempt.row.id);
      if (!stillUnknown) await clearAttention(trx, "unknown_outcome", attempt.row.id, now());
      return { kind: "decided" };
    });
    return result ?? NOT_FOUND;
  }
}

const MESSAGE: Readonly<Record<OperationResolution, string>> = {
  happened: "A person checked at the gateway: it succeeded.",
  did_not_happen: "A person checked at the gateway: it did not succeed.",
};
