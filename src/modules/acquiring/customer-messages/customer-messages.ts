import type { Knex } from "@medusajs/framework/mikro-orm/knex";
import { createRowId } from "../ledger/rows/row-id";
import type { OutgoingRow } from "../runtime/outgoing-rows";
import { claimRows } from "../runtime/outgoing-rows";

/** E-mails to customers, one for each thing that happened. A row holds no name, address or text: they are read when it is sent. */
export type CustomerMessageKind = "voucher_reminder" | "declined_later" | "refund_completed" | "card_expiring";

export interface NewCustomerMessage {
  readonly kind: CustomerMessageKind;
  /** What it is about; a customer is told of it once. */
  readonly subject: string;
  /** Null: about a saved card. */
  readonly attemptId: string | null;
  readonly savedCardId: string | null;
  /** Of a refund, in minor units of the payment's currency. */
  readonly minor: bigint | null;
}

export interface CustomerMessageRow extends OutgoingRow {
  readonly kind: CustomerMessageKind;
  /** `dropped`: when it was to be sent, it was no longer true or had no address. */
  readonly status: "waiting" | "sent" | "dropped" | "failed";
  readonly subject: string;
  readonly attempt_id: string | null;
  readonly saved_card_id: string | null;
  readonly minor: string | null;
}

const TABLE = "acquiring_customer_message";

/** Of what is known already nothing is added. */
export async function addCustomerMessages(trx: Knex, added: readonly NewCustomerMessage[], now: Date): Promise<void> {
  if (added.length === 0) return;
  const rows = added.map(({ kind, subject, attemptId, savedCardId, minor }) => ({
    id: createRowId("acqcum", now),
    ...{ kind, subject, attempt_id: attemptId, saved_card_id: savedCardId },
    minor: minor === null ? null : minor.toString(),
    ...{ due_at: now, created_at: now, updated_at: now },
  }));
  // In one order, so that two processes do not wait for each other.
  const sorted = rows.sort((a, b) => (`${a.kind} ${a.subject}` < `${b.kind} ${b.subject}` ? -1 : 1));
  await trx(TABLE).insert(sorted).onConflict().ignore();
}

export const claimCustomerMessages = (pg: Knex, now: Date, limit: number): Promise<readonly CustomerMessageRow[]> =>
  claimRows<CustomerMessageRow>(pg, TABLE, { now, limit });

export const wasEmailSentSince = async (pg: Knex, kind: CustomerMessageKind, since: Date): Promise<boolean> =>
  (await pg(TABLE).where({ kind, status: "sent" }).where("sent_at", ">", since).first("id")) !== undefined;

export async function dropCustomerMessage(
  pg: Knex,
  id: string,
  { reason, now }: { readonly reason: string; readonly now: Date },
): Promise<void> {
  await pg(TABLE).where({ id, status: "waiting" }).update({ status: "dropped", problem: reason, updated_at: now });
}

/** It is too early to know; this was no try. */
export async function postponeCustomerMessage(pg: Knex, id: string, until: Date): Promise<void> {
  await pg(TABLE)
    .where({ id, status: "waiting" })
    .update({ due_at: until, tries: pg.raw("tries - 1") });
}

export interface CustomerMessageSum {
  readonly kind: CustomerMessageKind;
  readonly status: CustomerMessageRow["status"];
  readonly count: number;
  /** Of the latest one that has one. */
  readonly problem: string | null;
}

export const customerMessageSums = async (pg: Knex, since: Date): Promise<readonly CustomerMessageSum[]> =>
  pg(TABLE)
    .where({ deleted_at: null })
    .where("created_at", ">=", since)
    .groupBy("kind", "status")
    .select<CustomerMessageSum[]>(
      "kind",
      "status",
      pg.raw("count(*)::int AS count"),
      pg.raw("(array_agg(problem ORDER BY updated_at DESC) FILTER (WHERE problem IS NOT NULL))[1] AS problem"),
    );

/** What legal holds keep: order numbers, and the IDs of payment attempts and saved cards. */
export interface HeldMessages {
  readonly orderNos: readonly string[];
  readonly attempts: readonly string[];
  readonly cards: readonly string[];
}

export const nothingHeld = (): Promise<HeldMessages> => Promise.resolve({ orderNos: [], attempts: [], cards: [] });

const UNHELD = `(attempt_id IS NULL OR attempt_id <> ALL(CAST(:attempts AS text[])))
  AND (saved_card_id IS NULL OR saved_card_id <> ALL(CAST(:cards AS text[])))`;

/** Removes those that ended before this time. A customer is told of a card again only after it has expired. */
export async function pruneCustomerMessages(
  pg: Knex,
  before: Date,
  { attempts, cards }: Pick<HeldMessages, "attempts" | "cards">,
): Promise<void> {
  await pg(TABLE)
    .whereNot({ status: "waiting" })
    .where("created_at", "<", before)
    .whereRaw(UNHELD, { attempts: [...attempts], cards: [...cards] })
    .delete();
}
