import type { Figure, Measured } from "./benchmark";
import { figureOf } from "./interleave";
import { percentile } from "./statistics";

/**
 * One side whose plays are lists of times. A play gives its median; rare slow ones are looked for in the plays together,
 * because one play is too short for them.
 */
export interface Samples {
  play(): Promise<Measured>;
  /** Of all plays but the warm-up. */
  p99(name: string): Figure;
}

export function samplesOf(work: () => Promise<readonly number[]>, { isShort }: { readonly isShort: boolean }): Samples {
  const plays: (readonly number[])[] = [];
  return {
    play: async () => {
      const times = await work();
      plays.push(times);
      return { p50Ms: percentile(times, 50) };
    },
    p99: (name) => figureOf([percentile(plays.slice(isShort ? 0 : 1).flat(), 99)], { name, unit: "ms" }),
  };
}
