import { randomUUID } from "node:crypto";
import type { Knex } from "@medusajs/framework/mikro-orm/knex";
import type { StartTimer } from "../../../gateway/batching/batcher";
import { INBOX_CHANNEL } from "../ledger/store-notifications";

/**
 * Wakes this process's worker when a notification was stored, here or in another process, and polls for scheduled work.
 * Other processes are heard through Postgres LISTEN on a separate connection; while that is broken or impossible (a
 * pooler that shares connections), polling finds the same work later.
 */
export interface WakeableWorker {
  /** Processes the inbox; several may run at once, each with other rows. Never rejects. */
  readonly takeNews: () => Promise<void>;
  /** Does due work; returns the delay in ms before the next poll. Never rejects. */
  readonly look: () => Promise<number>;
}

export interface WorkerWakeupDependencies {
  readonly connection: Knex;
  readonly startTimer: StartTimer;
}

/** A raw driver connection outside the pool. */
interface Line {
  query(sql: string): Promise<unknown>;
  end(): Promise<void>;
  on(event: "notification", heard: (message: { readonly payload?: string }) => void): unknown;
  on(event: "error" | "end", lost: () => void): unknown;
}

/** After a change in this process the next poll is this soon, in ms. Our choice. */
const SOON_MS = 1_000;
/** Maximum concurrent rounds; more than one, so that a slow round does not delay new messages. Our choice. */
const ROUNDS = 4;

export class WorkerWakeup {
  /** The payload of this process's notifications, which it ignores itself. */
  readonly name = randomUUID();
  #worker: WakeableWorker | null = null;
  #line: Line | null = null;
  #isOver = false;
  #running = 0;
  #isMore = false;
  #listens = false;
  #callOff: () => void = () => undefined;
  /** The delay of the scheduled poll; null while one is running. */
  #waitMs: number | null = null;
  #isChanged = false;

  constructor(private readonly deps: WorkerWakeupDependencies) {}

  /** Starts `worker` in this process, once. `listens`: whether it hears other processes. */
  begin(worker: WakeableWorker, listens = true): void {
    if (this.#worker || this.#isOver) return;
    this.#worker = worker;
    this.#listens = listens;
    void this.goOn(worker);
  }

  /** The inbox has something new. Starts a round before it returns, unless enough are running. */
  ring(): void {
    if (!this.#worker || this.#isOver) return;
    if (this.#running >= ROUNDS) {
      this.#isMore = true;
      return;
    }
    this.#running += 1;
    void this.#worker.takeNews().finally(() => {
      this.#running -= 1;
      if (!this.#isMore) return;
      this.#isMore = false;
      this.ring();
    });
  }

  /** A payment changed here and may have made something due: a waiting worker polls soon. */
  noteChange(): void {
    if (!this.#worker || this.#isOver || this.#isChanged) return;
    this.#isChanged = true;
    if (this.#waitMs !== null && this.#waitMs > SOON_MS) this.lookIn(SOON_MS, this.#worker);
  }

  /** Stops listening and polling. */
  async end(): Promise<void> {
    this.#isOver = true;
    this.#callOff();
    const line = this.#line;
    this.#line = null;
    await line?.end().catch(() => undefined);
  }

  /** Starts listening if necessary, polls, and returns after the poll: it finds what was notified meanwhile. */
  private async goOn(worker: WakeableWorker): Promise<void> {
    if (this.#isOver) return;
    if (this.#listens && !this.#line) await this.listen().catch(() => undefined);
    this.#waitMs = null;
    this.#isChanged = false;
    const ms = await worker.look();
    if (!this.#isOver) this.lookIn(this.#isChanged ? Math.min(ms, SOON_MS) : ms, worker);
  }

  private lookIn(ms: number, worker: WakeableWorker): void {
    this.#callOff();
    this.#waitMs = ms;
    this.#callOff = this.deps.startTimer(ms, () => void this.goOn(worker));
  }

  private async listen(): Promise<void> {
    const line: Line = await this.deps.connection.client.acquireRawConnection();
    const lost = (): void => {
      if (this.#line === line) this.#line = null;
    };
    line.on("error", lost);
    line.on("end", lost);
    line.on("notification", ({ payload }) => {
      if (payload !== this.name) this.ring();
    });
    this.#line = line;
    try {
      await line.query(`LISTEN ${INBOX_CHANNEL}`);
    } catch {
      lost();
    }
    if (this.#isOver || this.#line !== line) await line.end().catch(() => undefined);
  }
}
