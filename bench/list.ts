import { cart } from "./cart/cart";
import { capture } from "./capture/capture";
import { captures1000 } from "./captures-1000/captures-1000";
import { applied } from "./drain/applied";
import { drain } from "./drain/drain";
import { effect } from "./effect/effect";
import type { Benchmark } from "./harness/benchmark";
import { notifyBare, notifyDuplicates } from "./notify-bare/notify-bare";
import { notify } from "./notify/notify";
import { overview } from "./overview/overview";
import { pay } from "./pay/pay";
import { person } from "./person/person";
import { reconcile } from "./reconcile/against-latency";
import { soak } from "./soak/soak";
import { start } from "./start/start";
import { unknown } from "./unknown/unknown";
import { codec } from "./wire/codec";
import { wire } from "./wire/wire";

/** All benchmarks in order. Long ones run only by name, or with `--short`. */
export const benchmarks: readonly Benchmark[] = [
  notify,
  notifyBare,
  notifyDuplicates,
  wire,
  codec,
  capture,
  captures1000,
  cart,
  pay,
  effect,
  drain,
  applied,
  unknown,
  start,
  reconcile,
  overview,
  person,
  soak,
];
