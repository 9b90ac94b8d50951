/**
 * Lets only so many at the database at once and keeps the rest in line, first come
 * first served: ten thousand notifications in one moment are stored one after
 * another, instead of all running out of time together. Who runs out of time at
 * the database shows that it is in trouble: those in line are then turned away at
 * once, instead of each waiting for a turn to hear the same. It knows no clock.
 */
interface Waiting {
  readonly admit: () => void;
  readonly refuse: (error: unknown) => void;
}

export class Semaphore {
  #inside = 0;
  #line: Waiting[] = [];

  /** `isTrouble`: does this error say that nobody else would fare better now? */
  constructor(
    private readonly most: number,
    private readonly isTrouble: (error: unknown) => boolean,
  ) {}

  /** Runs `work` when it is its turn; rejects with what `work` rejects with, or with the trouble of who was before. */
  async take<T>(work: () => Promise<T>): Promise<T> {
    if (this.#inside >= this.most) await this.wait();
    else this.#inside += 1;
    try {
      return await work();
    } catch (error) {
      if (this.isTrouble(error)) this.turnAway(error);
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

  /** The place is handed on: nobody comes in between. */
  private next(): void {
    const first = this.#line.shift();
    if (first) first.admit();
    else this.#inside -= 1;
  }

  private turnAway(error: unknown): void {
    const gone = this.#line;
    this.#line = [];
    for (const { refuse } of gone) refuse(error);
  }
}
