/**
 * Puts writes that begin together into one request. A writer announces itself
 * before it asks the database (`expect`), and then either arrives with its item
 * or withdraws. A batch is sent when it is full, when nobody is left who had
 * announced himself before it was opened, or when none of those came for
 * `maxWaitMs`. So a lone write is sent at once, N that begin together take
 * ceil(N / maxItems) requests however slowly the database lets them through, and
 * no traffic that comes later holds a batch up. It sends nothing twice and keeps
 * nothing: an item is in one request, and its writer gets that request's word.
 */
export interface BatchLimits {
  /** Items in one request, 1 or more. */
  readonly maxItems: number;
  /** The longest time in ms without an arrival that a batch waits for those who are announced. */
  readonly maxWaitMs: number;
}

/** Runs something after so many ms of real time; what it returns calls that off. */
export type StartTimer = (ms: number, run: () => void) => () => void;

export const startTimer: StartTimer = (ms, run) => {
  const timer = setTimeout(run, ms);
  return () => clearTimeout(timer);
};

/** The same for what a process that has nothing else to do need not wait for. */
export const startIdleTimer: StartTimer = (ms, run) => {
  const timer = setTimeout(run, ms).unref();
  return () => clearTimeout(timer);
};

export interface BatcherDependencies<Item, Result> {
  readonly limits: (account: string) => BatchLimits;
  /** One request; the results stand in the order of the items. */
  readonly send: (account: string, items: readonly Item[]) => Promise<readonly Result[]>;
  readonly startTimer: StartTimer;
}

/** A writer's place among those who are waited for. */
export interface BatchPlace<Item, Result> {
  /** Resolves with this item's own result, undefined when the sender left it out; rejects when the sender throws. */
  arrive(account: string, item: Item): Promise<Result | undefined>;
  /** There is nothing to send after all. Does nothing after `arrive`, or a second time. */
  withdraw(): void;
}

interface Entry<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Result | undefined) => void;
  readonly reject: (error: unknown) => void;
}

interface Batch<Item, Result> {
  readonly account: string;
  readonly limits: BatchLimits;
  /** Number of the last announcement when it was opened: it waits for none that came later. */
  readonly openedAfter: number;
  readonly entries: Entry<Item, Result>[];
  callOff: () => void;
}

export class Batcher<Item extends { readonly orderNo: string }, Result> {
  /** Numbers of those announced and neither here nor withdrawn, oldest first. */
  readonly #announced = new Set<number>();
  readonly #open = new Set<Batch<Item, Result>>();
  #last = 0;

  constructor(private readonly deps: BatcherDependencies<Item, Result>) {}

  /** To be called before anything is awaited; whoever calls it must arrive or withdraw. */
  expect(): BatchPlace<Item, Result> {
    this.#last += 1;
    const number = this.#last;
    this.#announced.add(number);
    return {
      arrive: (account, item) => this.#arrive(number, account, item),
      withdraw: () => {
        if (this.#announced.delete(number)) this.#goOn();
      },
    };
  }

  #arrive(number: number, account: string, item: Item): Promise<Result | undefined> {
    this.#announced.delete(number);
    return new Promise((resolve, reject) => {
      try {
        const batch = this.#batchFor(account, item);
        batch.entries.push({ item, resolve, reject });
        if (batch.entries.length >= batch.limits.maxItems) this.#dispatch(batch);
      } catch (error) {
        reject(error);
      }
      // Also when it found no batch: nobody may go on waiting for it.
      this.#goOn();
    });
  }

  /** An order number stands in a request once at most: nothing else says which row of the answer is whose. */
  #batchFor(account: string, { orderNo }: Item): Batch<Item, Result> {
    for (const batch of this.#open) {
      const isFree = !batch.entries.some(({ item }) => item.orderNo === orderNo);
      if (batch.account === account && isFree) return batch;
    }
    const limits = this.deps.limits(account);
    const batch = { account, limits, openedAfter: this.#last, entries: [], callOff: () => undefined };
    this.#open.add(batch);
    return batch;
  }

  /** Somebody came or withdrew: sends what waits for nobody, and lets the rest wait anew. */
  #goOn(): void {
    const [oldest] = this.#announced;
    for (const batch of [...this.#open]) {
      if (oldest === undefined || oldest > batch.openedAfter) {
        this.#dispatch(batch);
      } else {
        batch.callOff();
        batch.callOff = this.deps.startTimer(batch.limits.maxWaitMs, () => this.#dispatch(batch));
      }
    }
  }

  #dispatch(batch: Batch<Item, Result>): void {
    if (!this.#open.delete(batch)) return;
    batch.callOff();
    const { account, entries } = batch;
    const send = async (): Promise<void> => {
      const results = await this.deps.send(
        account,
        entries.map(({ item }) => item),
      );
      entries.forEach(({ resolve }, index) => resolve(results[index]));
    };
    send().catch((error: unknown) => entries.forEach(({ reject }) => reject(error)));
  }
}
