import type { Knex } from "@medusajs/framework/mikro-orm/knex";
import type { ChainMember } from "../domain/reissue-chain";

/** Each row is read once, by its key or by the index of what it replaces. Copies never change their origin. */
const UP = `line(asked, id, replaces_id) AS (
    SELECT id, id, replaces_id FROM acquiring_payout WHERE id = ANY(?::text[]) AND deleted_at IS NULL
    UNION SELECT line.asked, before.id, before.replaces_id FROM line
      JOIN acquiring_payout AS before ON before.id = line.replaces_id AND before.deleted_at IS NULL
  ), root(asked, id) AS (SELECT asked, id FROM line WHERE replaces_id IS NULL)`;

export async function chainOf(pg: Knex, ids: readonly string[]): Promise<ReadonlyMap<string, readonly ChainMember[]>> {
  if (ids.length === 0) return new Map();
  const { rows } = await pg.raw<{ rows: (ChainMember & { readonly asked: string })[] }>(
    `WITH RECURSIVE ${UP}, family(root, id, state) AS (
       SELECT first.id, first.id, first.state FROM acquiring_payout AS first
         WHERE first.id IN (SELECT id FROM root) AND first.deleted_at IS NULL
       UNION SELECT family.root, copy.id, copy.state FROM family
         JOIN acquiring_payout AS copy ON copy.replaces_id = family.id AND copy.deleted_at IS NULL
     ) SELECT root.asked, family.id, family.state FROM root JOIN family ON family.root = root.id
       WHERE family.id <> root.asked ORDER BY root.asked, family.id`,
    [[...ids]],
  );
  const found = new Map<string, ChainMember[]>();
  for (const { asked, id, state } of rows) found.set(asked, [...(found.get(asked) ?? []), { id, state }]);
  return found;
}

/** Locks the chain against copies until the transaction ends. Taken before any other row of the chain. */
export async function lockChain(trx: Knex, id: string): Promise<void> {
  await trx.raw(
    `WITH RECURSIVE ${UP} SELECT id FROM acquiring_payout WHERE id IN (SELECT id FROM root) AND deleted_at IS NULL FOR UPDATE`,
    [[id]],
  );
}
