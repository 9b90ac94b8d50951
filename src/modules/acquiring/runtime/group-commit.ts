import { MedusaError } from "@medusajs/framework/utils";
import { Coalescer } from "./coalescer";

/**
 * Writes items that arrive at the same moment together, so that many callers share one flush of the database's log.
 * Each gets its own result after its group's commit. If the database rejects an item, the group is written one by one.
 * Order is not guaranteed.
 */
export interface GroupCommitDependencies<Item, Result> {
  /** One transaction; results in the order of the items. */
  readonly write: (items: readonly Item[]) => Promise<readonly Result[]>;
  /** Did the database reject one of the items? Then each is tried alone. */
  readonly isRefusal: (error: unknown) => boolean;
  /** Does this error affect all waiting items? Then all are rejected at once. */
  readonly isTrouble: (error: unknown) => boolean;
  readonly most: number;
  readonly atOnce: number;
  /** See `CoalescerDependencies`. */
  readonly defer?: (begin: () => void) => unknown;
}

type Word<Result> =
  { readonly kind: "written"; readonly result: Result } | { readonly kind: "not"; readonly error: unknown };

export class GroupCommit<Item, Result> {
  readonly #groups: Coalescer<Item, Word<Result>>;

  constructor(private readonly deps: GroupCommitDependencies<Item, Result>) {
    const { most, atOnce, defer = queueMicrotask } = deps;
    this.#groups = new Coalescer({ most, atOnce, defer, run: (items) => this.#write(items) });
  }

  /** Resolves after the commit with the item; rejects if it certainly or possibly was not committed. */
  async take(item: Item): Promise<Result> {
    const word = await this.#groups.add(item);
    if (word?.kind === "written") return word.result;
    throw word?.error ?? otherNumber();
  }

  async #write(group: readonly Item[]): Promise<readonly Word<Result>[]> {
    try {
      const results = await this.deps.write(group);
      if (results.length !== group.length) throw otherNumber();
      return results.map((result) => ({ kind: "written", result }));
    } catch (error) {
      if (group.length > 1 && this.deps.isRefusal(error)) return this.#oneByOne(group);
      if (this.deps.isTrouble(error)) this.#groups.rejectWaiting(error);
      return group.map(() => ({ kind: "not", error }));
    }
  }

  async #oneByOne(group: readonly Item[]): Promise<readonly Word<Result>[]> {
    const words: Word<Result>[] = [];
    for (const item of group) words.push(...(await this.#write([item])));
    return words;
  }
}

const otherNumber = (): MedusaError =>
  new MedusaError(MedusaError.Types.UNEXPECTED_STATE, "A group returned a different number of results than items.");
