import { MedusaError } from "@medusajs/framework/utils";
import type { Knex } from "@medusajs/framework/mikro-orm/knex";
import type { PayoutRow } from "../rows";
import { runTransaction } from "../../acquiring";
import { lockChain } from "./reissue-chains";

/** The rows of payouts, changed under their lock; each change raises the version. */
export const PAYOUTS = "acquiring_payout";

/** All but the encrypted columns. */
export const PAYOUT_COLUMNS = [
  ...["id", "state", "account", "currency", "amount", "beneficiary_id", "beneficiary_version", "beneficiary_name"],
  ...["beneficiary_mask", "beneficiary_country"],
  ...["payment_method", "swift_charge_option", "fee_paid_by", "fund_source", "source_amount", "source_currency"],
  ...["payment_date", "reference", "reason", "note", "order_id", "customer_id", "import_id", "import_line"],
  ...["request_id", "payload_hash", "version", "approvals", "created_by", "submitted_at", "approved_at", "expires_at"],
  ...["send_after", "waits_for", "claimed_at", "finished_at", "synced_version", "transaction_id", "short_reference"],
  ...["decided_by", "decided_result", "decided_note", "replaces_id", "created_at", "updated_at"],
];

type Work<T> = (row: PayoutRow, trx: Knex.Transaction) => Promise<T>;

export class PayoutTable {
  constructor(
    private readonly pg: Knex,
    private readonly now: () => Date,
  ) {}

  async byId(id: string, trx: Knex = this.pg): Promise<PayoutRow | undefined> {
    return trx(PAYOUTS).where({ id, deleted_at: null }).first<PayoutRow | undefined>(PAYOUT_COLUMNS);
  }

  async byOrigin(key: string, trx: Knex = this.pg): Promise<PayoutRow | undefined> {
    return trx(PAYOUTS).where({ origin_key: key, deleted_at: null }).first<PayoutRow | undefined>(PAYOUT_COLUMNS);
  }

  /** Runs `work` under the row's lock; undefined if there is no such payout. Commits when it resolves. */
  async locked<T>(id: string, work: Work<T>): Promise<T | undefined> {
    return runTransaction(this.pg, (trx) => this.under(trx, id, work));
  }

  /** The same, with the reissue chain locked against copies. */
  async lockedWithFamily<T>(id: string, work: Work<T>): Promise<T | undefined> {
    return runTransaction(this.pg, async (trx) => {
      await lockChain(trx, id);
      return this.under(trx, id, work);
    });
  }

  private async under<T>(trx: Knex.Transaction, id: string, work: Work<T>): Promise<T | undefined> {
    const row = await trx(PAYOUTS)
      .where({ id, deleted_at: null })
      .forUpdate()
      .first<PayoutRow | undefined>(PAYOUT_COLUMNS);
    return row ? work(row, trx) : undefined;
  }

  /** False if this idempotency key exists. */
  async insert(trx: Knex, columns: Record<string, unknown>): Promise<boolean> {
    const now = this.now();
    const rows = await trx(PAYOUTS)
      .insert({ ...columns, version: 1, approvals: 0, created_at: now, updated_at: now })
      .onConflict(trx.raw("(origin_key) WHERE origin_key IS NOT NULL AND deleted_at IS NULL"))
      .ignore()
      .returning<{ id: string }[]>("id");
    return rows.length > 0;
  }

  async change(trx: Knex, id: string, columns: Record<string, unknown>): Promise<PayoutRow> {
    const [row] = await trx(PAYOUTS)
      .where({ id })
      .update({ ...columns, version: trx.raw("version + 1"), updated_at: this.now() })
      .returning<PayoutRow[]>(PAYOUT_COLUMNS);
    if (!row)
      throw new MedusaError(MedusaError.Types.UNEXPECTED_STATE, `The payout ${id} was locked and no longer exists.`);
    return row;
  }

  /** Postpones it without a new version. */
  async postpone(
    trx: Knex,
    id: string,
    columns: Pick<PayoutRow, "send_after" | "waits_for"> & { readonly claimed_at?: Date },
  ): Promise<void> {
    await trx(PAYOUTS)
      .where({ id })
      .update({ ...columns, updated_at: this.now() });
  }

  async sealedOf(trx: Knex, id: string): Promise<string> {
    const row = await trx(PAYOUTS).where({ id, deleted_at: null }).first<{ sealed: string } | undefined>("sealed");
    return row?.sealed ?? "";
  }

  async replacementOf(id: string): Promise<string | null> {
    const newest = this.pg(PAYOUTS).where({ replaces_id: id, deleted_at: null }).orderBy("created_at", "desc");
    return (await newest.first<{ id: string } | undefined>("id"))?.id ?? null;
  }

  async stuck({
    before,
    now,
    limit,
  }: {
    readonly before: Date;
    readonly now: Date;
    readonly limit: number;
  }): Promise<string[]> {
    const rows = await this.pg(PAYOUTS)
      .where({ state: "sending", deleted_at: null })
      .where("claimed_at", "<=", before)
      .where((when) => when.whereNull("send_after").orWhere("send_after", "<=", now))
      .orderBy([{ column: "send_after", nulls: "first" }, { column: "created_at" }])
      .limit(limit)
      .select<{ id: string }[]>("id");
    return rows.map(({ id }) => id);
  }

  /** Accepted ones that nothing changed since then; one with a payment date is expected to be silent until it. */
  async silent(since: Date, limit: number): Promise<string[]> {
    const rows = await this.pg(PAYOUTS)
      .where({ state: "pending", deleted_at: null })
      .where("updated_at", "<", since)
      .where((date) => date.whereNull("payment_date").orWhere("payment_date", "<", since.toISOString().slice(0, 10)))
      .orderBy("created_at")
      .limit(limit)
      .select<{ id: string }[]>("id");
    return rows.map(({ id }) => id);
  }

  /** For a recovery after lost commits: in the order of the ids, after one of them. */
  async unsent({
    before,
    after,
    limit,
  }: {
    readonly before: Date;
    readonly after: string;
    readonly limit: number;
  }): Promise<PayoutRow[]> {
    return this.pg(PAYOUTS)
      .whereIn("state", ["draft", "submitted", "approved", "sending"])
      .where({ deleted_at: null })
      .where("created_at", "<=", before)
      .where("id", ">", after)
      .orderBy("id")
      .limit(limit)
      .select<PayoutRow[]>(PAYOUT_COLUMNS);
  }

  async dueIn(
    states: readonly PayoutRow["state"][],
    column: "send_after" | "expires_at",
    { before, limit, orNever = false }: { readonly before: Date; readonly limit: number; readonly orNever?: boolean },
  ): Promise<string[]> {
    const rows = await this.pg(PAYOUTS)
      .whereIn("state", [...states])
      .where({ deleted_at: null })
      .where((when) => {
        void when.where(column, "<=", before);
        if (orNever) void when.orWhereNull(column);
      })
      .orderBy("created_at")
      .limit(limit)
      .select<{ id: string }[]>("id");
    return rows.map(({ id }) => id);
  }
}
