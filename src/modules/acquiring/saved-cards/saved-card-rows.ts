import type { Knex } from "@medusajs/framework/mikro-orm/knex";
import type { AuditAction } from "../ledger/journal";
import { addEvents } from "../ledger/event-rows";
import { recordAction } from "../ledger/journal";
import type { Actor } from "../ledger/rows/attempt-row";
import type { StorableCard } from "./card-storage-rules";

export interface SavedCardRow extends Omit<StorableCard, "token" | "gateway_identity"> {
  readonly id: string;
  readonly last_used_at: Date | null;
  readonly created_at: Date;
}

/** A card with its token: only for the request to the gateway. */
export interface UsableCard extends SavedCardRow {
  readonly token: string;
}

export type PlacedCard<Row> = Row & Pick<StorableCard, "gateway_identity">;

export interface StoredCard extends UsableCard {
  readonly gateway_identity: string;
  readonly refused_at: Date | null;
  readonly refused_code: string | null;
  readonly removed_at: Date | null;
  readonly updated_at: Date;
}

export const SAVED_CARDS = "acquiring_saved_card";

export const SHOWN_COLUMNS = [
  "id",
  "account",
  "customer_id",
  "mask",
  "brand",
  "expiry_month",
  "expiry_year",
  "holder_first_name",
  "holder_last_name",
  "last_used_at",
  "created_at",
] as const;

export const liveCards = (pg: Knex): Knex.QueryBuilder<StoredCard, StoredCard[]> =>
  pg<StoredCard>(SAVED_CARDS).where({ removed_at: null, deleted_at: null });

export interface SavedCardChange {
  readonly action: Extract<AuditAction, `saved_card_${string}`>;
  readonly actor: Actor;
  /** Missing: the customer, if the customer did it. */
  readonly actorId?: string;
  readonly details: Readonly<Record<string, unknown>>;
  readonly at: Date;
}

/** Imported cards are not announced: there may be a hundred thousand. */
const ANNOUNCED: readonly AuditAction[] = ["saved_card_kept", "saved_card_removed", "saved_card_refused"];

/** Adds an audit record of a change and its event, in the caller's transaction, without the token. */
export async function auditSavedCard(
  trx: Knex,
  card: Pick<StoredCard, "id" | "account" | "customer_id">,
  { action, actor, actorId, details, at }: SavedCardChange,
): Promise<void> {
  const id = await recordAction(trx, {
    attemptId: null,
    action,
    actor,
    actorId: actorId ?? (actor === "customer" ? card.customer_id : null),
    details: { saved_card_id: card.id, account: card.account, ...details },
    at,
  });
  if (!ANNOUNCED.includes(action)) return;
  await addEvents(trx, [{ id, kind: "saved_card", rowId: id, at }]);
}
