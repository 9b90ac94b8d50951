import type { Knex } from "@medusajs/framework/mikro-orm/knex";
import type { Ledger } from "./ledger";
import type { LockedAttempt } from "./rows/rows";

/** What is to be done about an attempt, with the attempt under its row lock. */
export interface LockedRows<Item> {
  readonly attempt: LockedAttempt;
  readonly item: Item;
}

/**
 * Does the same about several attempts in one transaction; the results in the order of `all`. Undefined for each that is
 * to be taken up alone: somebody else is at it, or the transaction failed, perhaps because of another one.
 */
export async function withLockedAttempts<Item, Result>(
  ledger: Ledger,
  { all, idOf }: { readonly all: readonly Item[]; readonly idOf: (item: Item) => string },
  work: (found: readonly LockedRows<Item>[], trx: Knex.Transaction) => Promise<readonly Result[]>,
): Promise<readonly (Result | undefined)[]> {
  try {
    return await ledger.withAttempts(all.map(idOf), async (attempts, trx) => {
      const byId = new Map(attempts.map((attempt) => [attempt.row.id, attempt]));
      const found = all.flatMap((item) => {
        const attempt = byId.get(idOf(item));
        return attempt ? [{ attempt, item }] : [];
      });
      const results = await work(found, trx);
      const byItem = new Map(found.map(({ item }, index) => [item, results[index]]));
      return all.map((item) => byItem.get(item));
    });
  } catch {
    // None of it is committed; or all of it is, and only that could not be told: then each finds its own row.
    return [];
  }
}
