import { captures1000 } from "./captures-1000/captures-1000";
import type { Benchmark } from "./harness/benchmark";
import { notify } from "./notify/notify";

/** All benchmarks, in the order in which they run. One that is long runs only when it is named. */
export const benchmarks: readonly Benchmark[] = [notify, captures1000];
