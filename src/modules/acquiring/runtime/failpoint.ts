/** Places where a process may die; no-ops in production. Tests check that no money is lost or moved twice. */
const WRITES = ["authorise", "capture", "void", "refund", "review", "cancel_subscription", "payout"] as const;
const AROUND_A_WRITE = ["before-commit", "before-send", "after-send", "after-conclude"] as const;

type Write = (typeof WRITES)[number];
type AroundAWrite = (typeof AROUND_A_WRITE)[number];

/** The places that the reversal and the projection pass, in order. */
const OTHERS = [
  "inbox:before-commit",
  "inbox:after-commit",
  "inbox:before-apply",
  "inbox:after-apply",
  "check:before-apply",
  "check:after-apply",
  "complete:before-authorise",
  "complete:after-authorise",
  "project:before",
  "project:after-order",
  "project:after-recording",
  "project:before-finish",
  "reverse:before",
  "reverse:after",
  "renewal:after-order",
  "renewal:after-payment",
  "import:after-row",
  "import:after-order",
  "erase:before-row",
  "erase:after-row",
  "erase:before-finish",
  "erase:after-finish",
] as const;

export type FailpointName = `${Write}:${AroundAWrite}` | (typeof OTHERS)[number];

export const failpointNames: readonly FailpointName[] = [
  ...WRITES.flatMap((write) => AROUND_A_WRITE.map((place) => `${write}:${place}` as const)),
  ...OTHERS,
];

let armed: ((name: FailpointName) => void) | null = null;

/** For tests only. Null disarms. */
export function armFailpoint(hook: ((name: FailpointName) => void) | null): void {
  armed = hook;
}

export function failpoint(name: FailpointName): void {
  armed?.(name);
}
