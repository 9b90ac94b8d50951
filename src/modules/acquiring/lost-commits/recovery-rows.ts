import { generateEntityId } from "@medusajs/framework/utils";
import type { Knex } from "@medusajs/framework/mikro-orm/knex";
import { raiseAttention } from "../ledger/attention-rows";
import { runTransaction } from "../runtime/run-transaction";

/** Rows of recovery mode, opened under the lock that every `sending` row shares. */
export type RecoveryReason =
  /** Sent writes, by the file outside the database or by a server's memory, are not in the database. */
  | "writes_missing"
  /** The database differs from the known one: restored, copied or promoted. */
  | "database_changed"
  /** A signed notification names one of our order numbers that is not in the ledger. */
  | "unknown_order"
  /** The gateway lists a refund under an operation of ours that is not in the ledger. */
  | "unknown_refund"
  /** Started by the command. */
  | "person";

export type LostSource = "writes_missing" | "notification" | "query" | "file";

export interface RecoveryRow {
  readonly id: string;
  /** `*`: every account. */
  readonly account: string;
  readonly reason: RecoveryReason;
  readonly details: string;
  readonly since: Date | null;
  readonly started_at: Date;
  readonly started_by: string;
  readonly cursor: string | null;
  readonly queried: number;
  readonly changed: number;
  readonly held_payouts: number;
  readonly finished_at: Date | null;
}

export interface LostRow {
  readonly id: string;
  readonly account: string;
  readonly kind: string;
  readonly order_no: string | null;
  readonly gateway_payment_id: string | null;
  readonly idempotency_key: string | null;
  readonly currency: string | null;
  readonly minor: string | null;
  readonly sent_at: Date | null;
  readonly source: LostSource;
  readonly found_at: Date;
  readonly queried_at: Date | null;
  /** With a result and not concluded: it waits, and keeps no recovery open. */
  readonly result: string | null;
}

export type NewLost = Omit<LostRow, "result" | "found_at" | "queried_at">;

export const lostOrderId = (account: string, orderNo: string): string => `${account}_${orderNo}`;

export const EVERY = "*";
export const RECOVERY_TABLE = "acquiring_recovery";
export const LOST_WRITE_TABLE = "acquiring_lost_write";
/** The same number as in the trigger. */
const LOCK = 7_031_001;

export interface NewRecovery {
  readonly account: string;
  readonly reason: RecoveryReason;
  readonly details: string;
  readonly since: Date | null;
  readonly by: string;
  readonly lost: readonly NewLost[];
  /** Only if one of `lost` is new: a known sign does not start another recovery. */
  readonly onlyIfNew?: boolean;
}

/**
 * Waits for every transaction that is committing a `sending` row; null: a recovery that covers the account is open, or
 * the sign is known.
 */
export async function beginRecovery(pg: Knex, recovery: NewRecovery, now: Date): Promise<RecoveryRow | null> {
  return runTransaction(pg, async (trx) => {
    await trx.raw("SELECT pg_advisory_xact_lock(?)", [LOCK]);
    const isNew = await insertLost(trx, recovery.lost, now);
    if (recovery.onlyIfNew && !isNew) return null;
    const open = await openRecoveries(trx, recovery.account);
    if (open.some(({ account }) => account === EVERY || account === recovery.account)) return null;
    const { account, reason, details, since, by } = recovery;
    const id = generateEntityId(undefined, "acqrcv");
    const [row] = await trx<RecoveryRow>(RECOVERY_TABLE)
      .insert({
        ...{ id, account, reason, details, since, started_at: now, started_by: by, cursor: null },
        ...{ queried: 0, changed: 0, held_payouts: 0, finished_at: null },
      })
      .returning("*");
    const message = `${details} Nothing is sent until the gateway has been queried. This ends automatically; see docs/operations.md.`;
    await raiseAttention(trx, { account, kind: "recovery_mode", subject: account, attemptId: null, message }, now);
    return row ?? null;
  });
}

/** Postgres allows 65,535 values in a statement; a row has 13. */
const INSERTED_AT_ONCE = 2_000;

/** True if one of them is new. */
async function insertLost(trx: Knex, lost: readonly NewLost[], now: Date): Promise<boolean> {
  let isNew = false;
  for (let at = 0; at < lost.length; at += INSERTED_AT_ONCE) {
    const some = lost.slice(at, at + INSERTED_AT_ONCE);
    const inserted: unknown[] = await trx(LOST_WRITE_TABLE)
      .insert(some.map((each) => ({ ...each, found_at: now, queried_at: null, result: null })))
      .onConflict("id")
      .ignore()
      .returning("id");
    isNew ||= inserted.length > 0;
  }
  return isNew;
}

export const openRecoveries = async (pg: Knex, account: string | null = null): Promise<RecoveryRow[]> =>
  pg<RecoveryRow & { deleted_at: null }>(RECOVERY_TABLE)
    .where({ finished_at: null, deleted_at: null })
    .modify((query) => {
      if (account !== null && account !== EVERY) void query.whereIn("account", [account, EVERY]);
    })
    .orderBy("started_at");

interface RecoveryEnd {
  readonly by: string;
  /** Also if writes that are known to be lost were not queried. */
  readonly isForced?: boolean;
}

/** Under the lock of `beginRecovery`, which may add lost writes to it; false: some were not queried, and it stays open. */
export async function endRecovery(
  pg: Knex,
  row: RecoveryRow,
  { by, isForced = false }: RecoveryEnd,
  now: Date,
): Promise<boolean> {
  return runTransaction(pg, async (trx) => {
    await trx.raw("SELECT pg_advisory_xact_lock(?)", [LOCK]);
    if (!isForced && (await unqueriedLost(trx, row.account, 1)).length > 0) return false;
    await trx(RECOVERY_TABLE)
      .where({ id: row.id, finished_at: null })
      .update({ finished_at: now, finished_by: by, updated_at: now });
    await trx("acquiring_attention_item")
      .where({ kind: "recovery_mode", subject: row.account, cleared_at: null, deleted_at: null })
      .update({ cleared_at: now, cleared_reason: "recovered", updated_at: now });
    return true;
  });
}

/** Writes that this database has no row for and that have been neither queried nor left for later. */
export const unqueriedLost = async (pg: Knex, account: string, limit: number): Promise<LostRow[]> =>
  pg<LostRow & OpenColumns>(LOST_WRITE_TABLE)
    .where({ queried_at: null, deleted_at: null, result: null })
    .modify((query) => {
      if (account !== EVERY) void query.where({ account });
    })
    .orderBy("found_at")
    .limit(limit);

interface OpenColumns {
  readonly deleted_at: null;
}

/** Those that are not concluded and whose times are known, waiting ones too, in the order in which they were sent. */
export const openLost = async (pg: Knex, { kinds, account = EVERY, orderNo }: OpenLost): Promise<LostRow[]> =>
  pg<LostRow & OpenColumns>(LOST_WRITE_TABLE)
    .where({ queried_at: null, deleted_at: null })
    .whereIn("kind", [...kinds])
    .whereNotNull("sent_at")
    .modify((query) => {
      if (account !== EVERY) void query.where({ account });
      if (orderNo !== undefined) void query.where({ order_no: orderNo });
    })
    .orderBy(["sent_at", "id"]);

interface OpenLost {
  readonly kinds: readonly string[];
  readonly account?: string;
  readonly orderNo?: string;
}

/** Those left for later, in the order in which they were last looked at. */
export const waitingLost = async (pg: Knex, limit: number): Promise<LostRow[]> =>
  pg<LostRow & OpenColumns & { updated_at: Date }>(LOST_WRITE_TABLE)
    .where({ queried_at: null, deleted_at: null })
    .whereNotNull("result")
    .orderBy("updated_at")
    .limit(limit);

/** Every lost operation of this kind and payment, concluded ones too, in the order of sending. */
export const lostBeside = async (pg: Knex, lost: LostRow): Promise<LostRow[]> => {
  const { account, kind, order_no, gateway_payment_id } = lost;
  return pg<LostRow & OpenColumns>(LOST_WRITE_TABLE)
    .where({ account, kind, order_no, gateway_payment_id, deleted_at: null })
    .orderBy(["sent_at", "id"]);
};

/** It no longer keeps the recovery open, and is continued later. */
export async function leaveForLater(pg: Knex, id: string, result: string, now: Date): Promise<void> {
  await pg(LOST_WRITE_TABLE).where({ id, queried_at: null }).update({ result, updated_at: now });
}

/** False: another server has concluded it. */
export async function concludeLost(pg: Knex, id: string, result: string, now: Date): Promise<boolean> {
  const open = pg(LOST_WRITE_TABLE).where({ id, queried_at: null });
  return (await open.update({ queried_at: now, result, updated_at: now })) > 0;
}

/** Without a row, or, if `sentAt` is given, with the row of an earlier attempt that was never sent. */
export async function missingOf(
  pg: Knex,
  sent: readonly { readonly id: string; readonly sentAt?: string }[],
): Promise<ReadonlySet<string>> {
  if (sent.length === 0) return new Set();
  const { rows } = await pg.raw<{ rows: { id: string }[] }>(
    `SELECT sent.id FROM unnest(?::text[], ?::timestamptz[]) AS sent(id, at)
     WHERE NOT EXISTS (SELECT 1 FROM acquiring_operation AS known WHERE known.id = sent.id
         AND (known.status <> 'not_sent' OR known.sent_at >= sent.at))
       AND NOT EXISTS (SELECT 1 FROM acquiring_payout_send AS known WHERE known.id = sent.id)
       AND NOT EXISTS (SELECT 1 FROM ${LOST_WRITE_TABLE} AS known WHERE known.id = sent.id)`,
    [sent.map(({ id }) => id), sent.map(({ sentAt }) => sentAt ?? "-infinity")],
  );
  return new Set(rows.map(({ id }) => id));
}

export const addLost = (pg: Knex, lost: readonly NewLost[], now: Date): Promise<boolean> => insertLost(pg, lost, now);
