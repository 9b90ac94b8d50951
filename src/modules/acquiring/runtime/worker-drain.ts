/**
 * The rounds of background work that run in this process. When the store stops, the
 * items that are being worked on come to their end and no other is begun: what is left
 * is in the tables and waits there for the next process.
 */
export class WorkerDrain {
  #isOver = false;
  readonly #running = new Set<Promise<unknown>>();

  /** True once the store stops: whoever works through a list leaves the rest of it. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** Runs a round, or nothing at all once the store stops. */
  async run(work: () => Promise<void>): Promise<void> {
    if (this.#isOver) return;
    const round = work();
    this.#running.add(round);
    try {
      await round;
    } finally {
      this.#running.delete(round);
    }
  }

  /** Resolves when no round is running; new ones may begin afterwards. */
  async settle(): Promise<void> {
    while (this.#running.size > 0) await Promise.allSettled(this.#running);
  }

  /** No further round, and no further item of one; resolves when the items begun have ended. */
  async end(): Promise<void> {
    this.#isOver = true;
    await this.settle();
  }
}
