import { generateEntityId, MedusaError } from "@medusajs/framework/utils";
import type { Answer, Imports, PayoutPerson } from "../payout-api";
import type { ImportRow, PayoutRow } from "../rows";
import { PAYOUT_COLUMNS, PAYOUTS } from "../store/payout-table";
import type { PayoutServiceContext } from "./service-context";
import { refused } from "./service-context";

/** Payout files: one key is one file, and each line is one draft, however often it is sent. */
const TABLE = "acquiring_payout_import";

export class PayoutImports implements Imports {
  constructor(private readonly context: PayoutServiceContext) {}

  async begin(
    person: PayoutPerson,
    { key, content }: { key: string; content: string },
  ): Promise<Answer<{ kind: "done"; row: ImportRow }>> {
    const { pg, now, ring } = this.context;
    const own = keyOf(person, key);
    const at = now();
    await pg(TABLE)
      .insert({
        id: generateEntityId(undefined, "acqpim"),
        key: own,
        content_hash: ring.hash(fileText(content)),
        actor_id: person.id,
        created_at: at,
        updated_at: at,
      })
      .onConflict(pg.raw("(key) WHERE deleted_at IS NULL"))
      .ignore();
    const found = await this.find(person, { key, content });
    if (!found) throw new MedusaError(MedusaError.Types.UNEXPECTED_STATE, "An import was started and does not exist.");
    return found;
  }

  async find(
    person: PayoutPerson,
    { key, content }: { key: string; content: string },
  ): Promise<Answer<{ kind: "done"; row: ImportRow }> | undefined> {
    const { pg, ring } = this.context;
    const own = keyOf(person, key);
    const row = await pg<ImportRow>(TABLE).where({ key: own, deleted_at: null }).first();
    if (!row) return undefined;
    if (!ring.isHashOf(row.content_hash, fileText(content)))
      return refused("changed", "This idempotency key was already used for another file. Start again.");
    return { kind: "done", row };
  }

  async finish(id: string): Promise<void> {
    const at = this.context.now();
    await this.context
      .pg(TABLE)
      .where({ id, finished_at: null, deleted_at: null })
      .update({ finished_at: at, updated_at: at });
  }

  async madeBy(id: string): Promise<ReadonlyMap<number, PayoutRow>> {
    const rows = await this.context
      .pg(PAYOUTS)
      .where({ import_id: id, deleted_at: null })
      .select<PayoutRow[]>(PAYOUT_COLUMNS);
    return new Map(rows.flatMap((row) => (row.import_line === null ? [] : [[row.import_line, row] as const])));
  }
}

const keyOf = ({ id }: PayoutPerson, key: string): string => `${id}:${key}`;

/** A keyed hash: accounts cannot be guessed from the table. A payout's own text starts differently. */
const fileText = (content: string): string => `import ${content}`;
