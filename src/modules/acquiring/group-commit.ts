import { MedusaError } from "@medusajs/framework/utils";

/**
 * Puts what arrives at the same moment into one write, so that many senders share one
 * flush of the database's log. Nothing waits for company: the first goes at once, and
 * what arrives while it is written goes together next. Each is answered with its own
 * result after its group's commit. An item that the database refuses costs its
 * neighbours nothing: the group is then written one by one. It promises no order.
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

interface Waiting<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

export class GroupCommit<Item, Result> {
  #line: Waiting<Item, Result>[] = [];
  #underWay = 0;

  constructor(private readonly deps: GroupCommitDependencies<Item, Result>) {}

  /** Resolves after the commit that holds the item; rejects when it is certain or possible that none does. */
  take(item: Item): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.#line.push({ item, resolve, reject });
      this.#goOn();
    });
  }

  #goOn(): void {
    while (this.#underWay < this.deps.atOnce && this.#line.length > 0) {
      const group = this.#line.splice(0, this.deps.most);
      this.#underWay += 1;
      void this.#write(group).finally(() => {
        this.#underWay -= 1;
        this.#goOn();
      });
    }
  }

  /** Never rejects: each member hears its own word. */
  async #write(group: readonly Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await this.deps.write(group.map(({ item }) => item));
      if (results.length !== group.length)
        throw new MedusaError(MedusaError.Types.UNEXPECTED_STATE, "A group got another number of results than items.");
      results.forEach((result, index) => group[index]?.resolve(result));
    } catch (error) {
      if (group.length > 1 && this.deps.isRefusal(error)) {
        for (const member of group) await this.#write([member]);
        return;
      }
      for (const { reject } of group) reject(error);
      if (this.deps.isTrouble(error)) this.#turnAway(error);
    }
  }

  #turnAway(error: unknown): void {
    const gone = this.#line;
    this.#line = [];
    for (const { reject } of gone) reject(error);
  }
}
