import type { Knex } from "@medusajs/framework/mikro-orm/knex";
import { z } from "@medusajs/framework/zod";
import type { GatewayAccount } from "../../../gateway/model/account";
import type { UnmappedCode } from "../../../gateway/reading/unmapped-codes";
import { unmappedCodes } from "../../../gateway/reading/unmapped-codes";
import { openRecoveries } from "../lost-commits/recovery-rows";
import type { GatewaySigns } from "../domain/health/gateway-findings";
import { readGatewaySignals } from "./gateway-signals";

export interface HealthReading {
  readonly pulse: Pulse | undefined;
  readonly queue: { readonly depth: number; readonly oldest: Date | null };
  /** In the last day. */
  readonly signatures: readonly SignatureTally[];
  readonly refusal: QueryRefusal;
  /** A query was answered in the last week. */
  readonly wasAnswered: boolean;
  readonly unmapped: readonly SeenUnmapped[];
  readonly traffic: readonly TrafficRow[];
  /** Why nothing is sent; null: no recovery is open. */
  readonly recovery: string | null;
  readonly gateway: GatewaySigns;
}

const DAY_MS = 86_400_000;
const UNMAPPED_DAYS = 30;

/** A few queries, one after another, so that the page does not take connections from payments. */
export async function readHealth(
  pg: Knex,
  account: GatewayAccount,
  { now, trafficSince }: { readonly now: Date; readonly trafficSince: Date },
): Promise<HealthReading> {
  const before = (days: number): Date => new Date(now.getTime() - days * DAY_MS);
  return {
    pulse: await pulseOf(pg, account.key),
    queue: await queueOf(pg, account.key),
    signatures: await signaturesOf(pg, account.key, before(1)),
    refusal: await refusalOf(pg, account.key),
    wasAnswered: await wasAnswered(pg, account.key),
    unmapped: await unmappedOf(pg, account, before(UNMAPPED_DAYS)),
    traffic: await trafficOf(pg, account.key, trafficSince),
    recovery: (await openRecoveries(pg, account.key))[0]?.details ?? null,
    gateway: await readGatewaySignals(pg, account.key, now),
  };
}

export interface Pulse {
  readonly received_at: Date;
  readonly verified_at: Date | null;
  readonly failed_at: Date | null;
  readonly failure: string | null;
}

const pulseOf = async (pg: Knex, account: string): Promise<Pulse | undefined> =>
  pg<Pulse>("acquiring_notification_health").where({ account }).first();

const MOST_WAITING = 10_001;

async function queueOf(pg: Knex, account: string): Promise<{ depth: number; oldest: Date | null }> {
  const { rows } = await pg.raw<{ rows: { depth: number; oldest: Date | null }[] }>(
    `SELECT count(*)::int AS depth, min(received_at) AS oldest FROM
       (SELECT received_at FROM acquiring_inbox_event
        WHERE status = 'pending' AND account = ? AND deleted_at IS NULL LIMIT ${String(MOST_WAITING)}) AS waiting`,
    [account],
  );
  return rows[0] ?? { depth: 0, oldest: null };
}

export interface SignatureTally {
  readonly source: "notification" | "answer";
  readonly checked: number;
  readonly matched: number;
}

async function signaturesOf(pg: Knex, account: string, since: Date): Promise<SignatureTally[]> {
  const { rows } = await pg.raw<{ rows: SignatureTally[] }>(
    `SELECT source, sum(total)::int AS checked, sum(total - mismatched)::int AS matched
     FROM acquiring_signature_count WHERE minute > ? AND account = ? AND deleted_at IS NULL GROUP BY source`,
    [since, account],
  );
  return rows;
}

export interface TrafficRow {
  readonly operation: string;
  readonly minute: Date;
  readonly requests: number;
  readonly failed: number;
  readonly histogram: readonly number[];
}

const trafficOf = async (pg: Knex, account: string, since: Date): Promise<TrafficRow[]> =>
  pg<TrafficRow & { account: string; deleted_at: null }>("acquiring_traffic_minute")
    .select("operation", "minute", "requests", "failed", "histogram")
    .where({ account, deleted_at: null })
    .where("minute", ">=", since);

export interface QueryRefusal {
  /** Since when queries are refused; null: they are not. */
  readonly refusedSince: Date | null;
  readonly message: string | null;
  readonly acceptedSince: Date | null;
}

async function refusalOf(pg: Knex, account: string): Promise<QueryRefusal> {
  const items = await pg<{ raised_at: Date; cleared_at: Date | null; message: string }>("acquiring_attention_item")
    .select("raised_at", "cleared_at", "message")
    .where({ kind: "query_refused", subject: account, deleted_at: null })
    .orderBy("raised_at", "desc")
    .limit(1);
  const [last] = items;
  if (!last) return { refusedSince: null, message: null, acceptedSince: null };
  return last.cleared_at
    ? { refusedSince: null, message: null, acceptedSince: last.cleared_at }
    : { refusedSince: last.raised_at, message: last.message, acceptedSince: null };
}

async function wasAnswered(pg: Knex, account: string): Promise<boolean> {
  const row = await pg("acquiring_traffic_minute")
    .where({ account, deleted_at: null })
    .whereIn("operation", ["query", "query_refunds"])
    .whereRaw("requests > failed")
    .first<{ id: string } | undefined>("id");
  return row !== undefined;
}

export interface SeenUnmapped extends UnmappedCode {
  readonly count: number;
  readonly lastSeen: Date;
}

const MOST_MESSAGES = 500;

const Facts = z
  .array(
    z
      .object({ reading: z.string(), raw: z.record(z.string(), z.string()) })
      .nullable()
      .catch(null),
  )
  .catch([]);

export async function unmappedOf(pg: Knex, account: GatewayAccount, since: Date): Promise<SeenUnmapped[]> {
  const { rows } = await pg.raw<{ rows: { facts: unknown; received_at: Date }[] }>(
    `SELECT facts, received_at FROM acquiring_inbox_event
     WHERE facts @> '[{"reading": "unmapped"}]' AND deleted_at IS NULL AND account = ? AND received_at > ?
     ORDER BY received_at DESC LIMIT ${String(MOST_MESSAGES)}`,
    [account.key, since],
  );
  const seen = new Map<string, SeenUnmapped>();
  for (const { facts, received_at: at } of rows) {
    for (const fact of Facts.parse(facts)) {
      if (fact?.reading !== "unmapped") continue;
      for (const code of unmappedCodes(account.profile, fact.raw)) {
        const name = `${code.field}=${code.value}`;
        const known = seen.get(name);
        seen.set(name, { ...code, count: (known?.count ?? 0) + 1, lastSeen: known?.lastSeen ?? at });
      }
    }
  }
  return [...seen.values()].sort((a, b) => b.count - a.count);
}

export interface RunRow {
  readonly id: string;
  readonly started_at: Date;
  readonly finished_at: Date | null;
  readonly error: string | null;
  readonly examined: number;
  readonly in_flight: number;
  readonly differences: number;
  readonly applied: number;
}

const RUNS = 10;

export const runsOf = async (pg: Knex): Promise<RunRow[]> =>
  pg<RunRow & { deleted_at: null }>("acquiring_reconciliation_run")
    .select("id", "started_at", "finished_at", "error", "examined", "in_flight", "differences", "applied")
    .where({ deleted_at: null })
    .orderBy("started_at", "desc")
    .limit(RUNS);
