import type { Knex } from "@medusajs/framework/mikro-orm/knex";
import { createRowId } from "../ledger/rows/row-id";
import type { OutgoingRow } from "../runtime/outgoing-rows";
import { claimRows } from "../runtime/outgoing-rows";
import { runTransaction } from "../runtime/run-transaction";
import type { NotificationTopic } from "./notification-settings";

/**
 * What staff are told. A notification waits until it is due; what is due for one recipient becomes a message, which is
 * committed before it is sent. Both times are the database's.
 */
export type NotificationChannel = "bell" | "email" | "webhook";

/** What happened: no name, e-mail address or free text. */
export interface StaffFact {
  /**
   * A payment's event without `acquiring.payment.`, `attention`, `dispute_due`, `refund_proposed`, `refund_second_person`, `payout_submitted`,
   * `payout_failed`, `payment_link_paid`, `payment_link_expired`, `renewal_failed` or `subscription_cancelled`.
   */
  readonly event: string;
  /** Of the attention item. */
  readonly attention: string | null;
  /** Null of a payment link that was not paid, and of a payout that was edited since. */
  readonly account: string | null;
  readonly attempt_id: string | null;
  /** Medusa's order, of a proposed refund or a payment link. */
  readonly order_id: string | null;
  readonly payout_id: string | null;
  readonly subscription_id?: string;
  readonly order_no: string | null;
  /** Integer minor units of `currency`. */
  readonly amount_minor: string | null;
  readonly currency: string | null;
  readonly code: string | null;
  /** By when to respond to a dispute, ISO 8601. */
  readonly due_at?: string;
  /** ISO 8601. */
  readonly occurred_at: string;
}

export interface NotificationTarget {
  /** A role's id; empty for the bell. */
  readonly role: string;
  readonly channel: NotificationChannel;
  /** An e-mail address or a webhook's key; empty for the bell. */
  readonly recipient: string;
}

export interface NewStaffNotification extends NotificationTarget {
  readonly topic: NotificationTopic;
  /** What it is about: a payment attempt, attention item, proposed refund, refund to approve, payout, payment link or subscription. */
  readonly item: string;
  readonly fact: StaffFact;
  /** Says again what an event says: left out while that one waits, or was told within the hour. */
  readonly isRepetition: boolean;
}

type Kept = Omit<NewStaffNotification, "isRepetition">;

export interface StaffMessageRow extends NotificationTarget, OutgoingRow {
  readonly status: "waiting" | "sent" | "failed";
  readonly title: string;
  readonly items: number;
}

const NOTIFICATIONS = "acquiring_staff_notification";
const MESSAGES = "acquiring_staff_message";

/** A recipient is told of an item at most once in this time. */
const AT_MOST_EVERY_MS = 3_600_000;
const MOST_AT_ONCE = 500;
/** The most things in one message; the rest is in the next one. Our choice. */
const MOST_ITEMS = 50;
/** The bell shows each by itself, up to so many at once. Our choice. */
const MOST_BELLS = 10;

const ADD = `
  INSERT INTO ${NOTIFICATIONS} (id, role, channel, recipient, topic, item, fact, due_at, created_at, updated_at)
  VALUES (:id, :role, :channel, :recipient, :topic, :item, :fact, :due, :now, :now)
  ON CONFLICT (role, channel, recipient, topic, item) WHERE message_id IS NULL AND deleted_at IS NULL
  DO UPDATE SET fact = CASE WHEN :again THEN acquiring_staff_notification.fact ELSE EXCLUDED.fact END, updated_at = EXCLUDED.updated_at`;

const keyOf = ({ role, channel, recipient, topic, item }: Omit<Kept, "fact">): string =>
  JSON.stringify([role, channel, recipient, topic, item]);

/** Of one item that waits already, the newest fact is kept. `dueAt`: when to send what may be sent from a time on. */
export async function addNotifications(
  trx: Knex,
  added: readonly NewStaffNotification[],
  { now, dueAt }: { readonly now: Date; readonly dueAt: (target: NotificationTarget, from: Date) => Date },
): Promise<void> {
  if (added.length === 0) return;
  const since = new Date(now.getTime() - AT_MOST_EVERY_MS);
  const told = await trx(NOTIFICATIONS)
    .whereRaw("item = ANY(?)", [added.map(({ item }) => item)])
    .whereNotNull("message_id")
    .where("updated_at", ">", since)
    .select<(Omit<Kept, "fact"> & { readonly updated_at: Date })[]>(
      ...["role", "channel", "recipient", "topic", "item", "updated_at"],
    );
  const last = new Map<string, number>();
  for (const row of told) last.set(keyOf(row), Math.max(last.get(keyOf(row)) ?? 0, row.updated_at.getTime()));
  // In one order, so that two processes do not wait for each other.
  for (const one of [...added].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))) {
    const lastMs = last.get(keyOf(one));
    if (one.isRepetition && lastMs !== undefined) continue;
    const from = lastMs === undefined ? now : new Date(lastMs + AT_MOST_EVERY_MS);
    await trx.raw(ADD, {
      ...{ id: createRowId("acqstn", now), role: one.role, channel: one.channel, recipient: one.recipient },
      ...{ topic: one.topic, item: one.item, fact: JSON.stringify(one.fact), due: dueAt(one, from), now },
      again: one.isRepetition,
    });
  }
}

/** Of what is settled before anybody was told. */
export async function dropWaiting(
  trx: Knex,
  settled: readonly Pick<NewStaffNotification, "topic" | "item">[],
): Promise<void> {
  for (const { topic, item } of settled) await trx(NOTIFICATIONS).where({ topic, item, message_id: null }).delete();
}

interface WaitingRow extends Kept {
  readonly id: string;
}

/** Makes messages of what is due. `titleOf` is null for recipients that no longer exist: theirs are dropped. */
export async function packMessages(
  pg: Knex,
  now: Date,
  titleOf: (target: NotificationTarget, facts: readonly StaffFact[]) => string | null,
): Promise<void> {
  await runTransaction(pg, async (trx) => {
    const rows = await trx(NOTIFICATIONS)
      .where({ message_id: null, deleted_at: null })
      .where("due_at", "<=", now)
      .orderBy(["created_at", "id"])
      .limit(MOST_AT_ONCE)
      .forUpdate()
      .skipLocked()
      .select<WaitingRow[]>("id", "role", "channel", "recipient", "topic", "item", "fact");
    for (const group of groupsOf(rows)) {
      const [first] = group;
      if (!first) continue;
      const { role, channel, recipient } = first;
      const ids = group.map(({ id }) => id);
      const title = titleOf(
        first,
        group.map(({ fact }) => fact),
      );
      if (title === null) {
        await trx(NOTIFICATIONS).whereIn("id", ids).delete();
        continue;
      }
      const id = createRowId("acqstm", now);
      const times = { due_at: now, created_at: now, updated_at: now };
      await trx(MESSAGES).insert({ id, role, channel, recipient, title, items: group.length, ...times });
      await trx(NOTIFICATIONS).whereIn("id", ids).update({ message_id: id, updated_at: now });
    }
  });
}

function groupsOf(rows: readonly WaitingRow[]): readonly (readonly WaitingRow[])[] {
  const byTarget = new Map<string, WaitingRow[]>();
  for (const row of rows) {
    const key = JSON.stringify([row.role, row.channel, row.recipient]);
    byTarget.set(key, [...(byTarget.get(key) ?? []), row]);
  }
  return [...byTarget.values()].flatMap((all) => {
    const size = all[0]?.channel === "bell" && all.length <= MOST_BELLS ? 1 : MOST_ITEMS;
    return Array.from({ length: Math.ceil(all.length / size) }, (_, at) => all.slice(at * size, (at + 1) * size));
  });
}

export interface ClaimedMessage extends StaffMessageRow {
  readonly facts: readonly StaffFact[];
}

/** With what each tells. */
export async function claimMessages(pg: Knex, now: Date, limit: number): Promise<readonly ClaimedMessage[]> {
  const rows = await claimRows<StaffMessageRow>(pg, MESSAGES, { now, limit });
  if (rows.length === 0) return [];
  const facts = await pg(NOTIFICATIONS)
    .whereRaw("message_id = ANY(?)", [rows.map(({ id }) => id)])
    .orderBy(["created_at", "id"])
    .select<{ message_id: string; fact: StaffFact }[]>("message_id", "fact");
  return rows.map((row) => ({
    ...row,
    facts: facts.flatMap((each) => (each.message_id === row.id ? [each.fact] : [])),
  }));
}

/** The newest first. */
export const latestMessages = (pg: Knex, limit: number): Promise<StaffMessageRow[]> =>
  pg(MESSAGES)
    .where({ deleted_at: null })
    .orderBy([
      { column: "created_at", order: "desc" },
      { column: "id", order: "desc" },
    ])
    .limit(limit)
    .select<StaffMessageRow[]>("*");

/** Removes messages that ended before this time, and what they told. */
export async function pruneMessages(pg: Knex, before: Date): Promise<void> {
  await runTransaction(pg, async (trx) => {
    const ended = await trx(MESSAGES)
      .whereNot({ status: "waiting" })
      .where("created_at", "<", before)
      .delete()
      .returning<{ id: string }[]>("id");
    const ids = ended.map(({ id }) => id);
    if (ids.length > 0) await trx(NOTIFICATIONS).whereRaw("message_id = ANY(?)", [ids]).delete();
  });
}
