/**
 * Groups items that wait at the same moment. The first ones start at once without waiting; items that arrive while the
 * maximum number of groups runs form the next group. Two items of the same name are never in one group. It uses neither
 * a clock nor a database.
 */
export interface CoalescerDependencies<Item, Result> {
  readonly most: number;
  /** Maximum concurrent groups; none of them may wait for another. */
  readonly atOnce: number;
  /** Missing: every item has its own name. */
  readonly nameOf?: (item: Item) => string;
  /** The results in the order of the items. A rejection rejects every item of the group. */
  readonly run: (items: readonly Item[]) => Promise<readonly Result[]>;
}

interface Waiting<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Result | undefined) => void;
  readonly reject: (error: unknown) => void;
}

export class Coalescer<Item, Result> {
  #waiting: Waiting<Item, Result>[] = [];
  #underWay = 0;
  #isPlanned = false;

  constructor(private readonly deps: CoalescerDependencies<Item, Result>) {}

  /** Resolves with this item's result, undefined if its group left it out. */
  add(item: Item): Promise<Result | undefined> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ item, resolve, reject });
      this.#plan();
    });
  }

  rejectWaiting(error: unknown): void {
    const gone = this.#waiting;
    this.#waiting = [];
    for (const { reject } of gone) reject(error);
  }

  /** After the items that are about to be added in the same moment. */
  #plan(): void {
    if (this.#isPlanned) return;
    this.#isPlanned = true;
    queueMicrotask(() => {
      this.#isPlanned = false;
      while (this.#waiting.length > 0 && this.#underWay < this.deps.atOnce) this.#begin();
    });
  }

  #begin(): void {
    const group = this.#next();
    this.#underWay += 1;
    const run = async (): Promise<void> => {
      const results = await this.deps.run(group.map(({ item }) => item));
      group.forEach(({ resolve }, index) => resolve(results[index]));
    };
    run()
      .catch((error: unknown) => group.forEach(({ reject }) => reject(error)))
      .finally(() => {
        this.#underWay -= 1;
        this.#plan();
      });
  }

  #next(): Waiting<Item, Result>[] {
    const { most, nameOf } = this.deps;
    if (!nameOf) return this.#waiting.splice(0, most);
    const names = new Set<string>();
    const left: Waiting<Item, Result>[] = [];
    const group = this.#waiting.filter((each) => {
      const name = nameOf(each.item);
      if (names.size < most && !names.has(name)) return Boolean(names.add(name));
      left.push(each);
      return false;
    });
    this.#waiting = left;
    return group;
  }
}

/** One run at a time; callers during it share the next one, which sees their changes. The first caller's work runs. */
export const createRunCoalescer = (): Coalescer<() => Promise<void>, void> =>
  new Coalescer<() => Promise<void>, void>({
    most: Infinity,
    atOnce: 1,
    run: async ([first]) => {
      await first?.();
      return [];
    },
  });
