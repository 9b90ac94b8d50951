import type { Benchmark } from "./harness/benchmark";
import { notify } from "./notify/notify";
import { reconcile } from "./reconcile/against-latency";
import { soak } from "./soak/soak";

/** All benchmarks, in the order in which they run. One that is long runs only when it is named. */
export const benchmarks: readonly Benchmark[] = [notify, reconcile, soak];
