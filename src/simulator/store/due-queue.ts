/** A binary heap by due time, then by insertion. It has no clock. */
interface Due<T> {
  readonly at: number;
  readonly nth: number;
  readonly what: T;
}

const isEarlier = <T>(one: Due<T>, other: Due<T>): boolean =>
  one.at < other.at || (one.at === other.at && one.nth < other.nth);

export class DueQueue<T> {
  private heap: Due<T>[] = [];
  private added = 0;

  get size(): number {
    return this.heap.length;
  }

  /** In ms since 1970; null if the queue is empty. */
  get next(): number | null {
    return this.heap[0]?.at ?? null;
  }

  add(at: number, what: T): void {
    this.added += 1;
    const due = { at, nth: this.added, what };
    let place = this.heap.length;
    this.heap.push(due);
    while (place > 0) {
      const above = (place - 1) >> 1;
      const parent = this.heap[above];
      if (!parent || !isEarlier(due, parent)) break;
      this.heap[place] = parent;
      place = above;
    }
    this.heap[place] = due;
  }

  take(now: number): { readonly what: T } | null {
    const [first] = this.heap;
    if (!first || first.at > now) return null;
    const last = this.heap.pop();
    if (last && this.heap.length > 0) this.sink(last);
    return { what: first.what };
  }

  clear(): void {
    this.heap = [];
  }

  private sink(due: Due<T>): void {
    let place = 0;
    for (;;) {
      const left = this.heap[2 * place + 1];
      const right = this.heap[2 * place + 2];
      const isRight = left !== undefined && right !== undefined && isEarlier(right, left);
      const child = isRight ? right : left;
      if (!child || isEarlier(due, child)) break;
      this.heap[place] = child;
      place = 2 * place + (isRight ? 2 : 1);
    }
    this.heap[place] = due;
  }
}
