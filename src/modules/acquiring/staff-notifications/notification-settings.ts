import type { Knex } from "@medusajs/framework/mikro-orm/knex";
import { recordAction } from "../ledger/journal";
import { runTransaction } from "../runtime/run-transaction";

/** Who in the store is told of what, in immutable versions: the history says who changed it when. */
export interface SavedBell {
  readonly topics: readonly NotificationTopic[];
  readonly language: NotificationLanguage;
}

export interface SavedRole {
  readonly id: string;
  readonly name: string;
  readonly topics: readonly NotificationTopic[];
  readonly emails: readonly string[];
  /** Keys of the option `staffNotifications.webhooks`. */
  readonly webhooks: readonly string[];
  readonly language: NotificationLanguage;
  readonly time_zone: string;
  /** `HH:MM` in the time zone; null: each as it happens. */
  readonly daily_at: string | null;
  readonly quiet: { readonly from: string; readonly until: string } | null;
}

export type NotificationTopic =
  | "payment_declined"
  | "operation_declined"
  | "held"
  | "dispute"
  | "authorisation_expiring"
  | "refund_proposed"
  | "payout"
  | "payment_link"
  | "subscription"
  | "attention";
export type NotificationLanguage = "de" | "en" | "es" | "fr" | "it" | "pl";

export interface SavedNotifications {
  readonly bell: SavedBell;
  readonly roles: readonly SavedRole[];
}

export interface NotificationSettingsRow extends SavedNotifications {
  readonly version: number;
  readonly saved_by: string;
  readonly created_at: Date;
}

/** Until somebody saves others: the bell tells everything but declined payments, and nobody is written to. Our choice. */
export const FIRST_NOTIFICATIONS: SavedNotifications = {
  bell: {
    topics: [
      "operation_declined",
      "held",
      "dispute",
      "authorisation_expiring",
      "refund_proposed",
      "payout",
      "payment_link",
      "subscription",
      "attention",
    ],
    language: "en",
  },
  roles: [],
};

const TABLE = "acquiring_notification_settings";

/** Null: never saved. */
export async function currentNotifications(pg: Knex): Promise<NotificationSettingsRow | null> {
  const row = await pg<NotificationSettingsRow>(TABLE)
    .where({ deleted_at: null })
    .orderBy("version", "desc")
    .first<NotificationSettingsRow | undefined>();
  return row ?? null;
}

/** Saves the version after `version`; false if that one was saved meanwhile. */
export async function saveNotifications(
  pg: Knex,
  { bell, roles }: SavedNotifications,
  { version, actorId, at }: { readonly version: number; readonly actorId: string; readonly at: Date },
): Promise<boolean> {
  return runTransaction(pg, async (trx) => {
    if (((await currentNotifications(trx))?.version ?? 0) !== version) return false;
    const next = version + 1;
    const saved = await trx(TABLE)
      .insert({
        id: `acqnts_${String(next)}`,
        version: next,
        bell: JSON.stringify(bell),
        roles: JSON.stringify(roles),
        saved_by: actorId,
        created_at: at,
        updated_at: at,
      })
      .onConflict()
      .ignore()
      .returning<{ id: string }[]>("id");
    if (saved.length === 0) return false;
    await recordAction(trx, {
      attemptId: null,
      action: "notifications_saved",
      actor: "admin",
      actorId,
      details: { version: next, roles: roles.length },
      at,
    });
    return true;
  });
}
