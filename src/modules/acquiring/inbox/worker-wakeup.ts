import { randomUUID } from "node:crypto";
import type { Knex } from "@medusajs/framework/mikro-orm/knex";
import type { StartTimer } from "../../../gateway/batching/batcher";
import { INBOX_CHANNEL, WakeupAnnouncer } from "./wakeup-announcer";

/**
 * Wakes this process's worker when any process stored a notification (Postgres LISTEN, on a separate connection), and
 * polls. While listening is broken or impossible (a pooler that shares connections), polling finds the same work later.
 */
export interface WakeableWorker {
  /** Processes the inbox; several may run at once, each with other rows. Never rejects. */
  readonly drainInbox: () => Promise<void>;
  /** Does due work; returns the delay in ms before the next poll. Never rejects. */
  readonly poll: () => Promise<number>;
}

export interface WorkerWakeupDependencies {
  readonly connection: Knex;
  readonly startTimer: StartTimer;
}

interface RawConnection {
  query(sql: string): Promise<unknown>;
  end(): Promise<void>;
  on(event: "notification", onMessage: (message: { readonly payload?: string }) => void): unknown;
  on(event: "error" | "end", onLost: () => void): unknown;
}

/** After a change in this process the next poll is this soon, in ms. Our choice. */
const SOON_MS = 1_000;
/** Maximum concurrent rounds; more than one, so that a slow round does not delay new messages. Our choice. */
const ROUNDS = 4;

export class WorkerWakeup {
  /** The payload of this process's notifications, which it ignores itself. */
  readonly name = randomUUID();
  #worker: WakeableWorker | null = null;
  #listener: RawConnection | null = null;
  #isEnded = false;
  #running = 0;
  #isNotifiedAgain = false;
  #listens = false;
  #cancelTimer: () => void = () => undefined;
  /** The delay of the scheduled poll; null while one is running. */
  #waitMs: number | null = null;
  #isChanged = false;
  readonly #announcer: WakeupAnnouncer;

  constructor(private readonly deps: WorkerWakeupDependencies) {
    this.#announcer = new WakeupAnnouncer({ ...deps, name: this.name });
  }

  /** Starts `worker` in this process, once. `listens`: whether it hears other processes. */
  begin(worker: WakeableWorker, listens = true): void {
    if (this.#worker || this.#isEnded) return;
    this.#worker = worker;
    this.#listens = listens;
    void this.pollAndReschedule(worker);
  }

  /** This process has committed new inbox rows: wakes its own worker and those of other processes. */
  announce(): void {
    this.notify();
    this.#announcer.announce();
  }

  /** The inbox has something new. Starts a round before it returns, unless enough are running. */
  notify(): void {
    if (!this.#worker || this.#isEnded) return;
    if (this.#running >= ROUNDS) {
      this.#isNotifiedAgain = true;
      return;
    }
    this.#running += 1;
    void this.#worker.drainInbox().finally(() => {
      this.#running -= 1;
      if (!this.#isNotifiedAgain) return;
      this.#isNotifiedAgain = false;
      this.notify();
    });
  }

  /** A payment changed here and may have made something due: a waiting worker polls soon. */
  noteChange(): void {
    if (!this.#worker || this.#isEnded || this.#isChanged) return;
    this.#isChanged = true;
    if (this.#waitMs !== null && this.#waitMs > SOON_MS) this.pollIn(SOON_MS, this.#worker);
  }

  async end(): Promise<void> {
    this.#isEnded = true;
    this.#cancelTimer();
    const connection = this.#listener;
    this.#listener = null;
    await connection?.end().catch(() => undefined);
    await this.#announcer.end();
  }

  /** Starts listening if necessary, polls, and returns after the poll: it finds what was notified meanwhile. */
  private async pollAndReschedule(worker: WakeableWorker): Promise<void> {
    if (this.#isEnded) return;
    if (this.#listens && !this.#listener) await this.listen().catch(() => undefined);
    this.#waitMs = null;
    this.#isChanged = false;
    const ms = await worker.poll();
    if (!this.#isEnded) this.pollIn(this.#isChanged ? Math.min(ms, SOON_MS) : ms, worker);
  }

  private pollIn(ms: number, worker: WakeableWorker): void {
    this.#cancelTimer();
    this.#waitMs = ms;
    this.#cancelTimer = this.deps.startTimer(ms, () => void this.pollAndReschedule(worker));
  }

  private async listen(): Promise<void> {
    const connection: RawConnection = await this.deps.connection.client.acquireRawConnection();
    const lost = (): void => {
      if (this.#listener === connection) this.#listener = null;
    };
    connection.on("error", lost);
    connection.on("end", lost);
    connection.on("notification", ({ payload }) => {
      if (payload !== this.name) this.notify();
    });
    this.#listener = connection;
    try {
      await connection.query(`LISTEN ${INBOX_CHANNEL}`);
    } catch {
      lost();
    }
    if (this.#isEnded || this.#listener !== connection) await connection.end().catch(() => undefined);
  }
}
