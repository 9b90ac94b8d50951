import { placeSql } from "../accounts/account-identities";
import type { Knex } from "@medusajs/framework/mikro-orm/knex";
import type { AttemptRow } from "../ledger/rows/attempt-row";
import { CHALLENGED, DECLINE_CODE } from "../overview/figures";

/** Payments for the dashboard's list: filtered, sorted and paged by Postgres indexes. */
export interface PaymentQuestion {
  readonly state?: readonly string[];
  readonly mode?: readonly string[];
  readonly method?: readonly string[];
  readonly account?: readonly string[];
  readonly currency?: readonly string[];
  readonly risk?: readonly string[];
  readonly createdFrom?: string;
  readonly createdTo?: string;
  /** Of the requested amount, in integer minor units. */
  readonly amountMin?: bigint;
  readonly amountMax?: bigint;
  readonly capturable?: boolean;
  readonly held?: boolean;
  readonly attention?: boolean;
  /** Of declined payments; `-`: without a code. */
  readonly declineCode?: readonly string[];
  /** `-`: of no known one. */
  readonly salesChannel?: readonly string[];
  readonly refunded?: boolean;
  readonly disputed?: boolean;
  readonly challenged?: boolean;
  readonly reviewed?: boolean;
  readonly search?: PaymentSearch;
  readonly placesCapturingInParts: readonly string[];
  readonly order: { readonly by: "created_at" | "requested"; readonly direction: "asc" | "desc" };
}

/** Any of these; an empty list finds nothing. */
export interface PaymentSearch {
  readonly ids: readonly string[];
  readonly sessions: readonly string[];
  readonly carts: readonly string[];
  readonly customers: readonly string[];
  /** A prefix of our order number or the gateway's transaction ID. */
  readonly beginning: string | null;
}

export type PaymentListPage =
  { readonly offset: number; readonly limit: number } | { readonly after: string | null; readonly limit: number };

const COUNTED = 10_001;

export async function listPayments(pg: Knex, question: PaymentQuestion, page: PaymentListPage): Promise<AttemptRow[]> {
  const { by, direction } = question.order;
  const query = filtered(pg, question)
    .select<AttemptRow[]>("a.*")
    .orderBy([
      { column: `a.${by}`, order: direction },
      { column: "a.id", order: direction },
    ])
    .limit(page.limit);
  if ("offset" in page) return query.offset(page.offset);
  if (page.after === null) return query;
  const side = direction === "asc" ? ">" : "<";
  return query.whereRaw(
    `(a.${by}, a.id) ${side} (SELECT b.${by}, b.id FROM acquiring_payment_attempt b WHERE b.id = ?)`,
    [page.after],
  );
}

/** At most 10,001, which means "more than 10,000". */
export async function countPayments(pg: Knex, question: PaymentQuestion): Promise<number> {
  const some = filtered(pg, question).select(pg.raw("1 AS one")).limit(COUNTED).as("some");
  const [row] = await pg.from(some).select<{ count: number }[]>(pg.raw("COUNT(*)::int AS count"));
  return row?.count ?? 0;
}

export async function withOpenAttention(pg: Knex, ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const rows = await pg("acquiring_attention_item")
    .whereIn("attempt_id", [...ids])
    .where({ cleared_at: null, deleted_at: null })
    .groupBy("attempt_id")
    .select<{ attempt_id: string; count: number }[]>("attempt_id", pg.raw("COUNT(*)::int AS count"));
  return new Map(rows.map(({ attempt_id: id, count }) => [id, count]));
}

type SeenValues = "methods" | "currencies" | "risks" | "salesChannels";

/** The existing values, each found by one index step, however many payments there are. */
export async function seenValues(pg: Knex): Promise<Readonly<Record<SeenValues, string[]>>> {
  return {
    methods: await distinct(pg, "method"),
    currencies: await distinct(pg, "currency"),
    risks: await distinct(pg, "risk->>'action'"),
    salesChannels: await distinct(pg, "sales_channel_id"),
  };
}

/** With more values a filter is not useful. */
const CHOICES = 100;

async function distinct(
  pg: Knex,
  column: "method" | "currency" | "sales_channel_id" | "risk->>'action'",
): Promise<string[]> {
  const least = (where: string): string =>
    `(SELECT ${column} FROM acquiring_payment_attempt WHERE deleted_at IS NULL AND ${column} IS NOT NULL ${where} ORDER BY ${column} LIMIT 1)`;
  const { rows } = await pg.raw<{ rows: { value: string }[] }>(
    `WITH RECURSIVE seen(value) AS (SELECT ${least("")} UNION ALL SELECT ${least(`AND ${column} > seen.value`)} FROM seen WHERE seen.value IS NOT NULL)
     SELECT value FROM seen WHERE value IS NOT NULL LIMIT ${String(CHOICES)}`,
  );
  return rows.map(({ value }) => value);
}

type Query = Knex.QueryBuilder;

function filtered(pg: Knex, question: PaymentQuestion): Query {
  const query: Query = pg("acquiring_payment_attempt as a").whereNull("a.deleted_at");
  for (const column of ["state", "mode", "method", "account", "currency"] as const) {
    const values = question[column];
    if (values) query.whereIn(`a.${column}`, [...values]);
  }
  if (question.risk) query.whereRaw(`a.risk->>'action' IN (${marks(question.risk)})`, [...question.risk]);
  if (question.createdFrom) query.where("a.created_at", ">=", question.createdFrom);
  if (question.createdTo) query.where("a.created_at", "<=", question.createdTo);
  if (question.amountMin !== undefined) query.where("a.requested", ">=", question.amountMin.toString());
  if (question.amountMax !== undefined) query.where("a.requested", "<=", question.amountMax.toString());
  if (question.capturable !== undefined) whereCapturable(query, question.capturable, question.placesCapturingInParts);
  if (question.declineCode)
    query.where("a.state", "declined").whereRaw(`coalesce(${DECLINE_CODE}, '-') = ANY(?)`, [[...question.declineCode]]);
  if (question.salesChannel) whereChannel(query, question.salesChannel);
  for (const name of YES_OR_NO_NAMES) {
    const is = question[name];
    if (is !== undefined) query.whereRaw(`${not(is)}COALESCE(${YES_OR_NO[name]}, FALSE)`);
  }
  if (question.search) whereFound(query, question.search);
  return query;
}

function whereChannel(query: Query, channels: readonly string[]): void {
  void query.where((either) => {
    void either.whereIn("a.sales_channel_id", [...channels]);
    if (channels.includes("-")) void either.orWhereNull("a.sales_channel_id");
  });
}

const marks = (values: readonly unknown[]): string => values.map(() => "?").join(",");
const not = (is: boolean): string => (is ? "" : "NOT ");

/** Answered with yes or no. */
const YES_OR_NO = {
  held: "a.held_at IS NOT NULL AND a.hold_decision IS NULL",
  attention:
    "EXISTS (SELECT 1 FROM acquiring_attention_item i WHERE i.attempt_id = a.id AND i.cleared_at IS NULL AND i.deleted_at IS NULL)",
  refunded: "a.refunded + a.refund_pending > 0",
  disputed: "jsonb_typeof(a.disputes) = 'array' AND a.disputes <> '[]'",
  challenged: `a.mode = 'card' AND ${CHALLENGED}`,
  reviewed: "a.held_at IS NOT NULL",
} as const;
const YES_OR_NO_NAMES = ["held", "attention", "refunded", "disputed", "challenged", "reviewed"] as const;

/** The gate's own rule in SQL (`domain/operation-preconditions.ts`); a test compares the two. */
function whereCapturable(query: Query, is: boolean, multiple: readonly string[]): void {
  const isOpen =
    multiple.length === 0
      ? "a.state = 'authorised'"
      : `(a.state = 'authorised' OR (a.state = 'captured' AND a.captured < a.authorised AND ${placeSql("a")} IN (${marks(multiple)})))`;
  query.whereRaw(
    `${not(is)}(${isOpen} AND a.gateway_payment_id IS NOT NULL
       AND (a.held_at IS NULL OR COALESCE(a.hold_decision, '') = 'approved')
       AND NOT EXISTS (SELECT 1 FROM acquiring_operation o WHERE o.attempt_id = a.id AND o.deleted_at IS NULL
         AND o.kind IN ('capture','void','review') AND o.status IN ('sending','unknown'))
       AND NOT EXISTS (SELECT 1 FROM acquiring_operation o WHERE o.attempt_id = a.id AND o.deleted_at IS NULL
         AND o.kind = 'capture' AND o.status = 'settled' AND NOT o.recorded_in_medusa))`,
    [...multiple],
  );
}

function whereFound(query: Query, search: PaymentSearch): void {
  query.where((either: Query) => {
    either.whereIn("a.id", [...search.ids]);
    if (search.sessions.length > 0) either.orWhereIn("a.session_id", [...search.sessions]);
    if (search.carts.length > 0) either.orWhereIn("a.cart_id", [...search.carts]);
    if (search.customers.length > 0) either.orWhereIn("a.customer_id", [...search.customers]);
    if (search.beginning !== null) {
      const pattern = `${search.beginning.replace(/[\\%_]/g, "\\$&")}%`;
      either.orWhere("a.order_no", "like", pattern).orWhere("a.gateway_payment_id", "like", pattern);
      either.orWhere("a.wire_order_no", "like", pattern);
    }
  });
}
