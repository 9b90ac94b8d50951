import { generateEntityId } from "@medusajs/framework/utils";
import type { Knex } from "@medusajs/framework/mikro-orm/knex";
import type { ApprovalRow } from "../rows";
import type { KeyRing } from "../sealing/key-ring";

/** One per person is valid at a time, and only with the service's MAC: a row written by hand does not count. */
const TABLE = "acquiring_payout_approval";
const COLUMNS = ["id", "payout_id", "actor_id", "payload_hash", "version", "seal", "note", "at"] as const;

export class Approvals {
  constructor(
    private readonly pg: Knex,
    private readonly now: () => Date,
    private readonly ring: Pick<KeyRing, "ids" | "sign" | "isSigned" | "knows">,
  ) {}

  async of(trx: Knex, payoutId: string): Promise<ApprovalRow[]> {
    return (await this.ofMany([payoutId], trx)).get(payoutId) ?? [];
  }

  async ofMany(payoutIds: readonly string[], trx: Knex = this.pg): Promise<ReadonlyMap<string, ApprovalRow[]>> {
    const rows = await trx(TABLE)
      .whereIn("payout_id", [...payoutIds])
      .where({ void_at: null, deleted_at: null })
      .orderBy([{ column: "at" }, { column: "id" }])
      .select<ApprovalRow[]>(...COLUMNS);
    const found = new Map<string, ApprovalRow[]>();
    for (const row of rows.filter((each) => this.isSealed(each)))
      found.set(row.payout_id, [...(found.get(row.payout_id) ?? []), row]);
    return found;
  }

  /** Does one name a key that this process does not have, such as a new one during a rotation? */
  async isOfUnknownKey(trx: Knex, payoutId: string): Promise<boolean> {
    const seals = await trx(TABLE)
      .where({ payout_id: payoutId, void_at: null, deleted_at: null })
      .whereNotNull("seal")
      .pluck<string[]>("seal");
    return seals.some((seal) => !this.ring.knows(seal));
  }

  async add(
    trx: Knex,
    approval: {
      readonly payoutId: string;
      readonly version: number;
      readonly actorId: string;
      readonly hash: string;
      readonly note: string | null;
    },
  ): Promise<void> {
    const now = this.now();
    const { payoutId, actorId, version, hash } = approval;
    // This person has no valid approval: an existing row was not written by the service.
    await this.void(trx, payoutId, [actorId]);
    const told = { payout_id: payoutId, actor_id: actorId, payload_hash: hash, version, at: now };
    await trx(TABLE).insert({
      ...told,
      id: generateEntityId(undefined, "acqapr"),
      seal: this.ring.sign(textOf(told)),
      note: approval.note,
      created_at: now,
      updated_at: now,
    });
  }

  async void(trx: Knex, payoutId: string, actorIds?: readonly string[]): Promise<void> {
    const now = this.now();
    const query = trx(TABLE).where({ payout_id: payoutId, void_at: null, deleted_at: null });
    if (actorIds) void query.whereIn("actor_id", [...actorIds]);
    await query.update({ void_at: now, updated_at: now });
  }

  /** Payouts, in no order, with one under a key that is not the first here, as on a server with another order of keys. */
  async ofOlderKeys(limit: number): Promise<string[]> {
    const older = this.ring.ids.slice(1);
    if (limit <= 0 || older.length === 0) return [];
    return this.pg(TABLE)
      .where({ void_at: null, deleted_at: null })
      .whereRaw("split_part(seal, ':', 1) = ANY(?)", [older])
      .groupBy("payout_id")
      .orderByRaw("random()")
      .limit(limit)
      .pluck<string[]>("payout_id");
  }

  /** The same content under another key's hash, with its MAC; a row without a MAC stays so. */
  async signAgain(
    trx: Knex,
    payoutId: string,
    { from, to }: { readonly from: string; readonly to: string },
  ): Promise<void> {
    const rows = await trx(TABLE)
      .where({ payout_id: payoutId, deleted_at: null })
      .select<ApprovalRow[]>(...COLUMNS);
    for (const row of rows.filter((each) => this.isSealed(each))) {
      const hash = row.payload_hash === from ? to : row.payload_hash;
      const seal = this.ring.sign(textOf({ ...row, payload_hash: hash }));
      await trx(TABLE).where({ id: row.id }).update({ payload_hash: hash, seal, updated_at: this.now() });
    }
  }

  private isSealed(row: ApprovalRow): boolean {
    return row.seal !== null && this.ring.isSigned(row.seal, textOf(row));
  }

  /** Those with enough approvals stay, since any approver confirms them. */
  withoutApprovalOf(query: Knex.QueryBuilder, personId: string, approvalsNeeded: number): void {
    void query.whereNotExists(
      this.pg(`${TABLE} AS approval`)
        .whereRaw("approval.payout_id = acquiring_payout.id AND acquiring_payout.approvals < ?", [approvalsNeeded])
        .where({ "approval.actor_id": personId, "approval.void_at": null, "approval.deleted_at": null }),
    );
  }
}

type SealedApproval = Pick<ApprovalRow, "payout_id" | "version" | "payload_hash" | "actor_id" | "at">;

const textOf = ({ payout_id: payout, version, payload_hash: hash, actor_id: actor, at }: SealedApproval): string =>
  JSON.stringify(["approval", payout, version, hash, actor, at.toISOString()]);
