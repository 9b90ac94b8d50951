/**
 * Types of a benchmark. Its result is a ratio: two sides alternate on the same machine within the same minute; absolute
 * numbers are only informative.
 */
export interface Benchmark {
  readonly name: string;
  /** One sentence: what is compared with what. */
  readonly says: string;
  /** Takes longer than two minutes, so it runs only by name or with `--short`. */
  readonly isLong?: boolean;
  run(bench: Bench): Promise<readonly Figure[]>;
}

export interface Bench {
  /** At least 5; 1 with `--short`. */
  readonly rounds: number;
  /** One round and small counts: shows that the benchmark runs, measures nothing. */
  readonly isShort: boolean;
  /** Its own empty, durable database, dropped afterwards. */
  readonly databaseUrl: string;
  /** `--count N` of the command line, or null. */
  readonly count: number | null;
  progress(words: string): void;
  /** Each round plays A, B and A again in rotating order, after one uncounted play of each. */
  interleave(sides: Sides): Promise<Interleaved>;
}

export interface Sides {
  readonly a: () => Promise<Measured>;
  readonly b: () => Promise<Measured>;
}

/** For example { requestsPerSecond, p50Ms, p99Ms, cpuMs }. */
export type Measured = Readonly<Record<string, number>>;

export interface Round {
  readonly a: Measured;
  readonly b: Measured;
  readonly again: Measured;
}

export interface Interleaved {
  readonly rounds: readonly Round[];
}

export interface Target {
  readonly atLeast?: number;
  readonly atMost?: number;
}

/** `guard`: the ratio of A to A; null without a comparison. Outside 0.95 to 1.05 the figure is void. */
export interface Figure {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  readonly spread: readonly [number, number];
  readonly guard: number | null;
  readonly target: Target;
}
