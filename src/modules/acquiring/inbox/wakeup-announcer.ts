import type { Knex } from "@medusajs/framework/mikro-orm/knex";
import type { StartTimer } from "../../../gateway/batching/batcher";
import { PreparedStatement } from "../runtime/prepared-statement";
import { DB_TIMEOUT_MS, withDbTimeout } from "../runtime/with-db-timeout";

/** The Postgres channel that announces new inbox rows; the payload names the process that stored them. */
export const INBOX_CHANNEL = "acquiring_inbox";

/**
 * Tells the workers of other processes that rows were committed (Postgres NOTIFY). Nothing waits for it: no answer, and
 * no row. It is lost with its process or connection; the workers then find the rows by polling.
 */
export interface WakeupAnnouncerDependencies {
  readonly connection: Knex;
  readonly startTimer: StartTimer;
  /** The payload: this process. */
  readonly name: string;
}

/** Further rows within this time share one announcement, in ms: far below the promised delay. Our choice. */
const APART_MS = 10;

/** A commit that notifies takes a lock of the whole database; without a flush it holds it for microseconds. */
const ANNOUNCE = new PreparedStatement(
  `SELECT set_config('synchronous_commit', 'off', true), pg_notify('${INBOX_CHANNEL}', ?)`,
);

export class WakeupAnnouncer {
  /** From an announcement until `APART_MS` after it. */
  #isQuiet = false;
  #isRequested = false;
  #isEnded = false;
  #cancelTimer: () => void = () => undefined;
  #current: Promise<void> = Promise.resolve();

  constructor(private readonly deps: WakeupAnnouncerDependencies) {}

  /** After the commit. The first is announced at once, those that follow it together. */
  announce(): void {
    this.#isRequested = true;
    if (!this.#isQuiet && !this.#isEnded) this.send();
  }

  /** Announces what is still to be announced. Never rejects. */
  async end(): Promise<void> {
    this.#isEnded = true;
    this.#cancelTimer();
    await this.#current;
    if (this.#isRequested) this.send();
    await this.#current;
  }

  private send(): void {
    const { connection, name } = this.deps;
    this.#isRequested = false;
    this.#isQuiet = true;
    this.#current = withDbTimeout(ANNOUNCE.run(connection, [name], DB_TIMEOUT_MS)).then(
      () => this.wait(),
      () => this.wait(),
    );
  }

  private wait(): void {
    if (this.#isEnded) return;
    this.#cancelTimer = this.deps.startTimer(APART_MS, () => {
      this.#isQuiet = false;
      if (this.#isRequested) this.send();
    });
  }
}
