import type { Random } from "../faults/random";
import type { Control } from "./rest";

/** Faults besides killed processes: lost answers, and notifications that are repeated, late, reordered or lost. */
const TROUBLE: readonly [readonly [number, object], ...(readonly [number, object])[]] = [
  [20, { fault: "duplicate-notify" }],
  [15, { fault: "late-notify", ms: 3_000 }],
  [8, { fault: "lost-notify" }],
  [6, { fault: "reorder" }],
  [4, { fault: "lying-notify" }],
  [10, { fault: "delay", ms: 400 }],
  [6, { fault: "drop-after-apply" }],
  [4, { fault: "drop-before" }],
  [4, { fault: "5xx-after-apply", status: 502 }],
  [3, { operation: "capture", fault: "drop-after-apply" }],
  [3, { operation: "refund", fault: "drop-after-apply" }],
  [2, { fault: "missing-item" }],
];

/** Adds one to the gateway's fault script, for the next request. */
export async function makeTrouble(control: Control, random: Random): Promise<void> {
  await control.post("tape", { entries: [random.weighted(TROUBLE)] });
}
