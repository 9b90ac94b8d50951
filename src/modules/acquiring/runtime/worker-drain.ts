/** When the store stops, running items are completed and no others start: they stay for the next process. */
export class WorkerDrain {
  #isOver = false;
  readonly #running = new Set<Promise<unknown>>();

  get isOver(): boolean {
    return this.#isOver;
  }

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

  /** Resolves when no round is running; new ones may start afterwards. */
  async settle(): Promise<void> {
    while (this.#running.size > 0) await Promise.allSettled(this.#running);
  }

  /** Starts no further round or item; resolves when running items have ended. */
  async end(): Promise<void> {
    this.#isOver = true;
    await this.settle();
  }
}
