import type { Random } from "./random";
import type { TapeEntry } from "./story";

/** Network and gateway faults of a story. */
/** One or two faults, half of them for any next request. */
export function faultsFor(random: Random, operations = OPERATIONS): TapeEntry[] {
  return Array.from({ length: random.integer(1, 2) }, () => {
    const fault = random.weighted(FAULTS);
    return { ...(random.chance(0.5) ? {} : { operation: random.pick(operations) }), ...fault };
  });
}

const OPERATIONS: readonly [string, ...string[]] = [
  "authorise",
  "capture",
  "cancel",
  "refund",
  "retrievalTrans",
  "retrievalRefund",
];

/** Faults that wait for longer than some milliseconds in real time are excluded. */
const FAULTS: readonly [readonly [number, TapeEntry], ...(readonly [number, TapeEntry])[]] = [
  [12, { fault: "drop-before" }],
  [18, { fault: "drop-after-apply" }],
  [8, { fault: "5xx-before", status: 503 }],
  [10, { fault: "5xx-after-apply", status: 502 }],
  [6, { fault: "reset-mid-body" }],
  [5, { fault: "truncate" }],
  [4, { fault: "wrong-length" }],
  [4, { fault: "empty" }],
  [5, { fault: "html" }],
  [4, { fault: "garbage" }],
  [4, { fault: "wrong-content" }],
  [4, { fault: "wrong-signature" }],
  [4, { fault: "wrong-amount" }],
  [4, { fault: "wrong-order" }],
  [5, { fault: "missing-item" }],
  [3, { fault: "double-item" }],
  [3, { fault: "extra-item" }],
  [3, { fault: "too-many-requests" }],
  [3, { fault: "redirect" }],
  [5, { fault: "delay", ms: 15 }],
  [8, { fault: "duplicate-notify" }],
  [8, { fault: "late-notify", ms: 7_200_000 }],
  [8, { fault: "lost-notify" }],
  [5, { fault: "lying-notify" }],
  [4, { fault: "reorder" }],
];
