import type { Fields } from "../context";
import { isFields, texts, urlOf } from "../context";
import type { Fault, FaultName, Parameters } from "./faults";
import { faultNames, faultOf, isAboutNotifications, isFaultName, parametersOf } from "./faults";
import type { FaultScriptEntry } from "./fault-script";
import { ELSEWHERE } from "./fault-script";

export type Read<T> = { readonly value: T } | { readonly problem: string };

const whole = (least: number, most: number): Rule => ({
  isRight: (value) => typeof value === "number" && Number.isInteger(value) && value >= least && value <= most,
  words: `a whole number from ${String(least)} to ${String(most)}`,
});
const flag: Rule = { isRight: (value) => typeof value === "boolean", words: "true or false" };

interface Rule {
  readonly isRight: (value: unknown) => boolean;
  readonly words: string;
}

const STATUSES = [500, 502, 503, 504];
const YEAR_MS = 366 * 86_400_000;
const MOST_BYTES = 256 * 1_048_576;

const RULES: Readonly<Record<keyof Parameters, Rule>> = {
  ms: whole(0, YEAR_MS),
  bytes: whole(-1, MOST_BYTES),
  status: { isRight: (value) => STATUSES.some((status) => status === value), words: "500, 502, 503 or 504" },
  retryAfter: whole(0, 86_400),
  times: whole(1, 1_000),
  location: { isRight: (value) => typeof value === "string" && urlOf(value) !== null, words: "an address" },
  applied: flag,
  signed: flag,
  overrides: { isRight: isFields, words: "an object" },
};

const COUNT = whole(1, 1_000_000);

/** `strictly`: a parameter that the fault does not have is an error. */
export function readEntry(body: Fields, operations: readonly string[], strictly: boolean): Read<FaultScriptEntry> {
  const { operation = null, order_no: orderNo = null, count = 1, also = null, ...rest } = body;
  const known = [...operations, ...ELSEWHERE];
  if (operation !== null && operation !== "any" && !known.some((name) => name === operation)) {
    return { problem: `operation is one of ${known.join(", ")}, or missing for any` };
  }
  if (orderNo !== null && typeof orderNo !== "string") return { problem: "order_no is a text" };
  if (typeof count !== "number" || !COUNT.isRight(count)) return { problem: `count is ${COUNT.words}` };
  const fault = readFault(rest, strictly);
  if ("problem" in fault) return fault;
  const isPlace = ELSEWHERE.some((name) => name === operation);
  if (isPlace && !isAboutNotifications(fault.value.name)) {
    return { problem: `${String(operation)} takes faults of notifications alone` };
  }
  const second = readAlso(also, fault.value, strictly);
  if ("problem" in second) return second;
  const at = typeof operation === "string" && operation !== "any" ? operation : null;
  return { value: { operation: at, orderNo, fault: fault.value, also: second.value, count } };
}

function readAlso(also: unknown, first: Fault, strictly: boolean): Read<Fault | null> {
  if (also === null) return { value: null };
  if (!isFields(also)) return { problem: "also is an entry of its own: {fault, …}" };
  const fault = readFault(also, strictly);
  if ("problem" in fault) return fault;
  const isRight = isAboutNotifications(fault.value.name) && !isAboutNotifications(first.name);
  return isRight ? fault : { problem: "also is a fault of the notifications beside one of the answer" };
}

function readFault({ fault, ...given }: Fields, strictly: boolean): Read<Fault> {
  if (!isFaultName(fault)) return { problem: `fault is one of ${faultNames.join(", ")}` };
  const own = Object.keys(parametersOf(fault));
  const strange = Object.keys(given).find((name) => !own.includes(name));
  if (strictly && strange !== undefined) return { problem: `${strange} is no parameter of ${fault}` };
  const wrong = ruleNames.find((name) => given[name] !== undefined && !RULES[name].isRight(given[name]));
  if (wrong) return { problem: `${wrong} is ${RULES[wrong].words}` };
  return { value: faultOf(fault, parametersIn(fault, given)) };
}

const ruleNames: readonly (keyof Parameters)[] = [
  "ms",
  "bytes",
  "status",
  "retryAfter",
  "times",
  "location",
  "applied",
  "signed",
  "overrides",
];

function parametersIn(name: FaultName, given: Fields): Partial<Parameters> {
  const takes = parametersOf(name);
  const { ms, bytes, status, retryAfter, times, location, applied, signed, overrides } = given;
  return {
    ...(typeof ms === "number" && "ms" in takes ? { ms } : {}),
    ...(typeof bytes === "number" && "bytes" in takes ? { bytes } : {}),
    ...(typeof status === "number" && "status" in takes ? { status } : {}),
    ...(typeof retryAfter === "number" && "retryAfter" in takes ? { retryAfter } : {}),
    ...(typeof times === "number" && "times" in takes ? { times } : {}),
    ...(typeof location === "string" && "location" in takes ? { location } : {}),
    ...(typeof applied === "boolean" && "applied" in takes ? { applied } : {}),
    ...(typeof signed === "boolean" && "signed" in takes ? { signed } : {}),
    ...(isFields(overrides) && "overrides" in takes ? { overrides: texts(overrides) } : {}),
  };
}
