import type { Knex } from "@medusajs/framework/mikro-orm/knex";

import type { GatewaySigns, UnknownCount } from "../domain/health/gateway-findings";

/** `GatewayMetrics` counts unreadable responses under the operation's name with this prefix. */
export const UNREADABLE_PREFIX = "unreadable:";

const HOUR_MS = 3_600_000;
const OVERDUE_MS = 15 * 60_000;

export async function readGatewaySignals(pg: Knex, account: string, now: Date): Promise<GatewaySigns> {
  const since = new Date(now.getTime() - HOUR_MS);
  return { unreadable: await unreadableOf(pg, account, since), unknown: await unknownOf(pg, account, now) };
}

async function unreadableOf(pg: Knex, account: string, since: Date): Promise<GatewaySigns["unreadable"]> {
  const { rows } = await pg.raw<{ rows: { operation: string; requests: number; failed: number }[] }>(
    `SELECT operation, sum(requests)::int AS requests, sum(failed)::int AS failed FROM acquiring_traffic_minute
     WHERE account = ? AND minute >= ? AND deleted_at IS NULL GROUP BY operation ORDER BY operation`,
    [account, since],
  );
  const requestsOf = new Map(rows.map(({ operation, requests }) => [operation, requests]));
  return rows
    .filter(({ operation }) => operation.startsWith(UNREADABLE_PREFIX))
    .map(({ operation, failed }) => {
      const name = operation.slice(UNREADABLE_PREFIX.length);
      return { operation: name, unreadable: failed, requests: Math.max(failed, requestsOf.get(name) ?? 0) };
    });
}

async function unknownOf(pg: Knex, account: string, now: Date): Promise<UnknownCount> {
  const before = (ms: number): Date => new Date(now.getTime() - ms);
  const { rows } = await pg.raw<{ rows: Omit<UnknownCount, "sent">[] }>(
    `SELECT count(*)::int AS open, count(*) FILTER (WHERE operation.sent_at <= ?)::int AS overdue,
       count(*) FILTER (WHERE operation.sent_at > ?)::int AS recent
     FROM acquiring_operation AS operation
     JOIN acquiring_payment_attempt AS attempt ON attempt.id = operation.attempt_id
     WHERE operation.status IN ('sending', 'unknown') AND operation.status = 'unknown'
       AND operation.deleted_at IS NULL AND attempt.account = ?`,
    [before(OVERDUE_MS), before(HOUR_MS), account],
  );
  const sent = await pg.raw<{ rows: { sent: number }[] }>(
    `SELECT coalesce(sum(requests), 0)::int AS sent FROM acquiring_traffic_minute
     WHERE account = ? AND minute >= ? AND deleted_at IS NULL AND operation NOT IN ('query', 'query_refunds', 'other')`,
    [account, before(HOUR_MS)],
  );
  return { ...(rows[0] ?? { open: 0, overdue: 0, recent: 0 }), sent: sent.rows[0]?.sent ?? 0 };
}
