import { MedusaError } from "@medusajs/framework/utils";
import { Coalescer } from "./coalescer";

/**
 * Puts what arrives at the same moment into one write, so that many senders share one
 * flush of the database's log. Nothing waits for company: the first goes at once, with
 * what came in the same moment, and what arrives while it is written goes together next.
 * Each is answered with its own result after its group's commit. An item that the database
 * refuses costs its neighbours nothing: the group is then written one by one. It promises
 * no order.
 */
export interface GroupCommitDependencies<Item, Result> {
  /** One transaction; the results stand in the order of the items. */
  readonly write: (items: readonly Item[]) => Promise<readonly Result[]>;
  /** Is it the items that the database refused, or one of them? Then each is tried by itself. */
  readonly isRefusal: (error: unknown) => boolean;
  /** Does this error say that nobody who waits would fare better now? Then all of them hear it at once. */
  readonly isTrouble: (error: unknown) => boolean;
  /** Items in one write at most. */
  readonly most: number;
  /** Writes under way at most. */
  readonly atOnce: number;
}

/** What became of one item. */
type Word<Result> =
  { readonly kind: "written"; readonly result: Result } | { readonly kind: "not"; readonly error: unknown };

export class GroupCommit<Item, Result> {
  readonly #groups: Coalescer<Item, Word<Result>>;

  constructor(private readonly deps: GroupCommitDependencies<Item, Result>) {
    const { most, atOnce } = deps;
    this.#groups = new Coalescer({ most, atOnce, run: (items) => this.#write(items) });
  }

  /** Resolves after the commit that holds the item; rejects when it is certain or possible that none does. */
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
      if (this.deps.isTrouble(error)) this.#groups.turnAway(error);
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
