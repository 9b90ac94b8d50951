import type { Knex } from "@medusajs/framework/mikro-orm/knex";
import { emptyHistogram, addHistograms, percentile } from "../domain/health/histogram";
import type { Figure } from "./figures";
import { OPEN_STATES, figureSum } from "./figures";
import { DUE_DAYS } from "./fold";

/** Answers the overview from `acquiring_overview_day`; see `fold.ts`. All periods are whole UTC days. */
export interface OverviewQuestion {
  /** First moments of UTC days; `until` is not part of the period. */
  readonly from: Date;
  readonly until: Date;
  readonly account?: readonly string[] | undefined;
  readonly mode?: readonly string[] | undefined;
  readonly method?: readonly string[] | undefined;
  /** `-`: of no known one. */
  readonly salesChannel?: readonly string[] | undefined;
}

const AMOUNTS = ["requested", "authorised", "captured", "refunded", "refund_pending", "disputed"] as const;
type Amount = (typeof AMOUNTS)[number];

type Count =
  | Exclude<Figure, Amount | "capture_seconds">
  | "authorised_payments"
  | "declined"
  | "expired"
  | "open"
  | "challenges_passed"
  | "challenges_declined"
  | "challenges_abandoned";

/** Counts, amounts in integer minor units of the question's currency, and the average from authorisation to capture. */
export type Figures = Readonly<Record<Count, number>> &
  Readonly<Record<Amount, bigint>> & { readonly average_seconds: number | null };

export interface OverviewGroup {
  readonly day: Date | null;
  readonly account: string | null;
  readonly mode: string | null;
  readonly method: string | null;
  readonly code: string | null;
  /** Empty: not known. */
  readonly sales_channel_id: string | null;
  /** Which of the columns above the row is grouped by. */
  readonly by: "all" | "day" | "account" | "method" | "code" | "channel" | "row";
  readonly figures: Figures;
}

const HOLDS = "state IN ('authorised', 'captured', 'voided')";
const ofState = (where: string, figure: Figure = "payments"): string => `${figureSum(figure)} FILTER (WHERE ${where})`;

const COUNTS: Readonly<Record<Count, string>> = {
  payments: figureSum("payments"),
  refunded_payments: figureSum("refunded_payments"),
  held: figureSum("held"),
  held_open: figureSum("held_open"),
  challenged: figureSum("challenged"),
  disputes_open: figureSum("disputes_open"),
  disputes_won: figureSum("disputes_won"),
  disputes_lost: figureSum("disputes_lost"),
  captures: figureSum("captures"),
  authorised_payments: ofState(HOLDS),
  declined: ofState("state = 'declined'"),
  expired: ofState("state = 'expired'"),
  open: ofState(`state IN (${OPEN_STATES})`),
  challenges_passed: ofState(HOLDS, "challenged"),
  challenges_declined: ofState("state = 'declined'", "challenged"),
  challenges_abandoned: ofState("state = 'expired'", "challenged"),
};

const SELECTED = [
  ...Object.entries(COUNTS).map(([name, sql]) => `coalesce(${sql}, 0)::int AS ${name}`),
  ...AMOUNTS.map((amount) => `${figureSum(amount)}::text AS ${amount}`),
  `floor(${figureSum("capture_seconds")} / nullif(${figureSum("captures")}, 0))::int AS average_seconds`,
].join(", ");

type Value = Date | string | string[];

interface Filter {
  readonly sql: string;
  readonly values: readonly Value[];
}

function filterOf(
  { from, until, account, mode, method, salesChannel }: OverviewQuestion,
  currency: string | null,
): Filter {
  const parts: (readonly [string, Value])[] = [
    ["day >= ?", from],
    ["day < ?", until],
  ];
  if (currency !== null) parts.push(["currency = ?", currency]);
  if (account) parts.push(["account = ANY(?)", [...account]]);
  if (mode) parts.push(["mode = ANY(?)", [...mode]]);
  if (method) parts.push(["method = ANY(?)", [...method]]);
  if (salesChannel) parts.push(["coalesce(nullif(sales_channel_id, ''), '-') = ANY(?)", [...salesChannel]]);
  return {
    sql: ["deleted_at IS NULL", ...parts.map(([sql]) => sql)].join(" AND "),
    values: parts.map(([, value]) => value),
  };
}

/** The currencies of the period's payments, the most frequent first. */
export async function overviewCurrencies(
  pg: Knex,
  question: OverviewQuestion,
): Promise<{ readonly currency: string; readonly payments: number }[]> {
  const { sql, values } = filterOf(question, null);
  const { rows } = await pg.raw<{ rows: { currency: string; payments: number }[] }>(
    `SELECT currency, ${figureSum("payments")}::int AS payments FROM acquiring_overview_day WHERE ${sql}
     GROUP BY currency ORDER BY payments DESC, currency`,
    [...values],
  );
  return rows;
}

/** The period as a whole, and by day, account, method and decline code. Only groups with payments; codes only of declined ones. */
export async function overviewGroups(pg: Knex, question: OverviewQuestion, currency: string): Promise<OverviewGroup[]> {
  const { sql, values } = filterOf(question, currency);
  const sets = "(), (day), (account), (mode, method), (code), (sales_channel_id)";
  const by = `CASE WHEN grouping(day) = 0 THEN 'day' WHEN grouping(account) = 0 THEN 'account'
    WHEN grouping(mode) = 0 THEN 'method' WHEN grouping(code) = 0 THEN 'code' WHEN grouping(sales_channel_id) = 0 THEN 'channel' ELSE 'all' END`;
  const { rows } = await pg.raw<{ rows: Row[] }>(
    `SELECT day, account, mode, method, code, sales_channel_id, ${by} AS by, ${SELECTED} FROM acquiring_overview_day
     WHERE ${sql} GROUP BY GROUPING SETS (${sets}) HAVING ${figureSum("payments")} > 0`,
    [...values],
  );
  return rows.map(groupOf);
}

const ROW = "day, account, mode, method, sales_channel_id";

/** Each day, account, method and sales channel on its own, oldest first, for the CSV. */
export async function overviewRows(pg: Knex, question: OverviewQuestion, currency: string): Promise<OverviewGroup[]> {
  const { sql, values } = filterOf(question, currency);
  const { rows } = await pg.raw<{ rows: Row[] }>(
    `SELECT day, account, mode, method, NULL AS code, sales_channel_id, 'row' AS by, ${SELECTED} FROM acquiring_overview_day
     WHERE ${sql} GROUP BY ${ROW} ORDER BY ${ROW}`,
    [...values],
  );
  return rows.map(groupOf);
}

type Row = Omit<OverviewGroup, "figures"> & Omit<Figures, Amount> & Readonly<Record<Amount, string>>;

function groupOf({ day, account, mode, method, code, sales_channel_id, by, ...row }: Row): OverviewGroup {
  const figures = {
    ...row,
    requested: BigInt(row.requested),
    authorised: BigInt(row.authorised),
    captured: BigInt(row.captured),
    refunded: BigInt(row.refunded),
    refund_pending: BigInt(row.refund_pending),
    disputed: BigInt(row.disputed),
  };
  return { day, account, mode, method, code, sales_channel_id, by, figures };
}

export interface TrafficOfDay {
  /** Null: of the whole period. */
  readonly day: Date | null;
  readonly requests: number;
  readonly failed: number;
  /** In ms; null without requests. */
  readonly p50: number | null;
  readonly p95: number | null;
}

/** Exchanges with the gateway per day, oldest first, and of the whole period; days without any are left out. */
export async function overviewTraffic(
  pg: Knex,
  { from, until, account }: OverviewQuestion,
): Promise<readonly TrafficOfDay[]> {
  const query = pg<CountedDay & { account: string }>("acquiring_traffic_day")
    .select("day", "requests", "failed", "histogram")
    .where("day", ">=", from)
    .where("day", "<", until)
    .where("operation", "not like", "unreadable:%")
    .orderBy("day");
  const rows: CountedDay[] = await (account ? query.whereIn("account", [...account]) : query);
  const days = new Map<number, CountedDay[]>();
  for (const row of rows) days.set(row.day.getTime(), [...(days.get(row.day.getTime()) ?? []), row]);
  return [...[...days].map(([day, of]) => traffic(new Date(day), of)), traffic(null, rows)];
}

interface CountedDay {
  readonly day: Date;
  readonly requests: number;
  readonly failed: number;
  readonly histogram: readonly number[];
}

function traffic(day: Date | null, rows: readonly CountedDay[]): TrafficOfDay {
  const sum = (of: "requests" | "failed"): number => rows.reduce((total, row) => total + row[of], 0);
  const histogram = rows.reduce<readonly number[]>((all, row) => addHistograms(all, row.histogram), emptyHistogram());
  return {
    day,
    requests: sum("requests"),
    failed: Math.min(sum("failed"), sum("requests")),
    p50: percentile(histogram, 0.5),
    p95: percentile(histogram, 0.95),
  };
}

/** `at`: until when the figures contain everything; null: never computed. `due`: days that are still to be computed. */
export async function overviewState(pg: Knex): Promise<{ readonly at: Date | null; readonly due: number }> {
  const { rows } = await pg.raw<{ rows: { at: Date | null; due: number }[] }>(
    `SELECT (SELECT folded_at FROM acquiring_overview_fold WHERE id = 'overview') AS at,
       (SELECT count(*)::int FROM (${DUE_DAYS}) AS days) AS due`,
  );
  return rows[0] ?? { at: null, due: 0 };
}
