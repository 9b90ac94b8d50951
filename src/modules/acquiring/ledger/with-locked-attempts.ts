import type { Knex } from "@medusajs/framework/mikro-orm/knex";
import type { Ledger } from "./ledger";
import type { LockedAttempt } from "./rows/attempt-row";
import type { FinishWith } from "./write-set";

export interface LockedRows<Item> {
  readonly attempt: LockedAttempt;
  readonly item: Item;
}

/** In one transaction and the order of `all`. `finish` may be the last write: it saves the round trip of the commit. Undefined: to be processed alone; it is locked, or that failed. */
export async function withLockedAttempts<Item, Result>(
  ledger: Ledger,
  { all, idOf }: { readonly all: readonly Item[]; readonly idOf: (item: Item) => string },
  work: (found: readonly LockedRows<Item>[], trx: Knex.Transaction, finish: FinishWith) => Promise<readonly Result[]>,
): Promise<readonly (Result | undefined)[]> {
  try {
    return await ledger.withAttempts(all.map(idOf), async (attempts, trx, finish) => {
      const byId = new Map(attempts.map((attempt) => [attempt.row.id, attempt]));
      const found = all.flatMap((item) => {
        const attempt = byId.get(idOf(item));
        return attempt ? [{ attempt, item }] : [];
      });
      const results = await work(found, trx, finish);
      const byItem = new Map(found.map(({ item }, index) => [item, results[index]]));
      return all.map((item) => byItem.get(item));
    });
  } catch {
    // Either nothing is committed, or everything is and only the confirmation was lost: then each finds its own row.
    return [];
  }
}
