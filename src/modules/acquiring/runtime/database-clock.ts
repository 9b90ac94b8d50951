import { MedusaError } from "@medusajs/framework/utils";
import type { Knex } from "@medusajs/framework/mikro-orm/knex";

/**
 * The deciding time: that of Postgres, which all servers share. A server's own clock changes no decision. `now()` is
 * Postgres' last time plus the monotonic clock; proofs that an operation was or was not sent use the time of their own
 * transaction (`Ledger.withAttempt`). Ages within this process are measured here too (`stamp`, `ageMs`).
 */
export interface ClockSources {
  /** Rejects if the database does not respond. */
  readonly ask: () => Promise<Date>;
  /** This server's own clock, ms since 1970. */
  readonly wallMs: () => number;
  /** Never goes back, and does not follow the server's clock. */
  readonly monotonicMs: () => number;
}

export interface Stamp {
  readonly monotonicMs: number;
  readonly wallMs: number;
}

interface ClockReading extends Stamp {
  /** Offset from the monotonic clock to Postgres', in ms. */
  readonly offsetMs: number;
  readonly skewMs: number;
}

/** Postgres is queried again after this many ms: a machine that slept gets the right time soon. Our choice. */
const GOOD_FOR_MS = 10_000;

/**
 * A response this fast is exact enough to move the time forward; it is set back only if it is ahead by more than the
 * second value. So the time does not jitter and is not behind that of the rows. Our choice.
 */
const EXACT_MS = 50;
const FAR_AHEAD_MS = 1_000;

/** From this a server's clock is wrong: time synchronisation is a hundred times more exact. Our choice. */
const WRONG_FROM_MS = 5_000;

export class DatabaseClock {
  #seen: ClockReading | null = null;
  #asking: Promise<void> | null = null;
  #isUnreadable = false;
  #inTransaction: (read: Date) => Date = (read) => read;

  constructor(private sources: ClockSources) {}

  /** Postgres' time, within the duration of a query. This server's own before the first response. */
  now(): Date {
    const monotonicMs = this.sources.monotonicMs();
    // Both clocks: in suspension the monotonic one stops. The server's own only decides whether to query.
    if (this.#seen === null || this.ageMs(this.#seen) >= GOOD_FOR_MS) void this.sync();
    if (this.#seen === null) return new Date(this.sources.wallMs());
    return new Date(monotonicMs + this.#seen.offsetMs);
  }

  /** `read`: the value of `clock_timestamp()` in a transaction. */
  inTransaction(read: Date): Date {
    return this.#inTransaction(read);
  }

  /** Queries Postgres' time; one query at a time. Never rejects: without a response the last time continues. */
  async sync(): Promise<void> {
    this.#asking ??= this.ask().finally(() => (this.#asking = null));
    return this.#asking;
  }

  /** How far this server's clock is ahead of Postgres', in ms; null before the first response. */
  skewMs(): number | null {
    return this.#seen && Math.round(this.#seen.skewMs);
  }

  /** The same if it is large enough to be corrected; else null. */
  wrongByMs(): number | null {
    const skewMs = this.skewMs();
    return skewMs !== null && Math.abs(skewMs) >= WRONG_FROM_MS ? skewMs : null;
  }

  /** Postgres answered the last query with something that is not read as a time. */
  get isUnreadable(): boolean {
    return this.#isUnreadable;
  }

  stamp(): Stamp {
    return { monotonicMs: this.sources.monotonicMs(), wallMs: this.sources.wallMs() };
  }

  /** In ms. The monotonic clock stops in suspension, the other one jumps: the longer counts, so no age is too short. */
  ageMs(since: Stamp): number {
    const now = this.stamp();
    return Math.max(now.monotonicMs - since.monotonicMs, now.wallMs - since.wallMs);
  }

  /** For tests and the simulator's virtual time: Postgres' clock is `database`, and this server's own is `wallMs`. */
  simulate(database: () => Date, wallMs = (): number => database().getTime()): void {
    this.sources = {
      ask: () => Promise.resolve(database()),
      wallMs,
      monotonicMs: () => database().getTime(),
    };
    this.#inTransaction = database;
    this.#seen = null;
  }

  private async ask(): Promise<void> {
    const before = this.sources.monotonicMs();
    try {
      const databaseMs = (await this.sources.ask()).getTime();
      const after = this.stamp();
      const tookMs = after.monotonicMs - before;
      // Postgres read it between the two moments; with the earlier one the time is never behind.
      const measured = databaseMs - before;
      const known = this.#seen?.offsetMs ?? null;
      const isBehind = known === null || known < measured - tookMs || (known < measured && tookMs <= EXACT_MS);
      const offsetMs = isBehind || known > measured + FAR_AHEAD_MS ? measured : known;
      const skewMs = after.wallMs - tookMs / 2 - databaseMs;
      this.#seen = { ...after, offsetMs, skewMs };
      this.#isUnreadable = false;
    } catch (error) {
      this.#isUnreadable = error instanceof UnreadableTime;
      // Readiness reports a database that is down; its time continues.
    }
  }
}

export const READABLE_TIMES =
  "Set DateStyle to ISO (ALTER ROLE … SET DateStyle = 'ISO, MDY'), and remove a parser of pg that the store sets for timestamptz.";

class UnreadableTime extends MedusaError {
  constructor() {
    super(MedusaError.Types.UNEXPECTED_STATE, `Postgres returned no time that can be read. ${READABLE_TIMES}`);
  }
}

export async function databaseTime(connection: Knex): Promise<Date> {
  const { rows } = await connection.raw<{ rows: { at: unknown }[] }>("SELECT clock_timestamp() AS at");
  const at = rows[0]?.at;
  if (!(at instanceof Date) || Number.isNaN(at.getTime())) throw new UnreadableTime();
  return at;
}
