/**
 * What a benchmark is, and what it is given. A benchmark is a ratio: two sides play in
 * turns on the same machine, within the same minute; absolute numbers are for reading only.
 */
export interface Benchmark {
  readonly name: string;
  /** One sentence: what is compared with what. */
  readonly says: string;
  /** Runs only when it is named: it takes longer than two minutes. */
  readonly isLong?: boolean;
  run(bench: Bench): Promise<readonly Figure[]>;
}

export interface Bench {
  /** At least 5; 1 when short. */
  readonly rounds: number;
  /** One round and small counts: shows that the benchmark runs, measures nothing. */
  readonly isShort: boolean;
  /** An empty, durable database of its own, dropped afterwards. */
  readonly databaseUrl: string;
  /** `--count N` of the command line; null when it was not given. */
  readonly count: number | null;
  progress(words: string): void;
  /** Each round plays A, B and A again, in an order that turns, after one play of each that is not counted. */
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

/** `guard`: what a ratio of A to A itself was; null where nothing was compared. Outside 0.95 to 1.05 the figure is void. */
export interface Figure {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  readonly spread: readonly [number, number];
  readonly guard: number | null;
  readonly target: Target;
}
