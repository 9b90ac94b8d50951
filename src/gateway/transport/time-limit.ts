/**
 * Calls back what still waits after `ms`. All wait in one line behind one timer, which goes on while requests come and
 * go: to start and to stop a timer for each costs more than the rest of the bookkeeping. It keeps no process alive.
 */
export class TimeLimit {
  /** In the order of their ends, since all wait equally long. */
  readonly #waiting = new Map<() => void, number>();
  #isArmed = false;

  constructor(private readonly ms: number) {}

  start(expire: () => void): void {
    this.#waiting.set(expire, performance.now() + this.ms);
    if (this.#isArmed) return;
    this.#isArmed = true;
    this.#checkIn(this.ms);
  }

  stop(expire: () => void): void {
    this.#waiting.delete(expire);
  }

  #checkIn(ms: number): void {
    setTimeout(() => this.#check(), ms).unref();
  }

  /** Arms the timer before it calls anything back: what is called back may start or stop others. */
  #check(): void {
    const now = performance.now();
    const due: (() => void)[] = [];
    this.#isArmed = false;
    for (const [expire, end] of this.#waiting) {
      if (end > now) {
        this.#isArmed = true;
        this.#checkIn(end - now);
        break;
      }
      due.push(expire);
    }
    for (const expire of due) if (this.#waiting.delete(expire)) expire();
  }
}
