import { capture } from "./capture/capture";
import { captures1000 } from "./captures-1000/captures-1000";
import type { Benchmark } from "./harness/benchmark";
import { notify } from "./notify/notify";
import { unknown } from "./unknown/unknown";
import { wire } from "./wire/wire";

/** All benchmarks, in the order in which they run. One that is long runs only when it is named. */
export const benchmarks: readonly Benchmark[] = [notify, wire, capture, captures1000, unknown];
