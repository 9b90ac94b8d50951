import type { Knex } from "@medusajs/framework/mikro-orm/knex";
import type { AccountIdentities } from "../accounts/account-identities";
import type { StorableCard } from "./card-storage-rules";
import { MOST_CARDS, isSameCard, removedToken } from "./card-storage-rules";
import type { StoredCard } from "./saved-card-rows";
import { liveCards, SAVED_CARDS } from "./saved-card-rows";

/**
 * What becomes of a card to import. `present`: the customer has it; `removed`: the customer has removed it here; `others`:
 * another customer has this token; `full`: the customer has as many cards as allowed; `deleted`: the customer was.
 */
export interface CardImport {
  readonly kind: "imported" | "present" | "removed" | "others" | "full" | "deleted" | "off" | "not_storable";
}

/** Null: the customer does not have it yet. */
export async function presenceOf(
  pg: Knex,
  card: StorableCard,
  identities: Pick<AccountIdentities, "isCurrent">,
): Promise<Extract<CardImport["kind"], "present" | "removed" | "others" | "full"> | null> {
  const { account, customer_id, token } = card;
  const [holder] = await liveCards(pg).where({ account, token }).limit(1);
  if (holder) return holder.customer_id === customer_id ? "present" : "others";
  const mine = await pg<StoredCard>(SAVED_CARDS).where({ customer_id, deleted_at: null });
  // A removed card keeps the digest of its token.
  if (mine.some((row) => row.removed_at !== null && row.token === removedToken(row.id, token))) return "removed";
  // With a former account's token the customer cannot pay.
  const live = mine.filter((row) => row.removed_at === null && identities.isCurrent(row));
  // Saved here since, with a newer token.
  if (live.some((row) => isSameCard(row, card))) return "present";
  return live.length >= MOST_CARDS ? "full" : null;
}
