import { generateEntityId } from "@medusajs/framework/utils";
import type { Knex } from "@medusajs/framework/mikro-orm/knex";
import type { ApprovalRow } from "../rows";

/** Who approved what. One of a person counts at a time, by the unique index. */
const TABLE = "acquiring_payout_approval";

export class Approvals {
  constructor(
    private readonly pg: Knex,
    private readonly now: () => Date,
  ) {}

  /** Those that count, oldest first. */
  async of(trx: Knex, payoutId: string): Promise<ApprovalRow[]> {
    return (await this.ofMany([payoutId], trx)).get(payoutId) ?? [];
  }

  async ofMany(payoutIds: readonly string[], trx: Knex = this.pg): Promise<ReadonlyMap<string, ApprovalRow[]>> {
    const rows = await trx(TABLE)
      .whereIn("payout_id", [...payoutIds])
      .where({ void_at: null, deleted_at: null })
      .orderBy([{ column: "at" }, { column: "id" }])
      .select<ApprovalRow[]>("id", "payout_id", "actor_id", "payload_hash", "note", "at");
    const found = new Map<string, ApprovalRow[]>();
    for (const row of rows) found.set(row.payout_id, [...(found.get(row.payout_id) ?? []), row]);
    return found;
  }

  async add(
    trx: Knex,
    approval: {
      readonly payoutId: string;
      readonly actorId: string;
      readonly hash: string;
      readonly note: string | null;
    },
  ): Promise<void> {
    const now = this.now();
    await trx(TABLE).insert({
      id: generateEntityId(undefined, "acqapr"),
      payout_id: approval.payoutId,
      actor_id: approval.actorId,
      payload_hash: approval.hash,
      note: approval.note,
      at: now,
      created_at: now,
      updated_at: now,
    });
  }

  /** All of them, or those of these people, count no more. */
  async void(trx: Knex, payoutId: string, actorIds?: readonly string[]): Promise<void> {
    const now = this.now();
    const query = trx(TABLE).where({ payout_id: payoutId, void_at: null });
    if (actorIds) void query.whereIn("actor_id", [...actorIds]);
    await query.update({ void_at: now, updated_at: now });
  }

  /** The same content under the hash of another key. */
  async rehash(trx: Knex, payoutId: string, hashes: { readonly from: string; readonly to: string }): Promise<void> {
    await trx(TABLE)
      .where({ payout_id: payoutId, payload_hash: hashes.from })
      .update({ payload_hash: hashes.to, updated_at: this.now() });
  }

  /** For a list: has this person not approved it yet? */
  withoutApprovalOf(query: Knex.QueryBuilder, personId: string): void {
    void query.whereNotExists(
      this.pg(`${TABLE} AS approval`)
        .whereRaw("approval.payout_id = acquiring_payout.id")
        .where({ "approval.actor_id": personId, "approval.void_at": null }),
    );
  }
}
