import type { Knex } from "@medusajs/framework/mikro-orm/knex";
import { generateEntityId } from "@medusajs/framework/utils";
import { redactToken } from "../runtime/redact-token";
import type { Raise } from "./attention-rows";
import type { InboxRow } from "./inbox";
import { powerOfTwoFrom } from "./write-set";

/**
 * The ends of several notifications in one statement: their attention items and their rows change together, or not at
 * all. Rows are locked in the order of digests, as in `storeNotifications`, so that neither deadlocks with the other.
 */
export interface InboxConclusion {
  readonly row: InboxRow;
  readonly status: "applied" | "refused";
  readonly result: string;
  /** The attention item of a refused one. */
  readonly raise: Raise | null;
  /** A saved card's token in the stored bytes: it allows charges, and is removed once it has been read. */
  readonly token: string | null;
  readonly now: Date;
}

const RAISE = `
  INSERT INTO acquiring_attention_item AS known
    (id, account, kind, subject, attempt_id, message, count, raised_at, created_at, updated_at)
  SELECT id, account, kind, subject, attempt_id, message, count, raised_at, raised_at, at
  FROM json_to_recordset(CAST(? AS json)) AS raised
    (id text, account text, kind text, subject text, attempt_id text, message text, count integer, raised_at timestamptz,
      at timestamptz)
  ORDER BY kind, subject
  ON CONFLICT (kind, subject) WHERE cleared_at IS NULL AND deleted_at IS NULL
  DO UPDATE SET count = known.count + EXCLUDED.count, message = EXCLUDED.message, updated_at = EXCLUDED.updated_at`;

/**
 * A row that is no longer pending keeps its result; a token is removed from it all the same. The limit tells Postgres how few rows
 * there are, as in write-set.ts.
 */
const finish = (count: number): string => `
  UPDATE acquiring_inbox_event AS event SET
    status = CASE WHEN event.status = 'pending' THEN ended.status ELSE event.status END,
    result = CASE WHEN event.status = 'pending' THEN ended.result ELSE event.result END,
    applied_at = CASE WHEN event.status = 'pending' THEN ended.at ELSE event.applied_at END,
    next_try_at = CASE WHEN event.status = 'pending' THEN NULL ELSE event.next_try_at END,
    updated_at = CASE WHEN event.status = 'pending' THEN ended.at ELSE event.updated_at END,
    body = COALESCE(ended.body, event.body)
  FROM (
    SELECT named.* FROM (
      SELECT * FROM json_to_recordset(CAST(? AS json)) AS given
        (id text, status text, result text, at timestamptz, body text)
      LIMIT ${String(powerOfTwoFrom(count))}
    ) AS named
    JOIN acquiring_inbox_event AS locked ON locked.id = named.id
    ORDER BY locked.digest FOR UPDATE OF locked
  ) AS ended
  WHERE event.id = ended.id`;

/** Resolves after the commit. */
export async function concludeInbox(pg: Knex, conclusions: readonly InboxConclusion[]): Promise<void> {
  const ended = JSON.stringify(conclusions.map(endedOf));
  const raised = raisedOf(conclusions);
  await (raised.length === 0
    ? pg.raw(finish(conclusions.length), [ended])
    : pg.raw(`WITH raised AS (${RAISE}) ${finish(conclusions.length)}`, [JSON.stringify(raised), ended]));
}

const endedOf = ({ row, status, result, token, now }: InboxConclusion): Readonly<Record<string, unknown>> => ({
  ...{ id: row.id, status, result, at: now },
  body: token === null ? null : withoutToken(row, token),
});

const withoutToken = ({ body }: InboxRow, token: string): string =>
  Buffer.from(redactToken(Buffer.from(body ?? "", "base64").toString(), token)).toString("base64");

interface RaisedItem {
  readonly id: string;
  readonly account: string;
  readonly kind: string;
  readonly subject: string;
  readonly attempt_id: string | null;
  readonly message: string;
  readonly count: number;
  readonly raised_at: Date;
  readonly at: Date;
}

/** One statement may change an item only once: repetitions are counted here. Its time is the first one's: all of them came since. */
function raisedOf(conclusions: readonly InboxConclusion[]): readonly RaisedItem[] {
  const items = new Map<string, RaisedItem>();
  for (const { raise, now } of conclusions) {
    if (raise === null) continue;
    const { account, kind, subject, message, attemptId: attempt_id } = raise;
    const name = `${kind}\n${subject}`;
    const known = items.get(name);
    const id = known?.id ?? generateEntityId(undefined, "acqatn");
    items.set(name, {
      ...(known ?? { id, account, kind, subject, attempt_id, raised_at: now }),
      ...{ message, at: now, count: (known?.count ?? 0) + 1 },
    });
  }
  return [...items.values()];
}
