/**
 * Works off together what waits at the same moment. What begins in one moment goes at
 * once, and nothing is waited for; what comes while as many groups are under way as may
 * be, goes together when one of them has ended. Two of the same name are never in one
 * group. It knows neither a clock nor a database.
 */
export interface CoalescerDependencies<Item, Result> {
  /** Items in one group at most. */
  readonly most: number;
  /** Groups under way at the same time at most; none of them may wait for another. */
  readonly atOnce: number;
  /** Left out: every item has a name of its own. */
  readonly nameOf?: (item: Item) => string;
  /** The results in the order of the items. What it rejects with, every item of the group hears. */
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

  /** Resolves with this item's own result, undefined when its group left it out. */
  add(item: Item): Promise<Result | undefined> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ item, resolve, reject });
      this.#plan();
    });
  }

  /** Nobody who waits for a group fares better: all of them hear `error`. */
  turnAway(error: unknown): void {
    const gone = this.#waiting;
    this.#waiting = [];
    for (const { reject } of gone) reject(error);
  }

  /** After those who are about to add in the same moment. */
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
