import type { Knex } from "@medusajs/framework/mikro-orm/knex";

export interface ListedItem {
  readonly id: string;
  readonly account: string;
  readonly kind: string;
  readonly message: string;
  readonly count: number;
  readonly subject: string;
  readonly attempt_id: string | null;
  readonly raised_at: Date;
  readonly cleared_at: Date | null;
  readonly cleared_reason: string | null;
  readonly cleared_by: string | null;
  readonly cleared_note: string | null;
}

export interface ItemFilters {
  readonly status: "open" | "closed";
  readonly kinds: readonly string[] | undefined;
}

export interface AttentionListPage {
  readonly limit: number;
  readonly offset: number;
}

/** Limits the count; counting further would read all rows. */
const MOST_COUNTED = 10_001;

const COLUMNS =
  "id, account, kind, subject, message, count, attempt_id, raised_at, cleared_at, cleared_reason, cleared_by, cleared_note";

/** Each condition is that of an index, so that a page is read from one end of it. */
const OF_STATUS = {
  open: { where: "cleared_at IS NULL", newest: "raised_at DESC, id DESC" },
  closed: { where: "cleared_at IS NOT NULL", newest: "cleared_at DESC, id DESC" },
} as const;

const whereOf = ({ status, kinds }: ItemFilters): string =>
  `deleted_at IS NULL AND ${OF_STATUS[status].where}${kinds ? " AND kind = ANY(:kinds)" : ""}`;

export async function listItems(
  pg: Knex,
  filters: ItemFilters,
  { limit, offset }: AttentionListPage,
): Promise<ListedItem[]> {
  const { rows } = await pg.raw<{ rows: ListedItem[] }>(
    `SELECT ${COLUMNS} FROM acquiring_attention_item WHERE ${whereOf(filters)}
     ORDER BY ${OF_STATUS[filters.status].newest} LIMIT :limit OFFSET :offset`,
    { ...(filters.kinds && { kinds: [...filters.kinds] }), limit, offset },
  );
  return rows;
}

/** At most 10,001, which means more. */
export async function countItems(pg: Knex, filters: ItemFilters): Promise<number> {
  const { rows } = await pg.raw<{ rows: { count: number }[] }>(
    `SELECT count(*)::int AS count FROM
       (SELECT 1 FROM acquiring_attention_item WHERE ${whereOf(filters)} LIMIT :most) AS counted`,
    { ...(filters.kinds && { kinds: [...filters.kinds] }), most: MOST_COUNTED },
  );
  return rows[0]?.count ?? 0;
}

/** Open items by kind, most first; of very many only the first are read. */
export async function countByKind(pg: Knex): Promise<{ kind: string; count: number }[]> {
  const { rows } = await pg.raw<{ rows: { kind: string; count: number }[] }>(
    `SELECT kind, count(*)::int AS count FROM
       (SELECT kind FROM acquiring_attention_item WHERE cleared_at IS NULL AND deleted_at IS NULL LIMIT :most) AS open
     GROUP BY kind ORDER BY count DESC, kind`,
    { most: MOST_COUNTED },
  );
  return rows;
}
