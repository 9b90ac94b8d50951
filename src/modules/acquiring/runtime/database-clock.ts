import { MedusaError } from "@medusajs/framework/utils";
import type { Knex } from "@medusajs/framework/mikro-orm/knex";

/**
 * The time that decides: that of Postgres, which all servers share. A server's own clock may be wrong by any amount and
 * changes no decision. `now()` is the last time that Postgres told, carried on by the monotonic clock; what proves that
 * an operation was or was not sent is read inside the transaction that uses it (`Ledger.withAttempt`). How long ago
 * something was in this process is measured here as well (`stamp`, `ageMs`).
 */
export interface ClockSources {
  /** Rejects when the database does not answer. */
  readonly ask: () => Promise<Date>;
  /** This server's own clock, ms since 1970. */
  readonly wallMs: () => number;
  /** Never goes back, and does not follow the server's clock. */
  readonly monotonicMs: () => number;
}

/** A moment of this process. */
export interface Stamp {
  readonly monotonicMs: number;
  readonly wallMs: number;
}

interface Seen {
  /** From the monotonic clock to Postgres', in ms. */
  readonly offsetMs: number;
  /** When Postgres last answered. */
  readonly monotonicMs: number;
  readonly skewMs: number;
}

/** After so many ms Postgres is asked again: a machine that slept finds its time again soon. Our choice. */
const GOOD_FOR_MS = 10_000;

/**
 * An answer that took no longer is exact enough to move the time forwards; back it is set only when it is ahead by more
 * than the second. So the time does not tremble with each answer, and is not behind that of the rows. Our choice.
 */
const EXACT_MS = 50;
const FAR_AHEAD_MS = 1_000;

/** From so many ms on a server's clock is called wrong: time synchronisation keeps it a hundred times closer. Our choice. */
const WRONG_FROM_MS = 5_000;

export class DatabaseClock {
  #seen: Seen | null = null;
  #asking: Promise<void> | null = null;
  #inTransaction: (read: Date) => Date = (read) => read;

  constructor(private sources: ClockSources) {}

  /** Postgres' time, up to the time that a question to it takes. This server's own before Postgres has answered once. */
  now(): Date {
    const monotonicMs = this.sources.monotonicMs();
    if (this.#seen === null || monotonicMs - this.#seen.monotonicMs >= GOOD_FOR_MS) void this.sync();
    if (this.#seen === null) return new Date(this.sources.wallMs());
    return new Date(monotonicMs + this.#seen.offsetMs);
  }

  /** `read`: what `clock_timestamp()` said in a transaction. */
  inTransaction(read: Date): Date {
    return this.#inTransaction(read);
  }

  /** Asks Postgres for its time; one question at a time. Never rejects: without an answer the last one goes on. */
  async sync(): Promise<void> {
    this.#asking ??= this.ask().finally(() => (this.#asking = null));
    return this.#asking;
  }

  /** How far this server's own clock is ahead of Postgres', in ms; null before Postgres has answered. */
  skewMs(): number | null {
    return this.#seen && Math.round(this.#seen.skewMs);
  }

  /** The same, where it is so large that somebody should set the clock right; else null. */
  wrongByMs(): number | null {
    const skewMs = this.skewMs();
    return skewMs !== null && Math.abs(skewMs) >= WRONG_FROM_MS ? skewMs : null;
  }

  stamp(): Stamp {
    return { monotonicMs: this.sources.monotonicMs(), wallMs: this.sources.wallMs() };
  }

  /**
   * How long ago that was, in ms. The monotonic clock stands still while a machine is suspended, and the other one
   * jumps: the longer of the two counts, so that nothing is taken for younger than it is.
   */
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
      const after = this.sources.monotonicMs();
      const tookMs = after - before;
      // Postgres read it at some time between the two: by the earlier one the time is ahead by less than that, never behind.
      const said = databaseMs - before;
      const known = this.#seen?.offsetMs ?? null;
      const isBehind = known === null || known < said - tookMs || (known < said && tookMs <= EXACT_MS);
      const offsetMs = isBehind || known > said + FAR_AHEAD_MS ? said : known;
      const skewMs = this.sources.wallMs() - tookMs / 2 - databaseMs;
      this.#seen = { offsetMs, monotonicMs: after, skewMs };
    } catch {
      // A database that is away is told by readiness; its time goes on.
    }
  }
}

/** Asks `connection` for Postgres' time. */
export async function databaseTime(connection: Knex): Promise<Date> {
  const { rows } = await connection.raw<{ rows: { at: Date }[] }>("SELECT clock_timestamp() AS at");
  const at = rows[0]?.at;
  if (!at) throw new MedusaError(MedusaError.Types.UNEXPECTED_STATE, "Postgres returned no time.");
  return at;
}
