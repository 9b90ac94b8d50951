import type { SeededRandom } from "./seeded-random";
import type { FaultName, Parameters } from "./faults";
import { faultOf } from "./faults";
import type { FaultScriptEntry } from "./fault-script";
import { ELSEWHERE } from "./fault-script";

/** Most entries are harmless; none waits in real time or fills the memory. The same state draws the same script. */
export interface Drawing {
  readonly length: number;
  readonly rate: number;
  readonly operation: string | null;
  readonly orderNo: string | null;
}

const notificationFaults = [
  "duplicate-notify",
  "late-notify",
  "lost-notify",
  "lying-notify",
  "reorder",
] as const satisfies readonly [FaultName, ...FaultName[]];

export const drawn = [
  "drop-before",
  "drop-after-apply",
  "5xx-before",
  "5xx-after-apply",
  "too-many-requests",
  "redirect",
  "reset-mid-body",
  "wrong-length",
  "delay",
  "truncate",
  "empty",
  "html",
  "garbage",
  "wrong-content",
  "wrong-signature",
  "wrong-amount",
  "wrong-order",
  "missing-item",
  "double-item",
  "extra-item",
  "reordered-items",
  ...notificationFaults,
] as const satisfies readonly [FaultName, ...FaultName[]];

export function drawFaultScript(dice: SeededRandom, { length, rate, operation, orderNo }: Drawing): FaultScriptEntry[] {
  // Changes without a request have no answer to corrupt.
  const isAnsweredNowhere = ELSEWHERE.some((place) => place === operation);
  return Array.from({ length }, () => {
    const isStruck = dice.next() < rate;
    const name = isStruck ? dice.pick(isAnsweredNowhere ? notificationFaults : drawn) : "none";
    return { operation, orderNo, fault: faultOf(name, parametersFor(name, dice)), also: null, count: 1 };
  });
}

function parametersFor(name: FaultName, dice: SeededRandom): Partial<Parameters> {
  switch (name) {
    case "5xx-before":
    case "5xx-after-apply":
      return { status: dice.pick([500, 502, 503, 504]) };
    case "delay":
      return { ms: dice.between(1, 50) };
    case "too-many-requests":
      return { retryAfter: dice.pick([-1, 0, 1, 30]), applied: dice.next() < 0.2 };
    case "redirect":
      return { applied: dice.next() < 0.5 };
    case "truncate":
      return { bytes: dice.between(0, 400) };
    case "duplicate-notify":
      return { times: dice.between(2, 20) };
    case "late-notify":
      return { ms: dice.between(1, 86_400_000) };
    case "lying-notify":
      return { signed: dice.next() < 0.5, overrides: dice.pick(LIES) };
    default:
      return {};
  }
}

const LIES: readonly [Readonly<Record<string, string>>, ...Readonly<Record<string, string>>[]] = [
  {},
  { amount: "0.01" },
  { currency: "XXX" },
  { order_status: "1", payment_status: "3000", notify_type: "capture" },
  { order_status: "0", payment_status: "1000", result_info: "0005:Declined" },
  { payment_status: "1000", notify_type: "void" },
  { order_no: "other-order" },
];
