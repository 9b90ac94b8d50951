import type { Benchmark } from "./harness/benchmark";

/** All benchmarks, in the order in which they run. One that is long runs only when it is named. */
export const benchmarks: readonly Benchmark[] = [];
