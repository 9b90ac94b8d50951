import { createHash } from "node:crypto";
import { MedusaError } from "@medusajs/framework/utils";
import type { Knex } from "@medusajs/framework/mikro-orm/knex";
import { PreparedStatement } from "../runtime/prepared-statement";
import { DB_TIMEOUT_MS } from "../runtime/with-db-timeout";
import type { InboxSignature } from "./inbox";
import { createRowId } from "./rows/row-id";

/** Stores a group in one statement. A row that cannot be stored fails it all; the caller then tries each alone. */
export interface NewNotification {
  readonly account: string;
  readonly contentType: string | null;
  readonly body: Buffer;
  readonly signature: InboxSignature;
  readonly orderNo: string | null;
  readonly receivedAt: Date;
  /** The identity of the message if `body` differs from what arrived. Default: its bytes. */
  readonly digest?: string;
}

/** `fresh` is false when the same bytes were stored before, or stand earlier in the same group. */
export interface StoredNotification {
  readonly id: string;
  readonly fresh: boolean;
}

const COLUMNS =
  "id, account, source, digest, content_type, body, signature, order_no, status, tries, deliveries, next_try_at, received_at, created_at, updated_at";

const ONCE_EACH = `
  ON CONFLICT (digest) WHERE deleted_at IS NULL DO UPDATE SET deliveries = known.deliveries + EXCLUDED.deliveries
  RETURNING digest, id, (xmax = 0) AS fresh`;

/** In the order of digests, so that overlapping groups cannot deadlock. */
const STORE_MANY = new PreparedStatement(`
  INSERT INTO acquiring_inbox_event AS known (${COLUMNS})
  SELECT id, account, 'notify', digest, content_type, body, signature, order_no, 'pending', 0, deliveries, at, at, at, at
  FROM json_to_recordset(CAST(? AS json)) AS arrived (id text, account text, digest text, content_type text, body text,
    signature text, order_no text, deliveries integer, at timestamptz)
  ORDER BY digest ${ONCE_EACH}`);

/** The same for one row, a tenth faster. */
const STORE_ONE = new PreparedStatement(`
  INSERT INTO acquiring_inbox_event AS known (${COLUMNS})
  VALUES (?, ?, 'notify', ?, ?, ?, ?, ?, 'pending', 0, ?, ?, ?, ?, ?) ${ONCE_EACH}`);

/** Resolves after the commit, with one result per item in order. */
export async function storeNotifications(
  pg: Knex,
  items: readonly NewNotification[],
): Promise<readonly StoredNotification[]> {
  const digests = items.map(digestOf);
  const rows = new Map<string, ArrivedRow>();
  items.forEach((item, index) => {
    const digest = digests[index] ?? "";
    const known = rows.get(digest);
    if (known) known.deliveries += 1;
    else rows.set(digest, rowOf(item, digest));
  });
  const stored = await store(pg, [...rows.values()]);
  return inOrder(digests, new Map(stored.map((row) => [row.digest, row])));
}

type StoredRow = { readonly digest: string } & StoredNotification;

function store(pg: Knex, rows: readonly ArrivedRow[]): Promise<StoredRow[]> {
  const [only, ...more] = rows;
  const statement = only && more.length === 0 ? STORE_ONE : STORE_MANY;
  const values = only && more.length === 0 ? valuesOf(only) : [JSON.stringify(rows)];
  // After the caller's timeout the database gives up too, so that a lock does not exhaust the pool.
  return statement.run<StoredRow>(pg, values, 2 * DB_TIMEOUT_MS);
}

interface ArrivedRow {
  readonly id: string;
  readonly account: string;
  readonly digest: string;
  readonly content_type: string | null;
  readonly body: string;
  readonly signature: InboxSignature;
  readonly order_no: string | null;
  readonly at: Date;
  deliveries: number;
}

const rowOf = (item: NewNotification, digest: string): ArrivedRow => ({
  id: createRowId("acqin", item.receivedAt),
  ...{ account: item.account, digest, content_type: item.contentType, body: item.body.toString("base64") },
  ...{ signature: item.signature, order_no: item.orderNo, at: item.receivedAt },
  deliveries: 1,
});

/** In the order of `COLUMNS`. */
const valuesOf = ({ id, account, digest, at, ...row }: ArrivedRow): Knex.Value[] => [
  ...[id, account, digest, row.content_type, row.body, row.signature, row.order_no, row.deliveries],
  ...[at, at, at, at],
];

function inOrder(
  digests: readonly string[],
  stored: ReadonlyMap<string, StoredNotification>,
): readonly StoredNotification[] {
  const seen = new Set<string>();
  return digests.map((digest) => {
    const row = stored.get(digest);
    if (!row) throw new MedusaError(MedusaError.Types.UNEXPECTED_STATE, "The inbox returned no row for an insert.");
    const isFirst = !seen.has(digest);
    seen.add(digest);
    return { id: row.id, fresh: row.fresh && isFirst };
  });
}

const digestOf = ({ account, body, digest }: NewNotification): string =>
  digest ?? createHash("sha256").update(`${account}\nnotify\n`).update(body).digest("hex");

/** The database rejected the statement's content: invalid data, a limit, a deadlock. Nothing is stored. */
const REFUSED = /^(?:22|23|40|54)[0-9A-Z]{3}$/;

export function isRefusedByDatabase(error: unknown): boolean {
  return error instanceof Error && "code" in error && typeof error.code === "string" && REFUSED.test(error.code);
}
