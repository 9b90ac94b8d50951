/**
 * When the store is told to stop, running items are completed and no others start: they stay for the next process. Medusa
 * answers its requests first, meanwhile. What does not complete in time is left as if the process had died there, and
 * continues in the next process.
 */
export class WorkerDrain {
  #isEnded = false;
  readonly #running = new Set<Promise<unknown>>();
  readonly #callers = new Set<() => void>();

  constructor(private readonly isToldToStop: () => boolean = () => false) {}

  /** No further background work starts. */
  get isOver(): boolean {
    return this.#isEnded || this.isToldToStop();
  }

  /** Resolves with the work, or when the shutdown leaves it. */
  async run(work: () => Promise<void>): Promise<void> {
    if (!this.isOver) await this.runForRequest(work);
  }

  /** The same for what a request needs, which is still answered after the stop signal. */
  async runForRequest(work: () => Promise<void>): Promise<void> {
    if (this.#isEnded) return;
    const round = work();
    this.#running.add(round);
    await new Promise<void>((resolve, reject) => {
      const end = (settle: () => void): void => {
        this.#running.delete(round);
        this.#callers.delete(resolve);
        settle();
      };
      this.#callers.add(resolve);
      round.then(
        () => end(resolve),
        (error: unknown) => end(() => reject(error as Error)),
      );
    });
  }

  /** Resolves when no round is running; new ones may start afterwards. */
  async settle(): Promise<void> {
    while (this.#running.size > 0) await Promise.allSettled(this.#running);
  }

  /** Starts nothing more, for requests neither; resolves when running items have ended (true), or with `limit` (false). */
  async end(limit: Promise<unknown>): Promise<boolean> {
    this.#isEnded = true;
    const isDone = await Promise.race([this.settle().then(() => true), limit.then(() => false)]);
    if (!isDone) for (const leave of this.#callers) leave();
    return isDone;
  }
}
