import { MedusaError } from "@medusajs/framework/utils";
import type { Knex } from "@medusajs/framework/mikro-orm/knex";
import { createRowId, recordAction, runTransaction } from "../../modules/acquiring";
import type { PersonScope } from "./person-scope";

/** Legal holds: data of a customer, an e-mail address or an order that nothing removes. Every change is audited. */
export interface LegalHoldRow {
  readonly id: string;
  readonly subject_kind: "customer" | "email" | "order";
  readonly subject: string;
  readonly reason: string;
  readonly placed_by: string;
  readonly until: Date | null;
  readonly released_at: Date | null;
  readonly released_by: string | null;
  readonly created_at: Date;
}

const HOLDS = "acquiring_legal_hold";

/** Neither released nor over. */
const inForce = (pg: Knex, now: Date): Knex.QueryBuilder<LegalHoldRow, LegalHoldRow[]> =>
  pg<LegalHoldRow>(HOLDS)
    .where({ released_at: null, deleted_at: null })
    .whereRaw("(until IS NULL OR until > ?)", [now]);

export const listHolds = (pg: Knex, now: Date): Promise<LegalHoldRow[]> =>
  inForce(pg, now)
    .orderBy(["created_at", "id"])
    .then((rows) => rows);

export const holdsOf = (
  pg: Knex,
  { customers, emails, orders }: Pick<PersonScope, "customers" | "emails" | "orders">,
  now: Date,
): Promise<LegalHoldRow[]> =>
  inForce(pg, now)
    .whereRaw(
      `(subject_kind = 'customer' AND subject = ANY(?) OR subject_kind = 'email' AND subject = ANY(?)
        OR subject_kind = 'order' AND subject = ANY(?))`,
      [[...customers], [...emails], [...orders]],
    )
    .orderBy("id")
    .then((rows) => rows);

export interface NewHold {
  readonly kind: LegalHoldRow["subject_kind"];
  readonly subject: string;
  readonly reason: string;
  readonly until: Date | null;
  readonly by: string;
  readonly now: Date;
}

/** Placed again, it is the same hold with the new reason and end. */
export async function placeHold(pg: Knex, { kind, subject, reason, until, by, now }: NewHold): Promise<LegalHoldRow> {
  const named = kind === "email" ? subject.trim().toLowerCase() : subject.trim();
  if (until !== null && until <= now)
    throw new MedusaError(MedusaError.Types.INVALID_DATA, "until: this time has passed; choose a later one or none.");
  return runTransaction(pg, async (trx) => {
    const id = createRowId("acqhld", now);
    const [row] = await trx(HOLDS)
      .insert({
        ...{ id, subject_kind: kind, subject: named, reason, placed_by: by, until },
        ...{ created_at: now, updated_at: now },
      })
      .onConflict(trx.raw("(subject_kind, subject) WHERE released_at IS NULL AND deleted_at IS NULL"))
      .merge(["reason", "until", "placed_by", "updated_at"])
      .returning<LegalHoldRow[]>("*");
    if (!row) throw new MedusaError(MedusaError.Types.UNEXPECTED_STATE, "The legal hold was not stored.");
    await audit(trx, { action: "legal_hold_placed", hold: row.id, by, now });
    return row;
  });
}

/** Released again, nothing changes. */
export async function releaseHold(
  pg: Knex,
  id: string,
  { by, now }: { readonly by: string; readonly now: Date },
): Promise<LegalHoldRow> {
  return runTransaction(pg, async (trx) => {
    const row = await trx<LegalHoldRow>(HOLDS).where({ id, deleted_at: null }).forUpdate().first();
    if (!row) throw new MedusaError(MedusaError.Types.NOT_FOUND, `There is no legal hold ${id}.`);
    if (row.released_at !== null) return row;
    const released = { released_at: now, released_by: by, updated_at: now };
    await trx(HOLDS).where({ id }).update(released);
    await audit(trx, { action: "legal_hold_released", hold: id, by, now });
    return { ...row, ...released };
  });
}

interface HoldChange {
  readonly action: "legal_hold_placed" | "legal_hold_released";
  readonly hold: string;
  readonly by: string;
  readonly now: Date;
}

/** Without the subject: the audit trail is kept forever. */
const audit = (trx: Knex, { action, hold, by, now }: HoldChange): Promise<string> =>
  recordAction(trx, { attemptId: null, action, actor: "admin", actorId: by, details: { hold }, at: now });
