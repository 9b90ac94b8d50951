/** Limits concurrent database work and queues the rest in order. If one holder times out, the queue fails fast. */
interface Waiting {
  readonly admit: () => void;
  readonly refuse: (error: unknown) => void;
}

export class Semaphore {
  #inside = 0;
  #line: Waiting[] = [];

  /** `isTrouble`: does this error affect all callers? */
  constructor(
    private readonly most: number,
    private readonly isTrouble: (error: unknown) => boolean,
  ) {}

  /** Runs `work` when a slot is free; rejects with the error of `work`, or with the failure of an earlier holder. */
  async take<T>(work: () => Promise<T>): Promise<T> {
    if (this.#inside >= this.most) await this.wait();
    else this.#inside += 1;
    try {
      return await work();
    } catch (error) {
      if (this.isTrouble(error)) this.rejectWaiting(error);
      throw error;
    } finally {
      this.next();
    }
  }

  private wait(): Promise<void> {
    return new Promise<void>((admit, refuse) => {
      this.#line.push({ admit, refuse });
    });
  }

  /** The slot is passed on, so no new caller gets in between. */
  private next(): void {
    const first = this.#line.shift();
    if (first) first.admit();
    else this.#inside -= 1;
  }

  private rejectWaiting(error: unknown): void {
    const gone = this.#line;
    this.#line = [];
    for (const { refuse } of gone) refuse(error);
  }
}
