import { randomUUID } from "node:crypto";
import type { Knex } from "@medusajs/framework/mikro-orm/knex";
import type { StartTimer } from "../../../gateway/batching/batcher";
import { INBOX_CHANNEL } from "../ledger/store-notifications";

/**
 * Wakes the worker of this process when a notification was stored, here or in another
 * process, and lets it look from time to time for what is due by the clock. Another
 * process is heard through Postgres, on a connection of its own; while that is broken,
 * or cannot be had (a pooler that shares connections), looking finds the same, later.
 * It knows nothing of the work.
 */
export interface WakeableWorker {
  /** Takes what the inbox holds; several may run at once, each takes other rows. Never rejects. */
  readonly takeNews: () => Promise<void>;
  /** Does what is due; answers in how many ms to look again. Never rejects. */
  readonly look: () => Promise<number>;
}

export interface WorkerWakeupDependencies {
  readonly connection: Knex;
  readonly startTimer: StartTimer;
}

/** A raw connection of the driver, outside the pool. */
interface Line {
  query(sql: string): Promise<unknown>;
  end(): Promise<void>;
  on(event: "notification", heard: (message: { readonly payload?: string }) => void): unknown;
  on(event: "error" | "end", lost: () => void): unknown;
}

/** After a change in this process work is looked for this soon, in ms; what it makes due seldom has to be done at once. Our choice. */
const SOON_MS = 1_000;
/** Rounds of news at once; one that takes long keeps what comes meanwhile waiting no longer than it must. Our choice. */
const ROUNDS = 4;

export class WorkerWakeup {
  /** What this process tells the others; it has heard its own news already. */
  readonly name = randomUUID();
  #worker: WakeableWorker | null = null;
  #line: Line | null = null;
  #isOver = false;
  #running = 0;
  #isMore = false;
  #listens = false;
  #callOff: () => void = () => undefined;
  /** How long the look that is to come was put off; null while one is under way. */
  #waitMs: number | null = null;
  #isChanged = false;

  constructor(private readonly deps: WorkerWakeupDependencies) {}

  /** From now on `worker` works in this process. Does nothing a second time, or when it has ended. `listens`: whether it hears other processes. */
  begin(worker: WakeableWorker, listens = true): void {
    if (this.#worker || this.#isOver) return;
    this.#worker = worker;
    this.#listens = listens;
    void this.goOn(worker);
  }

  /** Something new is in the inbox. Begins a round before it returns, unless enough of them run. */
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

  /** A payment was changed here, which may have made something due: a worker that waits longer looks soon. */
  noteChange(): void {
    if (!this.#worker || this.#isOver || this.#isChanged) return;
    this.#isChanged = true;
    if (this.#waitMs !== null && this.#waitMs > SOON_MS) this.lookIn(SOON_MS, this.#worker);
  }

  /** Hears nothing any more, and does not look. */
  async end(): Promise<void> {
    this.#isOver = true;
    this.#callOff();
    const line = this.#line;
    this.#line = null;
    await line?.end().catch(() => undefined);
  }

  /** Listens if it does not, looks, and comes back when that said so: what was told while nobody listened is found then. */
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
