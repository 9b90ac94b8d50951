/*
 * Combines writes that start together into one request. A writer announces itself before it queries the database
 * (`expect`), and then either arrives with its item or withdraws. A batch is sent when it is full, when no writer that
 * was announced before it was opened is missing, or when none of those arrives for `maxWaitMs`. So a single write is
 * sent at once, and N that start together take ceil(N / maxItems) requests however slow the database is.
 */

export interface BatchLimits {
  readonly maxItems: number;
  /** The longest time in ms without an arrival that a batch waits for announced writers. */
  readonly maxWaitMs: number;
}

/** Runs something after that many ms of real time; the result cancels it. */
export type StartTimer = (ms: number, run: () => void) => () => void;

export const startTimer: StartTimer = (ms, run) => {
  const timer = setTimeout(run, ms);
  return () => clearTimeout(timer);
};

/** The same without keeping an idle process alive. */
export const startIdleTimer: StartTimer = (ms, run) => {
  const timer = setTimeout(run, ms).unref();
  return () => clearTimeout(timer);
};

export interface BatcherDependencies<Item, Result> {
  readonly limits: (account: string) => BatchLimits;
  /** One request; results in the order of the items. */
  readonly send: (account: string, items: readonly Item[]) => Promise<readonly Result[]>;
  readonly startTimer: StartTimer;
}

export interface BatchPlace<Item, Result> {
  /** Resolves with this item's own result, undefined if the sender left it out; rejects if the sender throws. */
  arrive(account: string, item: Item): Promise<Result | undefined>;
  /** Nothing will be sent. Does nothing after `arrive`, or a second time. */
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
  /** Number of the last announcement when it was opened: it waits for no later one. */
  readonly openedAfter: number;
  readonly entries: Entry<Item, Result>[];
  callOff: () => void;
}

export class Batcher<Item extends { readonly orderNo: string }, Result> {
  /** Numbers of announced writers that have neither arrived nor withdrawn, oldest first. */
  readonly #announced = new Set<number>();
  readonly #open = new Set<Batch<Item, Result>>();
  #last = 0;

  constructor(private readonly deps: BatcherDependencies<Item, Result>) {}

  /** Call it before the first await; the caller must arrive or withdraw. */
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
      // Also without a batch: no batch may keep waiting for it.
      this.#goOn();
    });
  }

  /** An order number occurs at most once per request: nothing else identifies a row of the response. */
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
