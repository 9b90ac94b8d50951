/**
 * A small seeded generator (mulberry32): the same two numbers give the same story on every machine. Not for secrets.
 */
export class Random {
  #state: number;

  constructor(seed: number, run: number) {
    // Mixed, so that similar seeds and runs differ.
    this.#state = (Math.imul(seed + 1, 0x9e3779b1) ^ Math.imul(run + 1, 0x85ebca6b)) >>> 0;
    for (let turn = 0; turn < 4; turn += 1) this.unit();
  }

  /** At least 0, below 1. */
  unit(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let value = this.#state;
    value = Math.imul(value ^ (value >>> 15), value | 1);
    value ^= value + Math.imul(value ^ (value >>> 7), value | 61);
    return ((value ^ (value >>> 14)) >>> 0) / 2 ** 32;
  }

  /** An integer from `least` to `most`, inclusive. */
  integer(least: number, most: number): number {
    return least + Math.floor(this.unit() * (most - least + 1));
  }

  chance(probability: number): boolean {
    return this.unit() < probability;
  }

  pick<T>(items: readonly [T, ...T[]]): T {
    return items[this.integer(0, items.length - 1)] ?? items[0];
  }

  /** One of the items, with a probability by weight. */
  weighted<T>(items: readonly [readonly [number, T], ...(readonly [number, T])[]]): T {
    const total = items.reduce((sum, [weight]) => sum + weight, 0);
    let left = this.unit() * total;
    for (const [weight, item] of items) {
      left -= weight;
      if (left < 0) return item;
    }
    return items[0][1];
  }
}
