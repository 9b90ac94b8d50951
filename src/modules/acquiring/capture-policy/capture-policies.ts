import type { Knex } from "@medusajs/framework/mikro-orm/knex";
import type { PolicyRule } from "../domain/capture/policy-rule";
import { recordAction } from "../ledger/journal";
import { OPEN_AUTHORISATION } from "../ledger/rows/open-authorisation";
import { runTransaction } from "../runtime/run-transaction";

/** The versions of the capture policy, and when it looks at each payment. It moves no money. */
export interface CapturePolicyRow {
  readonly id: string;
  readonly version: number;
  readonly rules: readonly PolicyRule[];
  readonly saved_by: string;
  readonly created_at: Date;
}

const TABLE = "acquiring_capture_policy";
const ATTEMPTS = "acquiring_payment_attempt";

/** Longer than a look takes: if its process dies, another one looks then. Our choice. */
const CLAIMED_MS = 120_000;

/** The payments that were claimed at a time; what became due meanwhile is looked at again. */
export interface PolicyClaim {
  readonly ids: readonly string[];
  readonly until: Date;
}

const CLAIM = `
  UPDATE ${ATTEMPTS} SET policy_due_at = :until WHERE id IN (
    SELECT id FROM ${ATTEMPTS} WHERE id IN (
      (SELECT id FROM ${ATTEMPTS} WHERE ${OPEN_AUTHORISATION} AND policy_due_at IS NULL LIMIT CAST(:limit AS integer))
      UNION
      (SELECT id FROM ${ATTEMPTS} WHERE ${OPEN_AUTHORISATION} AND policy_due_at <= :now
        ORDER BY policy_due_at LIMIT CAST(:limit AS integer)))
    ORDER BY id LIMIT CAST(:limit AS integer) FOR UPDATE SKIP LOCKED)
  RETURNING id`;

const LOOK_NEXT = `
  UPDATE ${ATTEMPTS} AS attempt SET policy_due_at = next.at
  FROM unnest(CAST(:ids AS text[]), CAST(:times AS timestamptz[])) AS next(id, at)
  WHERE attempt.id = next.id AND attempt.policy_due_at = :until`;

export class CapturePolicies {
  constructor(
    private readonly pg: Knex,
    private readonly now: () => Date,
  ) {}

  /** Null: never saved. */
  async current(): Promise<CapturePolicyRow | null> {
    return (await this.history(1))[0] ?? null;
  }

  /** The newest first. */
  async history(limit: number): Promise<CapturePolicyRow[]> {
    return this.pg<CapturePolicyRow>(TABLE).where({ deleted_at: null }).orderBy("version", "desc").limit(limit);
  }

  /** Saves the version after `version`; false if that one was saved meanwhile. All payments are then looked at. */
  async save(version: number, rules: readonly PolicyRule[], actorId: string): Promise<boolean> {
    const at = this.now();
    return runTransaction(this.pg, async (trx) => {
      const current = await trx(TABLE).where({ deleted_at: null }).max<{ max: number | null }>("version").first();
      if ((current?.max ?? 0) !== version) return false;
      const next = version + 1;
      const [saved]: { id: string }[] = await trx(TABLE)
        .insert({
          id: `acqpol_${String(next)}`,
          version: next,
          rules: JSON.stringify(rules),
          saved_by: actorId,
          created_at: at,
          updated_at: at,
        })
        .onConflict()
        .ignore()
        .returning("id");
      if (!saved) return false;
      await recordAction(trx, {
        attemptId: null,
        action: "capture_policy_saved",
        actor: "admin",
        actorId,
        details: { version: next, rules: rules.length },
        at,
      });
      // A locked payment is looked at within the hour.
      await trx.raw(
        `UPDATE ${ATTEMPTS} SET policy_due_at = NULL WHERE id IN (SELECT id FROM ${ATTEMPTS}
           WHERE ${OPEN_AUTHORISATION} AND policy_due_at IS NOT NULL FOR UPDATE SKIP LOCKED)`,
      );
      return true;
    });
  }

  /** Takes payments to look at; two workers take different ones. */
  async claim(limit: number): Promise<PolicyClaim> {
    const now = this.now();
    const until = new Date(now.getTime() + CLAIMED_MS);
    const { rows } = await this.pg.raw<{ rows: { id: string }[] }>(CLAIM, { now, until, limit });
    return { ids: rows.map(({ id }) => id), until };
  }

  /** Of claimed payments: when to look again, unless something happened to them meanwhile. */
  async lookNext({ until }: PolicyClaim, next: readonly { readonly id: string; readonly at: Date }[]): Promise<void> {
    if (next.length === 0) return;
    await this.pg.raw(LOOK_NEXT, { until, ids: next.map(({ id }) => id), times: next.map(({ at }) => at) });
  }

  /** Something happened to these payments: the next round looks at them. */
  async lookSoon(
    attempts: { readonly ids: readonly string[] } | { readonly orderNos: readonly string[] },
  ): Promise<void> {
    const [column, values] = "ids" in attempts ? ["id", attempts.ids] : ["order_no", attempts.orderNos];
    if (values.length === 0) return;
    await this.pg(ATTEMPTS)
      .whereIn(column, [...values])
      .whereNotNull("policy_due_at")
      .update({ policy_due_at: null });
  }
}
