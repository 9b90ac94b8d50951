/** A small seeded random number generator, so that the same seed repeats a run. Not for secrets. */
export class SeededRandom {
  private state: number;

  /** `stream` separates two users of one seed: draws of one do not change those of the other. */
  constructor(seed: string, stream: string) {
    this.state = hashOf(`${stream}:${seed}`);
  }

  next(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), this.state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  between(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1));
  }

  pick<T>(values: readonly [T, ...T[]]): T {
    return values[this.between(0, values.length - 1)] ?? values[0];
  }
}

/** FNV-1a over the text's UTF-16 units, so that similar seeds give very different sequences. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash | 0;
}

export class Chances {
  tape: SeededRandom;
  pauses: SeededRandom;

  constructor(private given: string) {
    this.tape = new SeededRandom(given, "tape");
    this.pauses = new SeededRandom(given, "pauses");
  }

  get seed(): string {
    return this.given;
  }

  restart(seed = this.given): void {
    this.given = seed;
    this.tape = new SeededRandom(seed, "tape");
    this.pauses = new SeededRandom(seed, "pauses");
  }
}
