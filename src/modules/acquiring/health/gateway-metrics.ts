import type { Knex } from "@medusajs/framework/mikro-orm/knex";
import type { StartTimer } from "../../../gateway/batching/batcher";
import type { Exchange, ExchangeOperation } from "../../../gateway/transport/exchange-metrics";
import { addHistograms, bucketOf, emptyHistogram } from "../domain/health/histogram";
import { UNREADABLE_PREFIX } from "./gateway-signals";
import { withDbTimeout } from "../runtime/with-db-timeout";

/** Counts exchanges and notification results for the health page, in memory, written at most every ten seconds. */
export interface GatewayMetricsDependencies {
  readonly connection: Knex;
  readonly now: () => Date;
  /** Real time: this process writes its counts, independent of the business clock. */
  readonly startTimer: StartTimer;
}

interface Count {
  readonly account: string;
  readonly operation: string;
  readonly minute: Date;
  requests: number;
  failed: number;
  readonly histogram: number[];
}

export type ReceivedNotification = { readonly kind: "verified" } | { readonly kind: "failed"; readonly why: string };

interface Pulse {
  received: Date;
  verified: Date | null;
  failed: Date | null;
  failure: string | null;
}

const FLUSH_MS = 10_000;
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const KEPT_MS = 7 * 86_400_000;

/** Adds counts to the rows of a table whose rows have the same `period`. */
const add = (table: string, period: "minute" | "day", counts: string): string => `
  INSERT INTO ${table} AS known
    (id, account, operation, ${period}, requests, failed, histogram, created_at, updated_at)
  SELECT id, account, operation, ${period}, requests, failed, histogram, :now, :now
  FROM jsonb_to_recordset(CAST(${counts} AS jsonb)) AS counted
    (id text, account text, operation text, ${period} timestamptz, requests integer, failed integer, histogram integer[])
  ORDER BY id
  ON CONFLICT (id) DO UPDATE SET requests = known.requests + EXCLUDED.requests, failed = known.failed + EXCLUDED.failed,
    histogram = (SELECT array_agg(a + b ORDER BY place)
      FROM unnest(known.histogram, EXCLUDED.histogram) WITH ORDINALITY AS bucket (a, b, place)),
    updated_at = EXCLUDED.updated_at`;

/** Minutes, for the health page, and days, for the overview: both or neither. */
const ADD_TRAFFIC = `WITH days AS (${add("acquiring_traffic_day", "day", ":days")})
  ${add("acquiring_traffic_minute", "minute", ":minutes")}`;

/** Another process may have newer data. */
const ADD_PULSE = `
  INSERT INTO acquiring_notification_health AS known
    (account, received_at, verified_at, failed_at, failure, created_at, updated_at)
  VALUES (:account, :received, :verified, :failed, :failure, :now, :now)
  ON CONFLICT (account) DO UPDATE SET
    received_at = greatest(known.received_at, EXCLUDED.received_at),
    verified_at = greatest(known.verified_at, EXCLUDED.verified_at),
    failure = CASE WHEN EXCLUDED.failed_at >= coalesce(known.failed_at, EXCLUDED.failed_at)
      THEN EXCLUDED.failure ELSE known.failure END,
    failed_at = greatest(known.failed_at, EXCLUDED.failed_at),
    updated_at = EXCLUDED.updated_at`;

interface DayCount extends Pick<Count, "account" | "operation" | "requests" | "failed"> {
  readonly id: string;
  readonly day: string;
  readonly histogram: readonly number[];
}

function perDay(counts: readonly Count[]): DayCount[] {
  const days = new Map<string, DayCount>();
  for (const { account, operation, minute, requests, failed, histogram } of counts) {
    const at = minute.getTime();
    const day = new Date(at - (at % DAY_MS)).toISOString();
    const id = `${account}|${operation}|${day}`;
    const known = days.get(id) ?? { requests: 0, failed: 0, histogram: emptyHistogram() };
    days.set(id, {
      ...{ id, account, operation, day, requests: known.requests + requests, failed: known.failed + failed },
      histogram: addHistograms(known.histogram, histogram),
    });
  }
  return [...days.values()];
}

export class GatewayMetrics {
  #counts = new Map<string, Count>();
  #pulses = new Map<string, Pulse>();
  #callOff: (() => void) | null = null;
  #flush: Promise<void> = Promise.resolve();

  constructor(private readonly deps: GatewayMetricsDependencies) {}

  noteExchange(account: string, { operation, ms, isFailed }: Exchange): void {
    const at = this.deps.now().getTime();
    const minute = new Date(at - (at % MINUTE_MS));
    const histogram = emptyHistogram();
    histogram[bucketOf(ms)] = 1;
    const id = `${account}|${operation}|${minute.toISOString()}`;
    this.add(id, { account, operation, minute, requests: 1, failed: isFailed ? 1 : 0, histogram });
    this.flushSoon();
  }

  /** A response that could not be read; `noteExchange` counts its exchange. Does not wait. */
  noteUnreadable(account: string, operation: ExchangeOperation): void {
    const at = this.deps.now().getTime();
    const minute = new Date(at - (at % MINUTE_MS));
    const name = `${UNREADABLE_PREFIX}${operation}`;
    const id = `${account}|${name}|${minute.toISOString()}`;
    this.add(id, { account, operation: name, minute, requests: 0, failed: 1, histogram: emptyHistogram() });
    this.flushSoon();
  }

  noteNotification(account: string, arrived: ReceivedNotification): void {
    const now = this.deps.now();
    const known = this.#pulses.get(account);
    const isFailed = arrived.kind === "failed";
    this.#pulses.set(account, {
      received: now,
      verified: isFailed ? (known?.verified ?? null) : now,
      failed: isFailed ? now : (known?.failed ?? null),
      failure: isFailed ? arrived.why : (known?.failure ?? null),
    });
    this.flushSoon();
  }

  /** Writes the counts. What the database does not accept is kept; never throws. */
  async flush(): Promise<void> {
    this.#callOff?.();
    this.#callOff = null;
    this.#flush = this.#flush.then(() => this.write()).catch(() => undefined);
    await this.#flush;
  }

  async prune(): Promise<void> {
    const before = new Date(this.deps.now().getTime() - KEPT_MS);
    await this.deps.connection("acquiring_traffic_minute").where("minute", "<", before).delete();
  }

  private flushSoon(): void {
    this.#callOff ??= this.deps.startTimer(FLUSH_MS, () => void this.flush());
  }

  private async write(): Promise<void> {
    const now = this.deps.now();
    const counts = this.#counts;
    const pulses = this.#pulses;
    this.#counts = new Map();
    this.#pulses = new Map();
    if (counts.size > 0) {
      const minutes = JSON.stringify([...counts].map(([id, count]) => ({ id, ...count })));
      const days = JSON.stringify(perDay([...counts.values()]));
      await this.run(ADD_TRAFFIC, { minutes, days, now }).catch(() => {
        for (const [id, count] of counts) this.add(id, count);
        this.flushSoon();
      });
    }
    for (const [account, pulse] of pulses) {
      await this.run(ADD_PULSE, { account, ...pulse, now }).catch(() => {
        // Newer data of the same account replaces it.
        if (!this.#pulses.has(account)) this.#pulses.set(account, pulse);
        this.flushSoon();
      });
    }
  }

  /** A write without a response is abandoned: a count that is written twice is better than one that stops. */
  private async run(sql: string, values: Readonly<Record<string, Date | string | null>>): Promise<void> {
    const { connection } = this.deps;
    await withDbTimeout(Promise.resolve(connection.raw(sql, values)));
  }

  private add(id: string, { requests, failed, histogram, ...rest }: Count): void {
    const known = this.#counts.get(id);
    if (!known) {
      this.#counts.set(id, { ...rest, requests, failed, histogram: [...histogram] });
      return;
    }
    known.requests += requests;
    known.failed += failed;
    for (const [bucket, count] of histogram.entries()) known.histogram[bucket] = (known.histogram[bucket] ?? 0) + count;
  }
}
