import { generateEntityId } from "@medusajs/framework/utils";
import type { Answer, Imports, Person } from "../face";
import type { ImportRow, PayoutRow } from "../rows";
import { PAYOUT_COLUMNS, PAYOUTS } from "../store/payout-table";
import type { Parts } from "./parts";
import { refused } from "./parts";

/** Files of payouts: one key is one file, and each of its lines is one draft, however often it is sent. */
const TABLE = "acquiring_payout_import";

export class PayoutImports implements Imports {
  constructor(private readonly parts: Parts) {}

  async begin(
    person: Person,
    { key, contentHash }: { key: string; contentHash: string },
  ): Promise<Answer<{ kind: "done"; row: ImportRow }>> {
    const { pg, now } = this.parts;
    const own = `${person.id}:${key}`;
    const at = now();
    await pg(TABLE)
      .insert({
        id: generateEntityId(undefined, "acqpim"),
        key: own,
        content_hash: contentHash,
        actor_id: person.id,
        created_at: at,
        updated_at: at,
      })
      .onConflict(pg.raw("(key) WHERE deleted_at IS NULL"))
      .ignore();
    const row = await pg<ImportRow>(TABLE).where({ key: own }).first();
    if (row?.content_hash !== contentHash || !row)
      return refused("changed", "Another file was imported with this key; begin anew.");
    return { kind: "done", row };
  }

  async finish(id: string): Promise<void> {
    const at = this.parts.now();
    await this.parts.pg(TABLE).where({ id, finished_at: null }).update({ finished_at: at, updated_at: at });
  }

  async madeBy(id: string): Promise<ReadonlyMap<number, PayoutRow>> {
    const rows = await this.parts.pg(PAYOUTS).where({ import_id: id }).select<PayoutRow[]>(PAYOUT_COLUMNS);
    return new Map(rows.flatMap((row) => (row.import_line === null ? [] : [[row.import_line, row] as const])));
  }
}
